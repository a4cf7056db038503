/**
 * Programs that pretend to be visitors. Each sends its visits and returns what a page would hold: the session and its
 * token. To try another forger at every enforcement point, add it to FORGERS.
 */
import { LINUX_CHROMIUM, WINDOWS_CHROME } from '../../research/lab/convert/personas/device.ts'
import { readRecordings } from '../../research/lab/recordings.ts'
import { computedValues } from '../../src/browser/challenge/answer.ts'
import { errorText } from '../../src/browser/challenge/wrong_operations.ts'
import type { ChallengeAnswer } from '../../src/contract/batch/batch.ts'
import { drawFrom, RESULT, tasksFrom } from '../../src/contract/batch/challenge.ts'
import type { RecordedBatch } from '../../src/contract/batch/codec.ts'
import { INGEST_PATH, STEP_UP_SUFFIX } from '../../src/contract/paths.ts'
import { PASSED_WINDOW_MS } from '../../src/server/signed_results/step_up/passed_limit.ts'
import type { ForgingEngine } from '../browser/forging_engine.ts'
import { collectClient, type Headers, type Loose, randomId } from './collect_client.ts'
import { resultOf } from './enforcement_points.ts'
import { type Clock, chromeHeaders, type Forger, forge, inOne, invented, nextVisit } from './forged_visits.ts'
import { record } from './recorded_session.ts'
import type { RunningService, TestWorkspace } from './running_service.ts'
import { byHand, START } from './task_typing.ts'

export const COPIED_HEADERS = chromeHeaders(WINDOWS_CHROME)

const noResults = (seed: string) => ({ seed, results: [] })
export const CHROME: Forger = { headers: COPIED_HEADERS, signals: WINDOWS_CHROME, answer: noResults }
const claimingSignals = (signals: Forger['signals']): Forger => ({
  ...CHROME,
  headers: chromeHeaders(signals),
  signals,
})
/** The system that the release measured. */
export const CHROME_ON_LINUX = claimingSignals(LINUX_CHROMIUM)
export const CHROME_ON_MACOS = claimingSignals({
  ...WINDOWS_CHROME,
  user_agent:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  platform: 'MacIntel',
  webgl_vendor: 'Google Inc. (Apple)',
  webgl_renderer: 'ANGLE (Apple, ANGLE Metal Renderer: Apple M2, Unspecified Version)',
})
/** A version of Chrome on Windows. */
export const chromeOf = (major: number): Forger =>
  claimingSignals({
    ...WINDOWS_CHROME,
    user_agent: String(WINDOWS_CHROME.user_agent).replace('150', String(major)),
    brands: [`Chromium/${major}`, `Google Chrome/${major}`, 'Not A Brand/99'],
    full_brands: [`Chromium/${major}.0.1.2`, `Google Chrome/${major}.0.1.2`, 'Not A Brand/99.0.0.0'],
  })
export const MINIMAL: Forger = {
  ...CHROME,
  headers: { 'user-agent': 'x', 'accept-language': 'x', 'accept-encoding': 'x' },
  signals: {},
}
export const UNKNOWN_ENGINE: Forger = {
  ...MINIMAL,
  headers: { ...MINIMAL.headers, 'user-agent': 'Ladybird/1.0' },
  signals: { ...WINDOWS_CHROME, user_agent: 'Ladybird/1.0', engine: { absent: 'unsupported' } },
}
const SAFARI_AGENT =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15'
const { brands: _, full_brands: _full, mobile: _mobile, ...WITHOUT_BRANDS } = WINDOWS_CHROME
export const SAFARI: Forger = {
  ...CHROME,
  headers: {
    'user-agent': SAFARI_AGENT,
    'accept-language': 'en',
    'accept-encoding': 'gzip, deflate, br',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
  },
  signals: {
    ...WITHOUT_BRANDS,
    user_agent: SAFARI_AGENT,
    platform: 'MacIntel',
    engine: 'webkit',
    webgl_vendor: 'Apple Inc.',
    webgl_renderer: 'Apple GPU',
    scrollbar_width: 0,
  },
}

/** Answers of a program that has read the script and runs on the same JavaScript engine, but has no canvas. */
export function answerWithoutBrowser(seeds: string): ChallengeAnswer {
  const [fixed = ''] = seeds.split(' ')
  const draw = drawFrom(fixed)
  const tasks = tasksFrom(draw)
  const widths = tasks.widths.map((width) => Math.floor(width * 64) / 64)
  const errors = tasks.errors.map((index) => errorText(index, tasks))
  const pictures = [randomId(16), randomId(16)]
  return { seed: seeds, results: [...pictures, 1, ...widths, ...errors, ...computedValues(draw)] }
}

