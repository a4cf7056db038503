import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { INPUT_KIND, KEY_CLASS, NAVIGATION_KIND, POINTER, UNTRUSTED } from '../../src/contract/rows.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { type RecordingServer, startRecordingServer } from './recording_server.ts'

let server: RecordingServer
let chromium: LaunchedChromium
let page: Page

beforeAll(async () => {
  server = await startRecordingServer()
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
  await server?.close()
})
beforeEach(async () => {
  server.reset()
  page = await chromium.context.newPage()
})
afterEach(async () => {
  await page.close()
  expect(server.faults).toEqual([])
})

const open = (path = '/survey.html') => page.goto(server.url + path)
const sessionId = () =>
  page.evaluate(() => (window as unknown as { getServiceSessionId(): string }).getServiceSessionId())

describe('a visit', () => {
  it('has a session id at once and begins with where it is', async () => {
    await open()
    const id = await sessionId()
    expect(id).toMatch(/^[\w-]{22}$/)
    await server.until(() => server.batches.length > 0, 'a first batch')
    const [{ batch, contentType }] = server.batches as [(typeof server.batches)[0]]
    expect(batch).toMatchObject({ v: 1, session_id: id, site_key: 'bh_pk_test', page: 0, seq: 0 })
    expect(batch.claim).toMatch(/^[\w-]{22}$/)
    expect(batch.token).toBeUndefined()
    expect(contentType).toBe('text/plain')
    const [load] = server.eventsOf('navigation')
    expect(load).toMatchObject({ kind: NAVIGATION_KIND.load, role: 'path', label: '/survey.html' })
  })

  it('carries the token once it has one', async () => {
    await open()
    await server.until(() => server.batches.length > 0, 'a first batch')
    await page.mouse.move(30, 40)
    await server.until(() => server.batches.length > 1, 'a second batch')
    const { batch } = server.batches[1] as (typeof server.batches)[0]
    expect(batch).toMatchObject({ seq: 1, token: `token-of-${batch.session_id}` })
    expect(batch.claim).toBeUndefined()
  })
})

describe('events', () => {
  it('tells pointer, keys and text, and never a character', async () => {
    await open()
    await page.mouse.move(200, 300)
    await page.mouse.move(100, 80)
    await page.mouse.click(100, 80)
    await page.keyboard.type('Hi 5!', { delay: 5 })
    await page.keyboard.press('Backspace')
    await page.goto(`${server.url}/thanks.html`)
    await server.until(() => server.eventsOf('input').length === 6, 'six inputs')

    const [down] = server.eventsOf('down')
    expect(down).toMatchObject({
      x: 100,
      y: 80,
      role: 'question',
      label: 'q1',
      flags: (POINTER.mouse << 1) | 8,
    })
    expect(down?.rw).toBeGreaterThan(100)
    expect(server.eventsOf('keydown').map((event) => event.class)).toEqual([
      KEY_CLASS.upper,
      KEY_CLASS.lower,
      KEY_CLASS.space,
      KEY_CLASS.digit,
      KEY_CLASS.punctuation,
      KEY_CLASS.backspace,
    ])
    expect(server.eventsOf('input').map(({ kind, length, value }) => [kind, length, value])).toEqual([
      [INPUT_KIND.insertText, 1, 1],
      [INPUT_KIND.insertText, 1, 2],
      [INPUT_KIND.insertText, 1, 3],
      [INPUT_KIND.insertText, 1, 4],
      [INPUT_KIND.insertText, 1, 5],
      [INPUT_KIND.deleteContentBackward, -1, 4],
    ])
    expect(server.eventsOf('click').every(({ flags }) => (flags & UNTRUSTED) === 0)).toBe(true)
  })
})
