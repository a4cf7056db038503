/** The live demo at `/`, as a visitor uses it. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, runService } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { seriousViolations } from './dashboard_axe.ts'
import { listenForNoise } from './visit.ts'

let service: RunningService
let chromium: LaunchedChromium
beforeAll(async () => {
  const starting = runService({ BYHAND_RATE_SESSIONS_PER_IP: '0' })
  chromium = await launchChromium()
  service = await starting
})
afterAll(async () => {
  await chromium?.close()
  await service?.stop()
})

async function open(): Promise<{ page: Page; noise: string[] }> {
  const page = await chromium.context.newPage()
  const noise: string[] = []
  listenForNoise(page, noise)
  await page.goto(service.address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, noise }
}

describe('the live demo', () => {
  it('scores the visitor, then plays a bot beside them, then leads to the setup', async () => {
    const { page, noise } = await open()
    const you = page.getByRole('region', { name: 'You' })
    await page.getByLabel('What did you do last weekend?').click()
    await page.keyboard.type('We walked along the canal.', { delay: 5 })
    await page.getByLabel('By bicycle').click()
    // Playwright drives this browser, and the demo says so.
    await you.getByText('Automation tool').first().waitFor()
    await you.getByText('Auto-reject or high-priority review').waitFor()
    await you.getByText(/\d+ of 15 checks/).waitFor()
    expect(await seriousViolations(page)).toEqual([])

    await page.getByRole('button', { name: 'Now let a bot do it' }).click()
    const bot = page.getByRole('region', { name: 'The bot' })
    await page.getByRole('button', { name: 'Play it again' }).click()
    await bot.getByText('Auto-reject or high-priority review').waitFor()
    expect(await seriousViolations(page)).toEqual([])

    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    await page.getByRole('link', { name: 'Put it on your site' }).click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    expect(noise.filter((line) => !line.includes('401'))).toEqual([])
    await page.close()
  })

  it('answers about the own visit only', async () => {
    const { page } = await open()
    const id = await page.evaluate(() => window.byhand.ready)
    await page.evaluate(() => window.byhand.flush())
    const token = await page.locator('meta[name="visit"]').getAttribute('content')
    const read = async (session: string, given: string | null) => {
      const headers = { authorization: `Bearer ${given}` }
      const response = await fetch(`${service.address}/demo/visit?session=${session}`, { headers })
      return [response.status, (await response.json()).result]
    }
    expect(await read(id, token)).toEqual([200, expect.objectContaining({ risk_score: expect.any(Number) })])
    const { page: other } = await open()
    const otherToken = await other.locator('meta[name="visit"]').getAttribute('content')
    expect(await read(id, otherToken)).toEqual([200, null])
    expect(await read('x', token)).toEqual([200, null])
    expect((await read(id, 'x'))[0]).toBe(401)
    await Promise.all([page.close(), other.close()])
  })

  it('is not served to another host', async () => {
    const response = await fetch(service.address, {
      redirect: 'manual',
      headers: { 'x-forwarded-for': '203.0.113.9' },
    })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/app'])
  })
})
