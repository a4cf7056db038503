/**
 * How often real browsers pass the challenge, and how much main-thread time it takes.
 * `node research/bench/challenge.ts [visits per browser and mode, 100] [traced visits, 5]` prints both.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { decodeBatch } from '../../src/contract/batch/codec.ts'
import { INGEST_PATH } from '../../src/contract/paths.ts'
import { type ChallengePages, serveChallengePages } from '../../test/browser/challenge_pages.ts'
import { type RunningService, runService, type TestWorkspace } from '../../test/service/running_service.ts'
import { launchChromium, launchFirefox } from '../../test/setup/browser.ts'
import { bundle } from '../../tools/build_browser.ts'
import { traceIdle } from './browser_idle.ts'

const VISITS = Number(process.argv[2] ?? 100)
const TRACES = Number(process.argv[3] ?? 5)
const AT_ONCE = 4
const MODES = [
  { name: 'headless', headed: false, webgl: true },
  { name: 'headed', headed: true, webgl: true },
  { name: 'headed without WebGL', headed: true, webgl: false },
]
const PATHS = ['/plain', '/strict', '/framed']

/** The same function as in `test/browser/challenge.test.ts`. */
function leaveWhenAnswered(siteKey: string): string | false {
  const [id, , , , , token, seeds] = (sessionStorage.getItem(`byhand.${siteKey}`) ?? '').split('|')
  if (!token || seeds) return false
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  return id as string
}

async function resultOf(
  service: RunningService,
  workspace: TestWorkspace,
  sessionId: string,
): Promise<string> {
  for (let tries = 0; tries < 300; tries++) {
    const stored = await service.services.store.sessions.batches({ workspace: workspace.id, sessionId })
    for (const { bytes } of stored) {
      const { challenge } = decodeBatch(bytes).receipt
      if (challenge) return [challenge.result, ...(challenge.failed ?? [])].join(' ')
    }
    await pause(100)
  }
  return 'not answered'
}

async function visitMany(
  visit: (path: string) => Promise<string>,
  resultById: (id: string) => Promise<string>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  let next = 0
  const visitor = async (): Promise<void> => {
    while (next < VISITS) {
      const path = PATHS[next++ % PATHS.length] as string
      const result = `${path} ${await visit(path).then(resultById, (error: Error) => error.message)}`
      counts[result] = (counts[result] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visitor))
  return counts
}

async function passRates(): Promise<void> {
  const service = await runService({
    BYHAND_RATE_SESSIONS_PER_IP: '0',
    BYHAND_RATE_BATCHES_PER_IP: '0',
    BYHAND_RATE_SESSIONS_PER_SITE: '0',
  })
  const workspace = await service.workspace()
  const pages: ChallengePages = await serveChallengePages(service.address, workspace.siteKey)
  const resultById = (id: string) => resultOf(service, workspace, id)
  for (const { name, headed, webgl } of MODES) {
    const chromium = await launchChromium({ headed, args: webgl ? [] : ['--disable-3d-apis'] })
    const inChromium = await visitMany(async (path) => {
      const page = await chromium.context.newPage()
      await page.goto(pages.url + path)
      const frame = page.frames().at(-1) ?? page.mainFrame()
      const id = await (await frame.waitForFunction(leaveWhenAnswered, workspace.siteKey)).jsonValue()
      await page.close()
      return id as string
    }, resultById)
    await chromium.close()
    console.log(`Chromium, ${name}:`, inChromium)
    const firefox = await launchFirefox({ headed, preferences: { 'webgl.disabled': !webgl } })
    const inFirefox = await visitMany(async (path) => {
      const page = await firefox.browser.newPage({ type: 'window' })
      await page.goto(pages.url + path)
      const frame = page.frames().at(-1) ?? page.mainFrame()
      const id = await (await frame.waitForFunction(leaveWhenAnswered, {}, workspace.siteKey)).jsonValue()
      await page.close()
      return id as string
    }, resultById)
    await firefox.close()
    console.log(`Firefox, ${name}:`, inFirefox)
  }
  pages.close()
  await service.stop()
}

/** The challenge arrives with the first response, a second after loading, and runs in the last idle callback. */
async function traceCosts(): Promise<void> {
  const script = await bundle({ entry: 'src/browser/script.ts', format: 'iife' })
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      const challenge = `f${Math.floor(Math.random() * 1024)} bench`
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ session_id: 'x', token: 't', status: 'stored', challenge }))
      return
    }
    const isScript = request.url === '/byhand.js'
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
    response.end(
      isScript
        ? script
        : `<!doctype html><title>Bench</title><p>Text</p><script src="/byhand.js" data-site-key="bh_pk_bench" data-endpoint="${INGEST_PATH}"></script>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  for (let i = 0; i < TRACES; i++) {
    const { callbacks } = await traceIdle(url)
    const last = callbacks.at(-1)
    console.log(
      `challenge: ${last?.workedMs.toFixed(1)} ms of CPU time, ${last?.passedMs.toFixed(1)} ms elapsed`,
    )
  }
  server.closeAllConnections()
  server.close()
}

if (TRACES > 0) await traceCosts()
if (VISITS > 0) await passRates()
