/** People whose network, computer or service has a hiccup get in: without a task, or with one. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RecordedBatch } from '../../src/contract/batch/codec.ts'
import type { Receipt } from '../../src/contract/network.ts'
import { factDigest, openTokens, type Tokens } from '../../src/server/collect/token.ts'
import { tell, visitCount } from './attack_full.ts'
import { type Headers, randomId, UNLIMITED } from './collect_client.ts'
import { POINTS, resultOf } from './enforcement_points.ts'
import { COPIED_HEADERS, type OpenSession, type Place, typeTask } from './forgers.ts'
import { honestVisit } from './honest_visit.ts'
import { runService } from './running_service.ts'

const VISITS = visitCount(2, 10)
const HOUR_MS = 3_600_000
/** One of each kind: the other paths of `siteverify` are the same. */
const DECIDING = POINTS.filter(({ name }) => !/recaptcha|turnstile|hcaptcha/.test(name))

type Change = (batches: readonly RecordedBatch[]) => RecordedBatch[]

let place: Place
let tokens: Tokens
beforeAll(async () => {
  const clock = { now: Date.now() }
  const service = await runService(
    { ...UNLIMITED, BYHAND_RATE_STEP_UPS_PER_DEVICE: '0', BYHAND_RATE_STEP_UPS_PER_IP: '0' },
    { now: () => clock.now },
  )
  const site = await service.workspace()
  const { store, config } = service.services
  await store.keys.changeSettings(site.id, (before) => ({
    ...before,
    forward_auth: [{ path: '/signup', on_unknown: 'block' }],
  }))
  tokens = await openTokens(store.keys, config.tokenKey)
  place = { service, site, clock }
})
afterAll(() => place?.service.stop())

const withReceipt = (recorded: RecordedBatch, receipt: Partial<Receipt>): RecordedBatch => ({
  ...recorded,
  receipt: { ...recorded.receipt, ...receipt },
})

/** All requests wait for the first one. */
const firstLate =
  (seconds: number): Change =>
  (batches) => {
    const arrivedAt = (batches[0] as RecordedBatch).receipt.at + seconds * 1_000
    return batches.map((recorded, index) =>
      withReceipt(recorded, { at: Math.max(recorded.receipt.at, arrivedAt + index * 50) }),
    )
  }

/** The same visit, and another page after it, for which the clock of the computer differs. */
const clockCorrected =
  (seconds: number): Change =>
  (batches) => {
    const tab = randomId(6)
    const first = batches.map(({ batch, receipt }, index) => ({
      batch: { ...batch, final: index === batches.length - 1 },
      receipt,
    }))
    const endedAt = (batches.at(-1) as RecordedBatch).receipt.at
    const second = honestVisit(2 * endedAt - (batches[0] as RecordedBatch).receipt.at + 3_000)
    return [
      ...first,
      ...second.map(({ batch: { device: _, ...batch }, receipt: { challenge: _c, ...receipt } }, index) => ({
        batch: {
          ...batch,
          tab,
          page: 1,
          time_origin: batch.time_origin + seconds * 1_000,
          sent_at: batch.sent_at + seconds * 1_000,
        },
        receipt: { ...receipt, ...(index === 0 && { tokenAgeMs: 3_000 }) },
      })),
    ]
  }

/** The clock of the service steps in the middle of the visit. */
const serviceClockStepped =
  (seconds: number): Change =>
  (batches) =>
    batches.map((recorded, index) =>
      index < batches.length / 2
        ? recorded
        : withReceipt(recorded, { at: recorded.receipt.at + seconds * 1_000 }),
    )

const withoutHint: Change = (batches) =>
  batches.map(({ batch, receipt: { clientHints: _, ...receipt } }) => ({ batch, receipt }))
const withoutLanguage: Change = (batches) =>
  batches.map(({ batch, receipt: { acceptLanguage: _, ...receipt } }) => ({ batch, receipt }))
