/** The network between a node and PostgreSQL is cut, silent or slow: no acknowledged batch is lost or duplicated. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { readCounters } from './counters.ts'
import { cycles, figures } from './cycles.ts'
import { type Engine, type Installation, installationAt, openEngine, until } from './engines.ts'
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
import { seededRandom } from './random.ts'
import { printedKeys, type ServiceKeys, type ServiceProcess } from './service_process.ts'

const SENDERS = 12
const ACKNOWLEDGED = cycles(200, 3_000)
const CONTROL_ACKNOWLEDGED = 200
/** One out of this many PostgreSQL replies is lost, including replies to COMMIT. */
const LOST_SHARE = 0.05
/** Low enough that cuts hit transactions, high enough for progress. */
const ACKNOWLEDGED_BETWEEN_CUTS = 10
const SILENCES = cycles(1, 10)

let engine: Engine
beforeAll(async () => {
  engine = await openEngine('PostgreSQL')
})
afterAll(() => engine?.stop())

let installation: Installation
let proxy: FaultProxy
let service: ServiceProcess
let keys: ServiceKeys
/** Faults of the proxy, changed while the service runs. */
let lostShare = 0
let delayMs = 0

beforeEach(async () => {
  lostShare = 0
  delayMs = 0
  const direct = new URL((await engine.server?.newDatabase()) as string)
  const random = seededRandom(3)
  proxy = await openFaultProxy(direct.href, {
    cutsReply: () => random() < lostShare,
    delayMs: () => delayMs * random(),
  })
  direct.port = String(proxy.port)
  installation = await installationAt(direct.href)
  service = await installation.start()
  keys = await printedKeys(service)
})
afterEach(async () => {
  await service.kill('SIGTERM')
  await proxy.close()
  await installation.remove()
})

const sendersOf = (options?: SenderOptions) =>
  Array.from({ length: SENDERS }, () => makeSender(keys, options))

async function sendThrough(senders: readonly Sender[], count: number = ACKNOWLEDGED) {
  await sendUntil(service.address, senders, () => acknowledgedBy(senders) >= count)
  lostShare = 0
  delayMs = 0
}

async function holdToPromises(senders: readonly Sender[]) {
  expect(await findLost(service.address, keys, senders)).toEqual({ lost: [], duplicated: [] })
  const answers = new Set(senders.flatMap((sender) => [...sender.answers.keys()]))
  expect([...answers].filter((status) => status !== 200 && status !== 503)).toEqual([])
  const { received, accepted, rejected } = await readCounters(service.address)
  figures('the way to PostgreSQL', {
    sent: sentBy(senders),
    acknowledged: acknowledgedBy(senders),
    cut: proxy.cut,
  })
  expect({ received, contents: accepted + rejected }).toEqual({
    received: sentBy(senders),
    contents: received,
  })
}

it('lost replies of the database: batches that were stored are recognized, not stored again', async () => {
  const senders = sendersOf()
  lostShare = LOST_SHARE
  await sendThrough(senders)
  expect(proxy.cut).toBeGreaterThan(5)
  await holdToPromises(senders)
})

it('stores batches twice if senders renumber them (control)', async () => {
  const senders = sendersOf({ renumbers: true })
  lostShare = LOST_SHARE * 2
  await sendThrough(senders, CONTROL_ACKNOWLEDGED)
  expect((await findLost(service.address, keys, senders)).duplicated.length).toBeGreaterThan(0)
})

it('all connections are cut at once, repeatedly', async () => {
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

it('a slow connection', async () => {
  const senders = sendersOf()
  delayMs = 20
  await sendThrough(senders)
  await holdToPromises(senders)
})

it(`a silent connection, ${SILENCES} time(s): clients get an answer within seconds, and the service recovers without a restart`, async () => {
  const senders = sendersOf()
  let stop = false
  const sending = sendUntil(service.address, senders, () => stop)
  for (let silence = 0; silence < SILENCES; silence++) {
    const before = acknowledgedBy(senders)
    await until(() => acknowledgedBy(senders) > before + SENDERS)
    proxy.silence(true)
    // The silence ends only after the response.
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
