/** The network between a node and PostgreSQL: cut, silent or slow, nothing acknowledged is lost and nothing doubled. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { seededChance } from './chance.ts'
import { readCounters } from './counters.ts'
import { cycles, figures } from './cycles.ts'
import { type Engine, openEngine, type Place, placeAt, until } from './engines.ts'
import { type FaultProxy, openFaultProxy } from './fault_proxy.ts'
import {
  acknowledgedBy,
  findLost,
  makeSender,
  type Sender,
  type SenderOptions,
  sendUntil,
  sentBy,
} from './marked_batches.ts'
import { printedKeys, type ServiceKeys, type ServiceProcess } from './service_process.ts'

const SENDERS = 12
const ACKNOWLEDGED = cycles(200, 3_000)
const CONTROL_ACKNOWLEDGED = 200
/** One reply in so many of PostgreSQL's never arrives, that to COMMIT among them. */
const LOST_SHARE = 0.05
/** So few that cuts fall into transactions, and enough that there is always some progress. */
const ACKNOWLEDGED_BETWEEN_CUTS = 10
const SILENCES = cycles(1, 10)

let engine: Engine
beforeAll(async () => {
  engine = await openEngine('PostgreSQL')
})
afterAll(() => engine?.stop())

let place: Place
let proxy: FaultProxy
let service: ServiceProcess
let keys: ServiceKeys
/** What the proxy does is changed while everything runs through it. */
let lostShare = 0
let delayMs = 0

beforeEach(async () => {
  lostShare = 0
  delayMs = 0
  const direct = new URL((await engine.server?.newDatabase()) as string)
  const chance = seededChance(3)
  proxy = await openFaultProxy(direct.href, {
    cutsReply: () => chance() < lostShare,
    delayMs: () => delayMs * chance(),
  })
  direct.port = String(proxy.port)
  place = await placeAt(direct.href)
  service = await place.start()
  keys = await printedKeys(service)
})
afterEach(async () => {
  await service.kill('SIGTERM')
  await proxy.close()
  await place.remove()
})

const sendersOf = (options?: SenderOptions) =>
  Array.from({ length: SENDERS }, () => makeSender(keys, options))

async function sendThrough(senders: readonly Sender[], count: number = ACKNOWLEDGED) {
  await sendUntil(service.address, senders, () => acknowledgedBy(senders) >= count)
  lostShare = 0
  delayMs = 0
}

async function holdToPromises(senders: readonly Sender[]) {
  expect(await findLost(service.address, keys, senders)).toEqual({ lost: [], doubled: [] })
  const answers = new Set(senders.flatMap((sender) => [...sender.answers.keys()]))
  expect([...answers].filter((status) => status !== 200 && status !== 503)).toEqual([])
  const { received, accepted, rejected } = await readCounters(service.address)
  // The first start sends itself a short visit.
  figures('the way to PostgreSQL', {
    sent: sentBy(senders),
    acknowledged: acknowledgedBy(senders),
    cut: proxy.cut,
  })
  expect({ received, told: accepted + rejected }).toEqual({ received: sentBy(senders) + 1, told: received })
}

it('replies of the database are lost: what was stored unseen is found again, not stored again', async () => {
  const senders = sendersOf()
  lostShare = LOST_SHARE
  await sendThrough(senders)
  expect(proxy.cut).toBeGreaterThan(5)
  await holdToPromises(senders)
})

it('would store batches twice if senders numbered them anew (control)', async () => {
  const senders = sendersOf({ renumbers: true })
  lostShare = LOST_SHARE * 2
  await sendThrough(senders, CONTROL_ACKNOWLEDGED)
  expect((await findLost(service.address, keys, senders)).doubled.length).toBeGreaterThan(0)
})

it('connections are cut all at once, again and again', async () => {
  const senders = sendersOf()
  let nextCut = 0
  const cutting = setInterval(() => {
    if (acknowledgedBy(senders) < nextCut) return
    nextCut = acknowledgedBy(senders) + ACKNOWLEDGED_BETWEEN_CUTS
    proxy.cutAll()
  }, 5)
  await sendThrough(senders)
  clearInterval(cutting)
  await holdToPromises(senders)
})

it('the way is slow', async () => {
  const senders = sendersOf()
  delayMs = 20
  await sendThrough(senders)
  await holdToPromises(senders)
})

it(`the way is silent ${SILENCES} time(s): callers are told within seconds, and all goes on by itself`, async () => {
  const senders = sendersOf()
  let stop = false
  const sending = sendUntil(service.address, senders, () => stop)
  for (let silence = 0; silence < SILENCES; silence++) {
    const before = acknowledgedBy(senders)
    await until(() => acknowledgedBy(senders) > before + SENDERS)
    proxy.silence(true)
    // The silence ends only after the answer.
    const answer = await fetch(`${service.address}/v1/users/nobody/sessions`, {
      headers: { authorization: `Bearer ${keys.secretKey}` },
    })
    expect([200, 503]).toContain(answer.status)
    await until(() => senders.every(({ answers }) => (answers.get(503) ?? 0) > silence))
    proxy.silence(false)
  }
  const before = acknowledgedBy(senders)
  await until(() => acknowledgedBy(senders) > before + SENDERS)
  stop = true
  await sending
  await holdToPromises(senders)
})
