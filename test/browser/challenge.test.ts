/** The challenge in real browsers against the real service, and attempts to forge its answers. */
import type { Page as FirefoxPage } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Batch, BatchAnswer } from '../../src/contract/batch/batch.ts'
import { drawFrom, RESULT, tasksFrom } from '../../src/contract/batch/challenge.ts'
import { decodeBatch } from '../../src/contract/batch/codec.ts'
import type { ChallengeResult } from '../../src/contract/network.ts'
import { INGEST_PATH } from '../../src/contract/paths.ts'
import { claimedClass } from '../../src/server/collect/challenge/claimed_class.ts'
import { expectedValues } from '../../src/server/collect/challenge/expected_values.ts'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium, launchFirefox } from '../setup/browser.ts'
import { type ChallengePages, serveChallengePages } from './challenge_pages.ts'
import { listenForNoise } from './visit.ts'

let service: RunningService
let workspace: TestWorkspace
let pages: ChallengePages

beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_BATCHES_PER_IP: '0' })
  workspace = await service.workspace()
  pages = await serveChallengePages(service.address, workspace.siteKey)
})
afterAll(async () => {
  pages?.close()
  await service?.stop()
})

const recorded = async (sessionId: string) =>
  (await service.services.store.sessions.batches({ workspace: workspace.id, sessionId })).map(({ bytes }) =>
    decodeBatch(bytes),
  )

