/** A browser without a driver, in a window, with input from the X server, as real devices send it. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  ATTENTION_KIND,
  CLICK_FLAGS,
  INPUT_KIND,
  KEY_CLASS,
  KEY_FLAGS,
  NAVIGATION_KIND,
  POINTER,
  POINTER_FLAGS,
} from '../../src/contract/batch/rows.ts'
import { CHROMIUM, CHROMIUM_FLAGS } from '../setup/browser.ts'
import { type Display, requireProgram, startDisplay } from '../setup/display.ts'
import { type RecordingServer, startRecordingServer } from './recording_server.ts'

let server: RecordingServer
let display: Display
let close = async () => {}

beforeAll(async () => {
  requireProgram('/usr/bin/xdotool', 'xdotool')
  display = await startDisplay({ windowManager: true })
})
afterAll(async () => {
  display?.stop()
})
beforeEach(async () => {
  server = await startRecordingServer()
})
afterEach(async () => {
  await close()
  await server.close()
  expect(server.faults).toEqual([])
})

const env = () => ({ ...process.env, DISPLAY: display.name })
const hand = (...words: string[]) => execFileSync('/usr/bin/xdotool', words, { env: env() })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function browse(path: string): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'byhand-native-'))
  const place = ['--window-position=0,0', '--window-size=1200,900', `--user-data-dir=${profile}`]
  const child = spawn(CHROMIUM, [...CHROMIUM_FLAGS, ...place, server.url + path], {
    stdio: 'ignore',
    env: env(),
  })
  close = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill()
    await ended
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  await server.until(() => server.batches.length > 0, 'the first batch')
  await pause(500)
}

describe('native input', () => {
  it('has whole pixels in a frame between pixels too', async () => {
    server.pages.set('/framed', {
      body: `<!doctype html><iframe src="/inside" style="position:fixed;left:20.3px;top:10.7px;width:1100px;height:700px;transform:scale(.9)"></iframe>`,
    })
    server.pages.set('/inside', {
      body: '<!doctype html><script src="/byhand.js" data-site-key="k"></script>',
    })
    await browse('/framed')
    for (let i = 0; i <= 20; i++) {
      hand('mousemove', String(200 + i * 15), String(300 + i * 7))
      await pause(12)
    }
    await server.until(() => server.eventsOf('move').length > 5, 'moves')
    const between = POINTER_FLAGS.fractional | POINTER_FLAGS.offGrid
    expect(server.eventsOf('move').every(({ flags }) => (flags & between) === 0)).toBe(true)
  })

  it('has pressure, whole pixels, real Shift keys and user activation', async () => {
    server.pages.set('/write', {
      body: `<!doctype html><textarea id="q" data-byhand-question="q" style="position:fixed;inset:0;width:100%;height:100%"></textarea>
        <script src="/byhand.js" data-site-key="k"></script>`,
    })
    await browse('/write')
    for (let i = 0; i <= 20; i++) {
      hand('mousemove', String(200 + i * 15), String(300 + i * 7))
      await pause(12)
    }
    hand('click', '1')
    await pause(300)
    hand('type', '--delay', '60', 'Yes, Oslo')
    hand('key', 'BackSpace')
    await server.until(() => server.eventsOf('input').length === 10, 'ten changes')

    const moves = server.eventsOf('move')
    expect(moves.length).toBeGreaterThan(5)
    const wrong = 1 | POINTER_FLAGS.fractional | POINTER_FLAGS.offGrid
    expect(moves.every(({ flags }) => (flags & wrong) === 0)).toBe(true)
    expect(moves.every(({ coalesced }) => coalesced >= 1)).toBe(true)
    const [down] = server.eventsOf('down')
    expect(down).toMatchObject({ pressure: 50, role: 'question' })
    expect(((down?.flags ?? 0) >> POINTER_FLAGS.kindShift) & POINTER_FLAGS.kindMask).toBe(POINTER.mouse)
    expect(server.eventsOf('click')[0]?.flags).toBe(
      (POINTER.mouse << POINTER_FLAGS.kindShift) | CLICK_FLAGS.pageFocused | CLICK_FLAGS.userActive,
    )
    const capitals = server.eventsOf('keydown').filter((key) => key.class === KEY_CLASS.upper)
    expect(capitals).toHaveLength(2)
    expect(
      capitals.every(({ flags }) => (flags & KEY_FLAGS.shift) !== 0 && (flags & KEY_FLAGS.needsShift) !== 0),
    ).toBe(true)
    expect(server.eventsOf('keydown').filter((key) => key.class === KEY_CLASS.shift)).toHaveLength(2)
    expect(server.eventsOf('input').every(({ flags }) => flags === 0)).toBe(true)
    expect(server.eventsOf('input').at(-1)).toMatchObject({
      kind: INPUT_KIND.deleteContentBackward,
      value: 8,
    })
  })

  it('keeps coalesced moves when a held move is written later', async () => {
    server.pages.set('/slow', {
      body: `<!doctype html><body style="height:100vh"><script src="/byhand.js" data-site-key="k"></script><script>
        const kept = []
        const counts = []
        addEventListener('pointermove', (event) => {
          kept.push(event)
          counts.push(event.getCoalescedEvents().length)
          // Keeps the page too busy to handle every move, so the browser coalesces them.
          for (const until = performance.now() + 60; performance.now() < until; );
        })
        addEventListener('pointerup', () => setTimeout(() => {
          const later = kept.map((event) => event.getCoalescedEvents().length)
          byhand.setTags([String(Math.max(...counts)), String(counts), String(later)].map((tag) => tag.slice(0, 120).replaceAll(',', ' ')))
        }, 1000))
      </script>`,
    })
    await browse('/slow')
    for (let i = 0; i <= 40; i++) hand('mousemove', String(200 + i * 9), String(300 + i * 5))
    hand('click', '1')
    const tags = () => server.stored().findLast(({ batch }) => batch.tags?.length)?.batch.tags
    await server.until(() => tags() !== undefined, 'what the page counted')
    const [most, atOnce, later] = tags() as string[]
    expect(Number(most)).toBeGreaterThan(1)
    expect(later).toBe(atOnce)
  })

  it('scrolls with animated wheel notches', async () => {
    await browse('/survey.html')
    hand('mousemove', '500', '600')
    const total = (type: 'wheel' | 'scroll') =>
      server.eventsOf(type).reduce((sum, { count }) => sum + count, 0)
    // A busy machine renders few frames, so the wheel may have to turn several times.
    const scrolls: number[] = []
    for (let turn = 1; turn <= 6 && !scrolls.some((count) => count > 10); turn++) {
      const before = total('scroll')
      for (let i = 0; i < 5; i++) {
        hand('click', turn % 2 ? '5' : '4')
        await pause(120)
      }
      await server.until(() => total('wheel') === turn * 5, 'five notches')
      await server.until(() => total('scroll') > before, 'the way they made')
      scrolls.push(total('scroll') - before)
    }
    expect(Math.max(...scrolls)).toBeGreaterThan(10)
  })
})

describe('a tab in the background', () => {
  it('reports the change at once, and continues when the user returns', async () => {
    await browse('/survey.html')
    const kinds = () => server.eventsOf('attention').map(({ kind }) => kind)
    hand('mousemove', '400', '500', 'click', '1', 'key', 'ctrl+t')
    await server.until(() => kinds().includes(ATTENTION_KIND.hidden), 'the tab that is hidden')
    expect(server.stored().some(({ batch }) => batch.final)).toBe(false)
    hand('key', 'ctrl+w')
    await server.until(() => kinds().includes(ATTENTION_KIND.visible), 'the tab that is back')
    expect(kinds().indexOf(ATTENTION_KIND.visible)).toBeGreaterThan(kinds().indexOf(ATTENTION_KIND.hidden))
    expect(new Set(server.stored().map(({ batch }) => batch.tab)).size).toBe(1)
  })
})

describe('a duplicated tab', () => {
  it('has its own session, and the first one continues', async () => {
    await browse('/survey.html')
    const first = server.stored()[0]?.batch.session_id
    const others = () => server.stored().filter(({ batch }) => batch.session_id !== first)
    for (let tries = 0; tries < 5 && others().length === 0; tries++) {
      hand('key', 'Escape')
      hand('mousemove', '120', '20', 'click', '3')
      await pause(1500)
      // In the tab menu, Duplicate has the access key D.
      hand('key', 'd')
      for (let waits = 0; waits < 20 && others().length === 0; waits++) await pause(500)
    }
    expect(others().length).toBeGreaterThan(0)
    const [copy] = others()
    expect(copy?.batch).toMatchObject({ page: 0, seq: 0 })
    expect(copy?.events.find(({ type }) => type === 'navigation')).toMatchObject({
      kind: NAVIGATION_KIND.history,
    })
    hand('key', 'ctrl+shift+Tab')
    await pause(500)
    hand('mousemove', '400', '400', 'click', '1')
    await server.until(
      () =>
        server
          .stored()
          .some(
            ({ batch, events }) => batch.session_id === first && events.some(({ type }) => type === 'click'),
          ),
      'a click in the first tab',
    )
  })
})
