/** With `data-device="off"` the script reads and sends nothing about the device, and the report says what is missing. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { describe, expect, it as test } from 'vitest'
import type { Batch } from '../../src/contract/batch/batch.ts'
import type { ReportRecord } from '../../src/report/report.ts'
import { apiClient } from '../service/api_client.ts'
import { runService } from '../service/running_service.ts'
import { signUp, submitAsPerson } from './native_person.ts'
import { receiveOwnVisits, type Visit } from './visit.ts'

const it = receiveOwnVisits({ complete: true })

type Watched = Window & { reads: string[] }

/**
 * Records every read of a property or function that describes the device, the browser or the window. `onLine` and
 * `userActivation` are not among them: they describe the connection and the input.
 */
async function watchReads(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const reads: string[] = []
    Object.assign(window, { reads })
    const watch = (owner: object, name: string, label: string): void => {
      const found = Object.getOwnPropertyDescriptor(owner, name)
      if (!found?.configurable) return
      const { get, value } = found
      const note = () => void reads.push(`${label}.${name}`)
      Object.defineProperty(
        owner,
        name,
        get
          ? {
              ...found,
              get() {
                note()
                return get.call(this)
              },
            }
          : {
              ...found,
              value: function (this: unknown, ...given: unknown[]) {
                note()
                return new.target ? Reflect.construct(value, given) : Reflect.apply(value, this, given)
              },
            },
      )
    }
    const globals = window as unknown as Record<string, { prototype: object }>
    const watchAll = (owner: object | undefined, label: string, except = ''): void => {
      for (const name of Object.getOwnPropertyNames(owner ?? {})) {
        if (name !== 'constructor' && !except.includes(name)) watch(owner as object, name, label)
      }
    }
    watchAll(Navigator.prototype, 'navigator', 'onLine,userActivation')
    watchAll(Screen.prototype, 'screen')
    watchAll(globals.NavigatorUAData?.prototype, 'userAgentData')
    const temporal = (window as unknown as { Temporal?: { Now: object } }).Temporal
    if (temporal) watch(temporal.Now, 'timeZoneId', 'Temporal.Now')
    watch(Intl.DateTimeFormat.prototype, 'resolvedOptions', 'Intl.DateTimeFormat')
    watch(Date.prototype, 'getTimezoneOffset', 'Date')
    watch(Document.prototype, 'referrer', 'document')
    watch(HTMLCanvasElement.prototype, 'getContext', 'canvas')
    watch(OffscreenCanvas.prototype, 'getContext', 'OffscreenCanvas')
    for (const name of 'outerWidth,outerHeight,innerWidth,screenX,screenY,devicePixelRatio,visualViewport,matchMedia,Worker'.split(
      ',',
    )) {
      watch(window, name, 'window')
    }
    const { createElement } = document
    document.createElement = (name: string, ...rest: []) => {
      if (/canvas|iframe/.test(name)) reads.push(`createElement ${name}`)
      return createElement.call(document, name, ...rest)
    }
  })
}

const pageWith = (attributes: string) => `<!doctype html><title>survey</title>
  <form><textarea id="q" data-byhand-question="q"></textarea><button id="b" type="button">Next</button></form>
  <script src="/byhand.js" data-site-key="k" data-worker="/byhand-worker.js" ${attributes}></script>`

