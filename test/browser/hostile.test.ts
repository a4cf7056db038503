import type { Frame, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { HOSTILE_PAGES, type HostilePage, hostileBody } from './hostile_pages.ts'
import { receiveVisits } from './visit.ts'

const visit = receiveVisits()

interface Outcome {
  readonly order: string
  readonly text: string
  readonly noise: readonly string[]
}

/** What a visitor does, and what the page makes of it. */
async function use(hostile: HostilePage, withScript: boolean): Promise<Outcome> {
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
  await page.waitForTimeout(withScript ? 1300 : 100)
  // Read from the side: these pages break what Playwright would run inside them.
  const order = (await inside.locator('body').getAttribute('data-order')) ?? ''
  const text = await inside.locator('#field').inputValue()
  if (withScript) await page.goto('about:blank')
  return { order, text, noise: [...visit.noise] }
}

describe('hostile pages', () => {
  it('are forty at least', () => {
    expect(HOSTILE_PAGES.length).toBeGreaterThanOrEqual(40)
    expect(new Set(HOSTILE_PAGES.map(({ name }) => name)).size).toBe(HOSTILE_PAGES.length)
  })

  it.each(HOSTILE_PAGES.map((hostile) => [hostile.name, hostile] as const))(
    '%s: works as without us',
    async (_, hostile) => {
      const without = await use(hostile, false)
      visit.server.reset()
      const withUs = await use(hostile, true)
      expect(withUs).toEqual(without)
      expect(withUs.text).toBe('Hello')
      expect(withUs.order).toContain(
        'window down, document down, button down, button up, document up, window up',
      )
      if (hostile.records !== false) {
        await visit.server.until(
          () => visit.server.eventsOf('click').length > 0,
          'a click, recorded all the same',
        )
      }
    },
  )
})