async function resultOf(sessionId: string): Promise<ChallengeResult> {
  for (let tries = 0; tries < 300; tries++) {
    const found = (await recorded(sessionId)).find(({ receipt }) => receipt.challenge)
    if (found?.receipt.challenge) return found.receipt.challenge
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the challenge was never answered')
}

const answerOf = async (sessionId: string) =>
  (await recorded(sessionId)).find(({ batch }) => batch.challenge)?.batch.challenge as NonNullable<
    Batch['challenge']
  >

/** A browser newer than the shipped values is unknown until `tools/challenge/measure.ts` runs again. */
const genuine = (userAgent: string): ChallengeResult =>
  expectedValues.has(claimedClass(userAgent, Date.now())?.name ?? '')
    ? { result: 'passed', known: true }
    : { result: 'unknown', known: false }

/** The user agent that this browser sends with its batches. */
const agentOf = async (sessionId: string) => (await recorded(sessionId))[0]?.receipt.userAgent ?? ''

const PATHS = ['/plain', '/strict', '/framed']

/** Runs in the page. Once the challenge is answered, leaves the page, which sends the answer; false before that. */
function leaveWhenAnswered(siteKey: string): string | false {
  const [id, , , , , token, seeds] = (sessionStorage.getItem(`byhand.${siteKey}`) ?? '').split('|')
  if (!token || seeds) return false
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  return id as string
}

async function visitWith({ context }: LaunchedChromium, path: string) {
  const page = await context.newPage()
  const noise: string[] = []
  listenForNoise(page, noise)
  await page.goto(pages.url + path)
  const frame = page.frames().at(-1) ?? page.mainFrame()
  const id = await (await frame.waitForFunction(leaveWhenAnswered, workspace.siteKey)).jsonValue()
  const result = await resultOf(id as string)
  await page.close()
  return { id: id as string, result, userAgent: await agentOf(id as string), noise }
}

describe.concurrent('Chromium', () => {
  let chromium: LaunchedChromium
  beforeAll(async () => {
    chromium = await launchChromium({ complete: true })
  })
  afterAll(async () => {
    await chromium?.close()
  })

  it.each(PATHS)('passes on %s', async (path) => {
    const { result, userAgent, noise } = await visitWith(chromium, path)
    expect(result).toEqual(genuine(userAgent))
    expect(noise).toEqual([])
  })

  it('passes with a window and without WebGL', async () => {
    const headed = await launchChromium({ headed: true, args: ['--disable-gpu', '--disable-3d-apis'] })
    const { result, userAgent } = await visitWith(headed, '/plain')
    await headed.close()
    expect(result).toEqual(genuine(userAgent))
  })

  it('rejects a forged answer copied from another session', async () => {
    const { id, result, userAgent } = await visitWith(chromium, '/plain')
    expect(result).toEqual(genuine(userAgent))
    const copied = await answerOf(id)
    const failed = { result: 'failed', known: false, failed: ['seed'] }
    expect(await forge(CHROMIUM_AGENT, () => copied)).toEqual(failed)
    // The same results under the session's own seeds are wrong.
    const forged = await forge(CHROMIUM_AGENT, (seed) => ({ seed, results: copied.results }))
    expect(forged.result).toBe('failed')
    expect(forged.failed).toContain('canvas')
  })

  it('accepts a forged answer only from a real engine of the claimed class', async () => {
    const page = await chromium.context.newPage()
    await page.goto(`${pages.url}/answers`)
    const answer = async (seed: string) => ({
      seed,
      results: await page.evaluate(
        (seeds) => (window as unknown as { answer(seeds: string): (string | number)[] }).answer(seeds),
        seed,
      ),
    })
    const userAgent = await page.evaluate(() => navigator.userAgent)
    expect(await forge(userAgent, answer)).toEqual(genuine(userAgent))
    const asFirefox = await forge(FIREFOX_AGENT, answer)
    expect(asFirefox.result).toBe('failed')
    expect(asFirefox.failed).toEqual(expect.arrayContaining(['errors', 'layout', 'canvas']))
    const otherVersion = CHROMIUM_AGENT.replace('156', '158')
    expect(await forge(otherVersion, answer)).toEqual({ result: 'passed', known: true })
    const inventedVersion = CHROMIUM_AGENT.replace('156', '999')
    expect(await forge(inventedVersion, answer)).toEqual({ result: 'unknown', known: false })
    const onWindows = CHROMIUM_AGENT.replace('X11; Linux x86_64', 'Windows NT 10.0; Win64; x64')
    // The engine is the claimed one, but no values say how it draws on this system.
    expect(await forge(onWindows, answer)).toEqual({ result: 'unknown', known: false, ownEngine: true })
    const invented = async (seed: string) => {
      const { results } = await answer(seed)
      return { seed, results: results.with(RESULT.fixedPicture, '0123456789abcdef') }
    }
    expect(await forge(otherVersion, invented)).toEqual({ result: 'unknown', known: true, ownEngine: true })
  })
})

/** Differences between the browsers of people who share an office, or between the claims of one farm. */
const CONFIGURATIONS: Readonly<Record<string, Parameters<typeof launchChromium>[0]>> = {
  'a headless browser': {},
  'another profile': {},
  'a window': { headed: true },
  'no GPU': { headed: true, args: ['--disable-gpu', '--disable-3d-apis'] },
  'a dense screen': { args: ['--force-device-scale-factor=2'] },
  'the user agent of Windows': {
    args: [
      `--user-agent=${'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/158.0.0.0 Safari/537.36'}`,
    ],
  },
}

it('draws alike in all configurations, so equal pictures do not tell a farm from an office', async () => {
  const seeds = Array.from({ length: 64 }, (_, index) => `f${index} week-${index % 2}`)
  const drawn = new Map<string, string>()
  for (const [name, options] of Object.entries(CONFIGURATIONS)) {
    const { context, close } = await launchChromium(options)
    const page = await context.newPage()
    await page.goto(`${pages.url}/answers`)
    const answers = await page.evaluate(
      (all) => all.map((seed) => (window as unknown as { answer(seeds: string): unknown[] }).answer(seed)),
      seeds,
    )
    await close()
    const pictures = answers.map((results) => [results[RESULT.fixedPicture], results[RESULT.weeklyPicture]])
    // Each seed has a picture of its own.
    expect(new Set(pictures.map(([fixed]) => fixed)).size).toBe(seeds.length)
    expect(new Set(pictures.map(([, weekly]) => weekly)).size).toBe(2)
    drawn.set(name, JSON.stringify(pictures))
  }
  expect(new Set(drawn.values()).size).toBe(1)
})

async function visitWithFirefox(
  options: Parameters<typeof launchFirefox>[0],
  paths: readonly string[],
  after: (page: FirefoxPage, id: string) => Promise<void> = async () => {},
): Promise<[result: ChallengeResult, userAgent: string][]> {
  const { browser, close } = await launchFirefox(options)
  try {
    return await Promise.all(
      paths.map(async (path) => {
        const page = await browser.newPage({ type: 'window' })
        await page.goto(pages.url + path)
        const frame = page.frames().at(-1) ?? page.mainFrame()
        const id = await (await frame.waitForFunction(leaveWhenAnswered, {}, workspace.siteKey)).jsonValue()
        const result = await resultOf(id as string)
        await after(page, id as string)
        return [result, await agentOf(id as string)] as [ChallengeResult, string]
      }),
    )
  } finally {
    await close()
  }
}

describe.concurrent('Firefox', () => {
  it('passes, even under a strict policy and in a frame', async () => {
    for (const [result, userAgent] of await visitWithFirefox({}, PATHS)) {
      expect(result).toEqual(genuine(userAgent))
    }
  })

  it('passes with a window and without WebGL', async () => {
    const options = { headed: true, preferences: { 'webgl.disabled': true } }
    for (const [result, userAgent] of await visitWithFirefox(options, ['/plain'])) {
      expect(result).toEqual(genuine(userAgent))
    }
  })

  it('is unknown, and reads no canvas, while it resists fingerprinting', async () => {
    const options = { preferences: { 'privacy.resistFingerprinting': true } }
    const visits = await visitWithFirefox(options, ['/counted'], async (page, id) => {
      const { results } = await answerOf(id)
      expect([results[RESULT.fixedPicture], results[RESULT.weeklyPicture]]).toEqual(['!resist', '!resist'])
      // Reading a canvas would make Firefox show its prompt.
      expect(await page.evaluate(() => (window as unknown as { canvasReads: number }).canvasReads)).toBe(0)
    })
    expect(visits.map(([{ result }]) => result)).toEqual(['unknown'])
  })
})

const CHROMIUM_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const FIREFOX_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'

/** A program without a browser that opens a session and answers its challenge. */
async function forge(
  userAgent: string,
  answer: (seeds: string) => NonNullable<Batch['challenge']> | Promise<NonNullable<Batch['challenge']>>,
): Promise<ChallengeResult> {
  const now = Date.now()
  const sessionId = Buffer.from(crypto.getRandomValues(new Uint8Array(17)))
    .toString('base64url')
    .slice(0, 22)
  const batch = {
    v: 1,
    site_key: workspace.siteKey,
    session_id: sessionId,
    tab: 'AAAAAAAA',
    page: 0,
    sent_at: now,
    time_origin: now - 1_000,
    start: 0,
    at: [0, 0],
    names: [],
    rows: [],
  }
  const post = async (fields: object): Promise<BatchAnswer> => {
    const response = await fetch(service.address + INGEST_PATH, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'user-agent': userAgent },
      body: JSON.stringify({ ...batch, ...fields }),
    })
    expect(response.status).toBe(200)
    return (await response.json()) as BatchAnswer
  }
  const { token, challenge = '' } = await post({ seq: 0, tab_secret: 'C'.repeat(22) })
  const second = await post({ seq: 1, token, challenge: await answer(challenge) })
  expect(second).not.toHaveProperty('challenge')
  return resultOf(sessionId)
}

