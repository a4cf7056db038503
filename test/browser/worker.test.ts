/** The second reading in real browsers: genuine ones agree with themselves, a disguise over the protocol does not. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WORKER } from '../../src/browser/device/worker_signals.ts'
import type { DeviceReading } from '../../src/contract/batch/batch.ts'
import { findSecondContradictions } from '../../src/features/session/second_reading.ts'
import { type LaunchedChromium, launchChromium, launchFirefox } from '../setup/browser.ts'
import { type RecordingServer, startRecordingServer } from './recording_server.ts'

const PAGE = (attributes: string, csp = '') => ({
  body: `<!doctype html><title>page</title><script src="/byhand.js" data-site-key="k" ${attributes}></script>`,
  ...(csp && { headers: { 'content-security-policy': csp } }),
})

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function serve(): Promise<RecordingServer> {
  const server = await startRecordingServer()
  ends.push(() => server.close())
  server.pages.set('/page', PAGE('data-worker="/byhand-worker.js"'))
  server.pages.set('/missing', PAGE('data-worker="/none.js"'))
  server.pages.set('/refused', PAGE('data-worker="/byhand-worker.js"', "worker-src 'none'"))
  server.pages.set('/without', PAGE(''))
  return server
}

let chromium: LaunchedChromium
beforeAll(async () => {
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
})

const readingsOf = (server: RecordingServer): DeviceReading[] =>
  server.stored().flatMap(({ batch }) => batch.device ?? [])
const has = (server: RecordingServer, signal: string) =>
  readingsOf(server).some(({ signals }) => signal in signals)

async function untilRead(server: RecordingServer): Promise<DeviceReading[]> {
  await server.until(
    () => ['worker_zone', 'engine', 'full_brands'].every((signal) => has(server, signal)),
    'the readings of the page and of the worker',
  )
  return readingsOf(server)
}

describe('worker of the page', () => {
  it('contradicts a desktop that poses as a phone over the protocol', async () => {
    const server = await serve()
    const { context } = chromium
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setUserAgentOverride', {
      userAgent:
        'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36',
      platform: 'Linux armv81',
    })
    await session.send('Emulation.setHardwareConcurrencyOverride', { hardwareConcurrency: 7 })
    await page.goto(`${server.url}/page`)
    const found = findSecondContradictions(await untilRead(server))
    expect(found).toEqual(expect.arrayContaining(['cores', 'platform']))
    expect(server.faults).toEqual([])
  })

  it('agrees with an unchanged Chromium, and reports every value', async () => {
    const server = await serve()
    const page = await chromium.context.newPage()
    await page.goto(`${server.url}/page`)
    const readings = await untilRead(server)
    expect(findSecondContradictions(readings)).toEqual([])
    const worker = readings.find(({ signals }) => 'worker_zone' in signals)
    expect(Object.keys(worker?.signals ?? {}).sort()).toEqual(Object.keys(WORKER).sort())
    expect(worker?.signals).toMatchObject({
      worker_platform: expect.any(String),
      worker_cores: expect.any(Number),
      worker_webgl_renderer: expect.any(String),
    })
  })

  it('agrees with Firefox under resistFingerprinting', async () => {
    const server = await serve()
    const { browser, close } = await launchFirefox({ preferences: { 'privacy.resistFingerprinting': true } })
    ends.push(close)
    const page = await browser.newPage()
    await page.goto(`${server.url}/page`)
    expect(findSecondContradictions(await untilRead(server))).toEqual([])
  })

  it('is not started without the attribute, and a session without its answer is complete', async () => {
    const server = await serve()
    const page = await chromium.context.newPage()
    for (const path of ['/without', '/missing', '/refused']) {
      server.reset()
      await page.goto(`${server.url}${path}`)
      await server.until(() => has(server, 'full_brands'), `the device on ${path}`)
      expect(has(server, 'worker_zone'), path).toBe(false)
      expect(page.workers(), path).toEqual([])
    }
    expect(server.faults).toEqual([])
  })
})
