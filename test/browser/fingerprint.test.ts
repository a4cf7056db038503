import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import puppeteer from 'puppeteer-core'
import { describe, expect } from 'vitest'
import { FIREFOX, launchChromium } from '../setup/browser.ts'
import { receiveOwnVisits, type Visit } from './visit.ts'

const it = receiveOwnVisits({ complete: true })

const idIn = async ({ server }: Visit, page: Page, path = '/thanks.html') => {
  await page.goto(server.url + path)
  return page.evaluate(() => window.byhand.getFingerprintId())
}

/** The id in another page of the same browser, after a debugger command. */
async function idAfter(visit: Visit, method: string, parameters: object): Promise<string> {
  const page = await visit.chromium.context.newPage()
  const client = await visit.chromium.context.newCDPSession(page)
  await client.send(method as 'Emulation.clearIdleOverride', parameters as never)
  const id = await idIn(visit, page)
  await page.close()
  return id
}

describe.concurrent('the device id', () => {
  it('is sent to the service along with the session', async ({ visit }) => {
    const id = await idIn(visit, visit.page)
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    const readings = () => visit.server.stored().flatMap(({ batch }) => batch.device ?? [])
    await visit.server.until(() => readings().some(({ signals }) => signals.fingerprint_id === id), 'the id')
    expect(readings().find(({ signals }) => signals.fingerprint_id)?.signals.file_system).toBe(true)
  })

  it('is not computed unless it is enabled', async ({ visit }) => {
    await visit.open()
    await visit.page.mouse.click(5, 5)
    await visit.flush()
    expect(visit.server.bodies.join()).not.toContain('fingerprint_id')
  })

  it('is independent of zoom, language, time zone and profile', async ({ visit }) => {
    const id = await idIn(visit, visit.page)
    expect(await idAfter(visit, 'Emulation.setPageScaleFactor', { pageScaleFactor: 2 })).toBe(id)
    expect(await idAfter(visit, 'Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' })).toBe(id)
    expect(await idAfter(visit, 'Emulation.setLocaleOverride', { locale: 'de-DE' })).toBe(id)
    const other = await launchChromium({ complete: true, context: { locale: 'fr-FR' } })
    try {
      expect(await idIn(visit, await other.context.newPage())).toBe(id)
    } finally {
      await other.close()
    }
  })

  it('depends on the screen, the number of cores and touch support', async ({ visit }) => {
    const screen = { width: 0, height: 0, deviceScaleFactor: 0, mobile: false }
    const ids = [
      await idIn(visit, visit.page),
      await idAfter(visit, 'Emulation.setDeviceMetricsOverride', {
        ...screen,
        screenWidth: 1536,
        screenHeight: 864,
      }),
      await idAfter(visit, 'Emulation.setHardwareConcurrencyOverride', { hardwareConcurrency: 12 }),
      await idAfter(visit, 'Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 }),
    ]
    expect(new Set(ids).size).toBe(4)
  })

  it('leaves out the canvas if the browser adds noise to it', async ({ visit }) => {
    await visit.page.addInitScript(() => {
      const { toDataURL } = HTMLCanvasElement.prototype
      HTMLCanvasElement.prototype.toDataURL = function (...args) {
        return `${toDataURL.apply(this, args)}${Math.random()}`
      }
    })
    expect(await idIn(visit, visit.page)).toBe(await idIn(visit, visit.page, '/survey.html'))
  })

  it('is empty in Firefox with fingerprinting protection', async ({ visit }) => {
    const profile = mkdtempSync(join(tmpdir(), 'byhand-firefox-'))
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: FIREFOX,
      headless: true,
      userDataDir: profile,
      env: { ...process.env, HOME: profile },
      extraPrefsFirefox: { 'privacy.resistFingerprinting': true },
    })
    try {
      const page = await browser.newPage()
      await page.goto(`${visit.server.url}/thanks.html`)
      expect(await page.evaluate(() => window.byhand.getFingerprintId())).toBe('')
    } finally {
      await browser.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    }
  })
})