const otherLanguage: Change = (batches) =>
  batches.map((recorded) =>
    recorded.receipt.acceptLanguage === undefined
      ? recorded
      : withReceipt(recorded, { acceptLanguage: 'fr-FR,fr;q=0.9' }),
  )
const otherAgent: Change = ([first, second, ...rest]) => {
  const userAgent = String(first?.receipt.userAgent).replace('150', '151')
  return [first as RecordedBatch, withReceipt(second as RecordedBatch, { userAgent }), ...rest]
}
const oneLost: Change = (batches) => batches.filter((_, index) => index !== 1)
const withoutEnd: Change = (batches) =>
  clockCorrected(0)(batches).map(({ batch: { final: _, ...batch }, receipt }) => ({ batch, receipt }))

interface Visitor extends OpenSession {
  readonly headers: Headers
}

async function open(change: Change): Promise<Visitor> {
  const { site, clock } = place
  const sessionId = randomId(16)
  const batches = change(honestVisit(clock.now))
  const last = Math.max(...batches.map(({ receipt }) => receipt.at))
  clock.now = Math.max(clock.now, last) + 1_000
  await site.append(sessionId, JSON.parse(JSON.stringify(batches)))
  const subject = { sessionId, workspace: site.id, siteKeyId: site.siteKeyId }
  const userAgent = String(batches[0]?.receipt.userAgent)
  const token = tokens.sign(subject, clock.now, { agent: factDigest(userAgent) })
  return { sessionId, token, headers: { ...COPIED_HEADERS, 'user-agent': userAgent } }
}

async function letIn(sessions: readonly OpenSession[], form: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name, letsIn } of DECIDING) {
    const answers = await Promise.all(
      sessions.map(async (session) => letsIn(place, await resultOf(place, session, name + form))),
    )
    counts[name] = answers.filter(Boolean).length
  }
  return counts
}

const atEach = (count: number) => Object.fromEntries(DECIDING.map(({ name }) => [name, count]))

const openAll = async (change: Change): Promise<Visitor[]> => {
  const sessions: Visitor[] = []
  for (let index = 0; index < VISITS; index++) sessions.push(await open(change))
  return sessions
}

it.each<[string, Change]>([
  ['control: nothing happens', (batches) => [...batches]],
  ['first request 3 s late', firstLate(3)],
  ['first request 6 s late', firstLate(6)],
  ['first request 15 s late', firstLate(15)],
  ['clock of the computer corrected by 8 s between two pages', clockCorrected(8)],
  ['clock of the computer corrected by an hour between two pages', clockCorrected(3_600)],
  ['clock of the computer set back by 8 s between two pages', clockCorrected(-8)],
  ['clock of the computer set back by an hour between two pages', clockCorrected(-3_600)],
  ['clock of the service set back by 8 s during the visit', serviceClockStepped(-8)],
  ['clock of the service set back by 20 s during the visit', serviceClockStepped(-20)],
  ['clock of the service ahead by 20 s during the visit', serviceClockStepped(20)],
  ['a proxy removes Sec-CH-UA', withoutHint],
  ['an extension replaces Accept-Language', otherLanguage],
])('%s: accepted without a task', async (name, change) => {
  const counts = await letIn(await openAll(change), '')
  tell(name, counts)
  expect(counts).toEqual(atEach(VISITS))
})

it.each<[string, Change]>([
  ['user agent changes during the visit', otherAgent],
  ['one batch is lost', oneLost],
  ['a page without its end', withoutEnd],
  // Headless browsers send none either.
  ['a proxy removes Accept-Language', withoutLanguage],
])('%s: accepted with a task', async (name, change) => {
  const sessions = await openAll(change)
  const without = await letIn(sessions, '')
  const done: OpenSession[] = []
  for (const session of sessions) done.push(await typeTask(place, session, session.headers))
  const counts = await letIn(done, ' again')
  tell(name, { without: JSON.stringify(without), with: JSON.stringify(counts) })
  expect(without).toEqual(atEach(0))
  expect(counts).toEqual(atEach(VISITS))
  place.clock.now += HOUR_MS
})
