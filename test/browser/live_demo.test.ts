/** The live demo at `/`, as a visitor uses it. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, runService } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { axeViolations } from './dashboard_axe.ts'
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
  it('scores the visitor and draws their rhythm, then lets bots fill in the same form', async () => {
    const { page, noise } = await open()
    const you = page.getByRole('region', { name: 'You', exact: true })
    await you.getByText('Type a few words…').waitFor()
    await page.getByLabel(/^Think of the last trip/).click()
    await page.keyboard.type('We walked along the canal.', { delay: 5 })
    await page.getByLabel('By bicycle').click()
    await page.getByRole('img', { name: 'Rhythm of You' }).waitFor()
    // Playwright drives this browser, and the demo says so.
    await you.getByText('Bot', { exact: true }).waitFor()
    const reasons = page.getByRole('region', { name: 'Reasons' })
    await reasons.getByText('Automation tool').first().waitFor()
    await reasons.getByText(/\d+ of 15 checks/).waitFor()
    // A virtual machine is no alarm.
    expect(await page.locator('.tone-stop', { hasText: /^Virtual machine/ }).count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])

    await page.getByRole('button', { name: 'Bot in disguise' }).click()
    const bot = page.getByRole('region', { name: 'Bot in disguise' })
    await page.getByRole('img', { name: 'Rhythm of Bot in disguise' }).waitFor()
    await page.getByText(/dentist on Friday/).waitFor()
    await page.getByRole('button', { name: 'Play it again' }).waitFor()
    await bot.getByText('Bot', { exact: true }).waitFor()
    expect(await axeViolations(page)).toEqual([])

    await page.getByRole('button', { name: 'Bot that we miss' }).click()
    await page.getByText('Byhand does not detect it.').waitFor()
    const missed = page.getByRole('region', { name: 'Bot that we miss' })
    await missed.getByText(/^Wrong: this was a program/).waitFor({ timeout: 60_000 })
    expect(await page.locator('.score-line').textContent()).toContain('Wrong: this was a program')

    await page.getByRole('button', { name: 'You', exact: true }).click()
    expect(await page.getByLabel(/^Think of the last trip/).inputValue()).toBe('We walked along the canal.')
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      const line = await page.locator('.score-line').boundingBox()
      expect(line?.height).toBe(width === 390 ? 56 : undefined)
    }
    await page.getByRole('link', { name: 'Get your keys' }).click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    expect(noise.filter((line) => !line.includes('401'))).toEqual([])
    await page.close()
  }, 180_000)

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
