import type { Frame, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { HOSTILE_PAGES, type HostilePage, hostileBody } from './hostile_pages.ts'
import { receiveOwnVisits, type Visit } from './visit.ts'

const it = receiveOwnVisits()

/** Longer than the script waits before its first batch. */
const QUIET_MS = 1_300
/** The time from the arrival of a batch until the page has handled the response and its console lines have arrived. */
const ANSWERED_MS = 300
const SETTLE_MS = 100

interface Outcome {
  readonly order: string
  readonly text: string
  readonly noise: readonly string[]
}

/** Waits for the first batch. Pages that make recording impossible must stay silent for this long. */
async function untilSent({ server, page }: Visit): Promise<void> {
  for (let ms = 0; ms < QUIET_MS && server.batches.length === 0; ms += SETTLE_MS)
    await page.waitForTimeout(SETTLE_MS)
  await page.waitForTimeout(ANSWERED_MS)
}

/** Uses the page as a visitor would. */
async function use(visit: Visit, hostile: HostilePage, withScript: boolean): Promise<Outcome> {
  const body = hostileBody(withScript ? hostile : { ...hostile, tag: '' })
  visit.server.pages.set('/hostile', { body, headers: { ...hostile.headers } })
  visit.server.pages.set('/outer', {
    body: `<!doctype html><iframe ${hostile.frame} src="/hostile"></iframe>`,
  })
  visit.noise.length = 0
  const { page } = visit
  await page.goto(visit.server.url + (hostile.frame ? '/outer' : '/hostile'))
  const inside = (hostile.frame ? page.frames()[1] : page) as Frame | Page
  await inside.locator('#go').click()
  await inside.locator('#field').click()
  await page.keyboard.type('Hello')
  await page.mouse.wheel(0, 100)
  if (withScript) await untilSent(visit)
  await page.waitForTimeout(SETTLE_MS)
  // Read through attributes, because these pages break scripts that Playwright runs inside them.
  const order = (await inside.locator('body').getAttribute('data-order')) ?? ''
  const text = await inside.locator('#field').inputValue()
  if (withScript) await page.goto('about:blank')
  return { order, text, noise: [...visit.noise] }
}

describe.concurrent('hostile pages', () => {
  it('include at least forty pages', () => {
    expect(HOSTILE_PAGES.length).toBeGreaterThanOrEqual(40)
    expect(new Set(HOSTILE_PAGES.map(({ name }) => name)).size).toBe(HOSTILE_PAGES.length)
  })

  it.for(HOSTILE_PAGES.map((hostile) => [hostile.name, hostile] as const))(
    '%s: works as it does without the script',
    async ([, hostile], { visit }) => {
      const without = await use(visit, hostile, false)
      visit.server.reset()
      const withScript = await use(visit, hostile, true)
      expect(withScript).toEqual(without)
      expect(withScript.text).toBe('Hello')
      expect(withScript.order).toContain(
        'window down, document down, button down, button up, document up, window up',
      )
      if (hostile.records !== false) {
        await visit.server.until(() => visit.server.eventsOf('click').length > 0, 'a recorded click')
      }
    },
  )
})
