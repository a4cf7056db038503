/** The docs site served by the service. */
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenSiteLinks } from '../../site/built_links.ts'
import { BASE } from '../../site/source_pages.ts'
import { axeViolations } from '../browser/dashboard_axe.ts'
import { HEADLESS_SHELL } from '../setup/browser.ts'
import { type RunningService, runService } from './running_service.ts'

let service: RunningService
beforeAll(async () => {
  service = await runService()
})
afterAll(() => service.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.address + path, { redirect: 'manual', headers })

describe('the docs site', () => {
  it('has no broken link', () => {
    expect(brokenSiteLinks(join(import.meta.dirname, '../../dist/docs'), BASE)).toEqual([])
  })

  it('is at /docs/, with a slash after folder names', async () => {
    for (const [path, target] of [
      ['/docs', '/docs/'],
      ['/docs/how-to', '/docs/how-to/'],
    ] as const) {
      const response = await get(path)
      expect(response.status).toBe(308)
      expect(response.headers.get('location')).toBe(target)
    }
    const page = await get('/docs/how-to/monitor/')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await page.text()).toContain('<h1 id="_top"')
  })

  it('allows only its own scripts', async () => {
    const page = await get('/docs/')
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
    expect(await page.text()).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/)
  })

  it('is compressed, and revalidated with an ETag', async () => {
    const first = await get('/docs/', { 'accept-encoding': 'gzip, br' })
    expect(first.headers.get('content-encoding')).toBe('br')
    const plain = await get('/docs/', { 'accept-encoding': 'identity' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toBe(await first.text())
    const again = await get('/docs/', { 'if-none-match': first.headers.get('etag') as string })
    expect(again.status).toBe(304)
  })

  it.each([
    '/docs/none/',
    '/docs/none.html',
    '/docs/%2e%2e/%2e%2e/package.json',
    '/docs/..%2f..%2fpackage.json',
  ])('returns a 404 page for %s', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('"devDependencies"')
  })

  it('searches pages without requests to another host', async () => {
    const browser = await chromium.launch({ executablePath: HEADLESS_SHELL, args: ['--no-sandbox'] })
    try {
      const page = await browser.newPage()
      const complaints: string[] = []
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('request', (request) => {
        if (!request.url().startsWith(service.address)) complaints.push(request.url())
      })
      await page.goto(`${service.address}/docs/`)
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByPlaceholder('Search').fill('webhook signature')
      await page.getByRole('link', { name: 'Receive webhooks' }).first().click()
      await page.waitForURL('**/docs/how-to/receive-webhooks/**')
      expect(complaints).toEqual([])
    } finally {
      await browser.close()
    }
  })

  it('has an API explorer without accessibility violations on a phone', async () => {
    const browser = await chromium.launch({ executablePath: HEADLESS_SHELL, args: ['--no-sandbox'] })
    try {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
      await page.goto(`${service.address}/docs/api/`)
      await page.locator('.scalar-code-copy').first().waitFor({ state: 'attached' })
      expect(await axeViolations(page)).toEqual([])
      await page.evaluate(() => document.querySelector('.scalar-code-copy')?.removeAttribute('aria-label'))
      expect((await axeViolations(page)).join()).toContain('button-name')
    } finally {
      await browser.close()
    }
  })
})