/** Acts on the page until everything that the script reads has had its chance: load, challenge, submit and leaving. */
async function act(visit: Visit, attributes: string) {
  const { page, server } = visit
  server.pages.set('/page', { body: pageWith(attributes) })
  server.answer = ({ session_id }: Batch) => ({
    status: 200,
    body: JSON.stringify({ session_id, token: 't', status: 'stored', challenge: 'seed1 seed2' }),
  })
  await watchReads(page)
  await visit.open('/page')
  await page.click('#q')
  await page.keyboard.type('A quiet street.')
  await page.click('#b')
  await page.setViewportSize({ width: 900, height: 500 })
  const fingerprint = await page.evaluate(() => window.byhand.getFingerprintId())
  await page.evaluate(() => window.byhand.flush())
  // Longer than the script waits for an idle moment.
  await page.waitForTimeout(2_500)
  await page.evaluate(() => document.forms[0]?.dispatchEvent(new Event('submit', { bubbles: true })))
  await page.evaluate(() => window.byhand.flush())
  await visit.flush()
  const batches = server.stored().map(({ batch }) => batch)
  return {
    fingerprint,
    reads: [...new Set(await page.evaluate(() => (window as unknown as Watched).reads))],
    sent: {
      device: batches.some(({ device }) => device?.length),
      zone: batches.some(({ zone }) => zone),
      challenge: batches.some(({ challenge }) => challenge),
      size: server.eventsOf('resize').length > 0,
      keys: server.eventsOf('keydown').length,
      edits: batches.some(({ edits }) => edits),
    },
  }
}

describe.concurrent('without device data', () => {
  it('nothing about the device is read or sent, and input still is', async ({ isolatedVisit: visit }) => {
    const { fingerprint, reads, sent } = await act(visit, 'data-device="off"')
    expect(reads).toEqual([])
    expect(sent).toEqual({ device: false, zone: false, challenge: false, size: false, keys: 15, edits: true })
    expect(fingerprint).toBe('')
  })

  it('control: the same page without the attribute reads and sends all of it', async ({
    isolatedVisit: visit,
  }) => {
    const { fingerprint, reads, sent } = await act(visit, '')
    expect(sent).toEqual({ device: true, zone: true, challenge: true, size: true, keys: 15, edits: true })
    expect(fingerprint).not.toBe('')
    expect(reads).toEqual(
      expect.arrayContaining([
        'navigator.userAgent',
        'navigator.languages',
        'navigator.hardwareConcurrency',
        'screen.width',
        'document.referrer',
        'userAgentData.brands',
        'window.outerWidth',
        'window.devicePixelRatio',
        'window.matchMedia',
        'window.Worker',
        'createElement iframe',
      ]),
    )
    expect(reads.some((read) => /anvas/.test(read))).toBe(true)
    expect(reads.some((read) => /Temporal|Intl/.test(read))).toBe(true)
  })
})

const DEVICE_CHECKS = ['virtual_machine', 'software_renderer', 'location_spoofing'] as const

test('a person without device data is not accused: device checks and the action are Unknown', async () => {
  const service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_BATCHES_PER_IP: '0' })
  const site = await service.workspace()
  await service.services.store.keys.changeSettings(site.id, () => ({ device_data: 'optional' }))
  const shop = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const session = new URLSearchParams(Buffer.concat(chunks).toString()).get('session')
    response.writeHead(200, { 'content-type': request.url === '/send' ? 'text/plain' : 'text/html' }).end(
      session ??
        `<!doctype html><title>Shop</title>${'<br>'.repeat(8)}<form method="post" action="/send"><p><input id="name" name="name"></p>
        <p><textarea id="about" rows="8" cols="60"></textarea></p><input id="session" name="session" type="hidden">
        <button id="send">Send</button></form>
        <script src="${service.address}/byhand.js" data-site-key="${site.siteKey}" data-device="off"></script>
        <script>document.forms[0].addEventListener('submit', () => {
          document.getElementById('session').value = window.getServiceSessionId() })</script>`,
    )
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = shop.address() as AddressInfo
    const { text } = await submitAsPerson(`http://127.0.0.1:${port}`, '/', 'no device', signUp, {
      browser: 'chromium',
    })
    const { json } = await apiClient(service.address, site.secretKey)(`/v1/sessions/${text}/report?wait=3`)
    const report = json as ReportRecord
    for (const check of DEVICE_CHECKS)
      expect([check, report.device_checks[check]]).toEqual([check, 'Unknown'])
    expect(report.risk_score).toBeLessThan(25)
    expect(report.recommended_action).toBe('Unknown')
    expect(report.risk_explanation).toContain('no device data identifies the browser')
  } finally {
    shop.close()
    shop.closeAllConnections()
    await service.stop()
  }
})