/** The answers of V8 without a canvas or a layout. */
function withoutBrowser(seeds: string): (string | number)[] {
  const { widths, word, count, errors } = tasksFrom(drawFrom(seeds.split(' ')[0] as string))
  const wrong = [
    () => (null as never)[word],
    () => word in (word as never),
    () => BigInt(word),
    () => BigInt(count + 0.5),
    () => count.toString(count + 36),
    () => new Uint8Array(-count),
  ]
  const texts = errors.map((index) => {
    try {
      return String(wrong[index]?.())
    } catch (error) {
      return (error as Error).message
    }
  })
  return ['!absent', '!absent', 1, ...widths.map((width) => Math.floor(width * 64) / 64), ...texts]
}

describe('a forger without a browser', () => {
  it('does not pass', async () => {
    const bare = (seed: string) => ({ seed, results: withoutBrowser(seed) })
    expect(await forge(CHROMIUM_AGENT, bare)).toEqual({ result: 'unknown', known: true, ownEngine: true })
    expect((await forge(FIREFOX_AGENT, bare)).result).toBe('failed')
    const invented = (seed: string) => ({
      seed,
      results: withoutBrowser(seed).with(0, 'a'.repeat(32)).with(1, 'b'.repeat(32)),
    })
    expect((await forge(CHROMIUM_AGENT, invented)).failed).toEqual(['canvas'])
  })
})