/** A session that a page holds. */
export interface OpenSession {
  readonly sessionId: string
  readonly token: string
}

export interface Place {
  readonly service: RunningService
  readonly site: TestWorkspace
  readonly clock: Clock
}

/** Where the forger has a browser too, and the answers that it made once. */
export interface EquippedPlace extends Place {
  readonly engine: ForgingEngine
}

export interface Manner {
  readonly answer?: (seeds: string) => ChallengeAnswer
  readonly headers?: Record<string, string>
  /** Milliseconds between batches; undefined: the duration of the events. */
  readonly paceMs?: number
  readonly keep?: (batch: Loose, index: number) => Loose
}

/** Posts one visit with the batches of a recording. */
export async function postVisit(
  { service, site, clock }: Place,
  batches: readonly RecordedBatch[],
  { answer, headers = {}, paceMs, keep = (batch) => batch }: Manner,
): Promise<OpenSession> {
  const client = collectClient(service.address)
  const sessionId = randomId(16)
  const tab = randomId(6)
  const origin = clock.now
  let token: string | undefined
  let seeds: string | undefined
  for (const [index, { batch }] of batches.entries()) {
    const lastsMs = batch.sent_at - batch.time_origin
    clock.now = paceMs === undefined ? Math.max(clock.now, origin + lastsMs) : clock.now + paceMs
    const body: Loose = {
      v: 1,
      site_key: site.siteKey,
      ...batch,
      session_id: sessionId,
      tab,
      time_origin: origin,
      sent_at: origin + lastsMs,
      ...(token === undefined ? { tab_secret: sessionId } : { token }),
      ...(seeds && answer && { challenge: answer(seeds) }),
    }
    const reply = await client.post(JSON.stringify(keep(body, index)), headers)
    if (reply.status !== 200 || !reply.text.includes('stored')) throw new Error(reply.text)
    token = reply.json.token
    seeds = reply.json.challenge
  }
  client.close()
  return { sessionId, token: token as string }
}

/** The recording of a person, with 20 ms of noise that differs by the seed. */
export function noisyPerson(seed: number): RecordedBatch[] {
  const person = readRecordings().find(({ name }) => name === 'plain-headed-1')
  const batches = person?.batches ?? []
  return batches.map(({ batch, receipt }, index) => ({
    receipt,
    batch: {
      ...batch,
      rows: batch.rows.map(([code, dt, ...rest], row) => [
        code as number,
        Math.max(0, (dt as number) + Math.round(200 * Math.sin(seed * 7919 + index * 104_729 + row * 31))),
        ...rest,
      ]),
    },
  }))
}

export const withoutDevice = ({ device: _, ...batch }: Loose): Loose => batch
const withDevice =
  ({ signals }: Forger) =>
  (batch: Loose, index: number): Loose =>
    index === 0 ? { ...batch, device: [{ at: 'load', signals }] } : batch

export interface NamedForger {
  readonly name: string
  readonly send: (place: EquippedPlace, count: number) => Promise<readonly OpenSession[]>
}

const posting = (name: string, make: (index: number) => RecordedBatch[], manner: Manner): NamedForger => ({
  name,
  async send(place, count) {
    const sent: OpenSession[] = []
    for (let index = 0; index < count; index++) sent.push(await postVisit(place, make(nextVisit()), manner))
    return sent
  },
})

/** Two requests, at the beginning and at the end of the events. */
const claiming = (name: string, forger: Forger): NamedForger => ({
  name,
  send: async ({ service, site, clock }, count) => (await forge(service, site, clock, count, forger)).visits,
})

const TYPES_AFTER_MS = 2_000

/** Asks for the task of the session and types its sentence in real time, as a person does. */
export async function typeTask(place: Place, session: OpenSession, headers: Headers): Promise<OpenSession> {
  const { service, site, clock } = place
  const client = collectClient(service.address)
  const post = async (path: string, more: object): Promise<Loose> => {
    const result = await resultOf(place, session, '')
    const task = collectClient(service.address, INGEST_PATH + STEP_UP_SUFFIX + path)
    const { json } = await task.post({ site_key: site.siteKey, result, ...more }, headers)
    task.close()
    return json
  }
  const asked = await post('', {})
  if (asked.task === undefined) return session
  const tab = randomId(6)
  const origin = clock.now + TYPES_AFTER_MS - START
  const [typed] = record(byHand(asked.task, asked.sentence), [], { origin, tab })
  const { batch } = typed as RecordedBatch
  clock.now = batch.sent_at
  const credentials = { session_id: session.sessionId, token: session.token }
  const { status, text, json } = await client.post(
    { v: 1, site_key: site.siteKey, ...batch, ...credentials },
    headers,
  )
  client.close()
  if (status !== 200) throw new Error(text)
  await post('/answer', { task: asked.task })
  return { ...session, token: json.token }
}

