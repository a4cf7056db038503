/** A store that stalls does not stall its callers: they are told, nothing piles up, and it goes on where it stopped. */
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { ANSWERS, QUESTIONS } from '../service/survey_client.ts'
import { readCounters } from './counters.ts'
import { cycles, figures } from './cycles.ts'
import { openEngine, type Place, placeAt, until } from './engines.ts'
import { acknowledgedBy, findLost, makeSender, type Sender, sentBy } from './marked_batches.ts'
import { buildPreload } from './preload.ts'
import type { ServiceKeys, ServiceProcess } from './service_process.ts'

const SENDERS = cycles(60, 300)
/** Rounds of reads that must be answered while the store is still stalled. */
const READ_ROUNDS = 3
/** A stopped service answers nobody, however long that lasts. */
const STOPPED_MS = 1_000
/** Everything that may wait for the store, and what Node keeps of it. */
const MORE_MEMORY_MB = 250

const tidying: (() => unknown)[] = []
afterEach(async () => {
  for (const tidy of tidying.splice(0).reverse()) await tidy()
})

const memoryMb = ({ child }: ServiceProcess) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024

interface Store {
  stall(): Promise<void>
  goOn(): Promise<void>
}

/** How long the answer took, and its status. */
async function timed(ask: () => Promise<Response>): Promise<{ status: number; ms: number }> {
  const began = performance.now()
  const answer = await ask()
  await answer.arrayBuffer()
  return { status: answer.status, ms: performance.now() - began }
}

const reading = (address: string, keys: ServiceKeys, sessionId: string) => () =>
  fetch(`${address}/v1/sessions/${sessionId}/report`, {
    headers: { authorization: `Bearer ${keys.secretKey}` },
  })

const analysing = (address: string, keys: ServiceKeys, participant: string) => () =>
  fetch(`${address}/survey-check/v021`, {
    method: 'POST',
    headers: { api_key: keys.secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      survey_id: 's',
      participant_id: participant,
      questions: QUESTIONS,
      responses: ANSWERS[0],
    }),
  })

async function live(service: ServiceProcess, keys: ServiceKeys, store: Store): Promise<void> {
  const { address } = service
  const senders: Sender[] = Array.from({ length: SENDERS }, () => makeSender(keys))
  for (const sender of senders) expect(await sender.send(address)).toBe(200)
  const [scored, unscored] = senders as [Sender, Sender]
  expect((await timed(reading(address, keys, scored.sessionId))).status).toBe(200)
  // The first one also loads the models.
  expect((await timed(analysing(address, keys, 'first'))).status).toBe(200)
  const memoryBefore = memoryMb(service)

  await store.stall()
  let stop = false
  let slowestWrite = 0
  const sending = Promise.all(
    senders.map(async (sender) => {
      while (!stop) {
        const began = performance.now()
        await sender.send(address)
        slowestWrite = Math.max(slowestWrite, performance.now() - began)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }),
  )
  // The stall ends only after everyone got an answer, so a service that waits for its store never gets out of here.
  const reads: { status: number; ms: number }[] = []
  const wasRefused = ({ answers }: Sender) => (answers.get(503) ?? 0) > 0
  for (let round = 0; round < READ_ROUNDS || !senders.every(wasRefused); round++) {
    reads.push(
      ...(await Promise.all([
        timed(reading(address, keys, scored.sessionId)),
        timed(reading(address, keys, unscored.sessionId)),
        timed(reading(address, keys, 'A'.repeat(22))),
      ])),
    )
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const survey = await timed(analysing(address, keys, 'second'))
  expect(memoryMb(service) - memoryBefore).toBeLessThan(MORE_MEMORY_MB)
  await store.goOn()
  const wentOnAt = performance.now()
  await until(() => senders.every(({ answers }) => (answers.get(200) ?? 0) > 1))
  const recoveredMs = performance.now() - wentOnAt
  stop = true
  await sending

  const slowestRead = Math.max(...reads.map(({ ms }) => ms))
  figures('a stall', { slowestRead, slowestWrite, survey: survey.ms, recoveredMs })
  for (const { status } of reads) expect([200, 404, 503]).toContain(status)
  expect(survey.status).toBe(503)
  const statuses = new Set(senders.flatMap(({ answers }) => [...answers.keys()]))
  expect([...statuses].sort()).toEqual([200, 503])
  expect((await timed(analysing(address, keys, 'second'))).status).toBe(200)
  expect(await findLost(address, keys, senders)).toEqual({ lost: [], doubled: [] })
  const { received, accepted, rejected } = await readCounters(address)
  expect({ received, told: accepted + rejected }).toEqual({ received: sentBy(senders), told: received })
  expect(acknowledgedBy(senders)).toBeGreaterThan(SENDERS)
}

async function begin(place: Place, env: Readonly<Record<string, string>> = {}) {
  tidying.push(() => place.remove())
  const keys = await place.firstKeys()
  const service = await place.start(env)
  tidying.push(() => service.kill('SIGKILL'))
  return { keys, service }
}

it('a disk under SQLite that does not answer', async () => {
  const preload = await buildPreload('diskfault')
  tidying.push(() => preload.remove())
  const place = await placeAt(undefined)
  const stall = join(place.folder, 'stall')
  const { service, keys } = await begin(place, {
    LD_PRELOAD: preload.library,
    DISKFAULT_FOLDER: join(place.folder, 'byhand.db'),
    DISKFAULT_STALL: stall,
  })
  await live(service, keys, { stall: () => writeFile(stall, ''), goOn: () => rm(stall) })
})

it('a PostgreSQL that does not answer', async () => {
  const engine = await openEngine('PostgreSQL', { fsync: false })
  tidying.push(() => engine.stop())
  const { service, keys } = await begin(await engine.newPlace())
  const { server } = engine
  if (!server) throw new Error('there is no server to stop')
  await live(service, keys, { stall: server.freeze, goOn: server.thaw })
})

it('would be noticed if it stalled the service too (control)', async () => {
  const { service, keys } = await begin(await placeAt(undefined))
  service.child.kill('SIGSTOP')
  let isAnswered = false
  const waiting = timed(reading(service.address, keys, 'A'.repeat(22))).finally(() => {
    isAnswered = true
  })
  await new Promise((resolve) => setTimeout(resolve, STOPPED_MS))
  expect(isAnswered).toBe(false)
  service.child.kill('SIGCONT')
  expect((await waiting).status).toBe(404)
})