let devices = 0
/** Each visit on a device of its own, since a device can pass few tasks. */
const withOwnDevice = ({ signals, ...forger }: Forger): Forger => ({
  ...forger,
  signals,
  fields: () => ({ device: [{ at: 'load', signals: { ...signals, cores: 2 + devices++ } }] }),
})

/** Two requests, and a typed sentence if the service asks for one. */
const typing = (name: string, forger: Forger): NamedForger => ({
  name,
  async send(place, count) {
    // The limit of passed tasks per address counts an hour.
    place.clock.now += PASSED_WINDOW_MS
    const sent: OpenSession[] = []
    for (let index = 0; index < count; index++) {
      const { visits } = await forge(place.service, place.site, place.clock, 1, withOwnDevice(forger))
      for (const visit of visits) sent.push(await typeTask(place, visit, forger.headers))
    }
    return sent
  },
})

/** Answers that a browser made once, for all visits. */
const withTable = (name: string, forger: Forger): NamedForger => ({
  name,
  send: (place, count) =>
    claiming(name, { ...forger, answer: (seeds) => place.engine.fromTable(seeds) }).send(place, count),
})

/** A farm: one browser draws for all visits. */
const withBrowser = (name: string, forger: Forger): NamedForger => ({
  name,
  send: (place, count) =>
    claiming(name, {
      ...forger,
      answer: async (seed) => ({ seed, results: await place.engine.answer(seed) }),
    }).send(place, count),
})

const asChrome = { headers: { ...COPIED_HEADERS }, keep: withDevice(CHROME) }

export const FORGERS: readonly NamedForger[] = [
  posting('one request, as Chrome', (index) => inOne(invented(index)), asChrome),
  posting('one request, as Safari', (index) => inOne(invented(index)), {
    headers: { ...SAFARI.headers },
    keep: withDevice(SAFARI),
  }),
  posting('one request, without a device', (index) => inOne(invented(index)), { keep: withoutDevice }),
  posting('many requests at once', invented, { ...asChrome, paceMs: 1 }),
  posting('real time, without an answer', invented, asChrome),
  posting('real time, with an answer of a program', invented, { ...asChrome, answer: answerWithoutBrowser }),
  posting('replay of a person with noise', noisyPerson, asChrome),
  claiming('Chrome with an empty answer', CHROME),
  claiming('Chrome on Linux with an empty answer', CHROME_ON_LINUX),
  claiming('no browser', MINIMAL),
  claiming('an unknown engine', UNKNOWN_ENGINE),
  claiming('Safari with an empty answer', SAFARI),
  claiming('answer under another user agent', { ...CHROME, laterHeaders: MINIMAL.headers }),
  claiming('opening under another user agent', {
    ...CHROME,
    headers: MINIMAL.headers,
    laterHeaders: CHROME.headers,
  }),
  withTable('recorded pictures, as Chrome on Windows', CHROME),
  withTable('recorded pictures, as Chrome on macOS', CHROME_ON_MACOS),
  withTable('recorded pictures, as Chrome 999', chromeOf(999)),
  withBrowser('one browser that draws for all, as Chrome on Windows', CHROME),
  withBrowser('one browser that draws for all, as Chrome 999', chromeOf(999)),
  typing('typed task without a browser', MINIMAL),
  typing('typed task as Chrome with an empty answer', CHROME),
  typing('typed task as Safari with an empty answer', SAFARI),
]

/** Forgers that get in. `docs/explanation/security.md` names each. */
export const KNOWN_GAPS: readonly NamedForger[] = [
  withTable('recorded pictures, as Chrome on Linux, where no member has voted', CHROME_ON_LINUX),
  withBrowser('one browser that draws for all, as Chrome on Linux', CHROME_ON_LINUX),
  typing('typed task as Chrome on Windows with an invented answer', {
    ...CHROME,
    answer: answerWithoutBrowser,
  }),
  typing('typed task as Chrome on Linux with noise on its canvas', {
    ...CHROME_ON_LINUX,
    answer: (seeds) => {
      const { results } = answerWithoutBrowser(seeds)
      return { seed: seeds, results: ['!noise', '!noise', ...results.slice(RESULT.scale)] }
    },
  }),
]
