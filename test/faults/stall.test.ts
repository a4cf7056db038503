/** A stalled store does not stall its clients: they get a response, no requests queue up, and the service resumes. */
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { ANSWERS, QUESTIONS } from '../service/survey_client.ts'
import { readCounters } from './counters.ts'
import { cycles, figures } from './cycles.ts'
import { type Installation, installationAt, openEngine, until } from './engines.ts'
import { acknowledgedBy, findLost, makeSender, type Sender, sentBy } from './marked_batches.ts'
import { buildPreload } from './preload.ts'
import type { ServiceKeys, ServiceProcess } from './service_process.ts'

const SENDERS = cycles(60, 300)
/** Rounds of reads that must be answered while the store is stalled. */
const READ_ROUNDS = 3
/** A suspended process responds to no request during this time. */
const STOPPED_MS = 1_000
/** Memory for requests that may wait for the store, including Node's overhead. */
const MORE_MEMORY_MB = 250

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
})

const memoryMb = ({ child }: ServiceProcess) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024

interface Store {
  stall(): Promise<void>
  resume(): Promise<void>
}

/** Latency and status of the response. */
async function timed(send: () => Promise<Response>): Promise<{ status: number; ms: number }> {
  const began = performance.now()
  const answer = await send()
  await answer.arrayBuffer()
  return { status: answer.status, ms: performance.now() - began }
}

const reading = (address: string, keys: ServiceKeys, sessionId: string) => () =>
  fetch(`${address}/v1/sessions/${sessionId}/report`, {
    headers: { authorization: `Bearer ${keys.secretKey}` },
  })

const analyzing = (address: string, keys: ServiceKeys, participant: string) => () =>
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
  // The first request also loads the models.
  expect((await timed(analyzing(address, keys, 'first'))).status).toBe(200)
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
  // The stall ends only after every response, so a service that waits for its store would never finish this loop.
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
  const survey = await timed(analyzing(address, keys, 'second'))
  expect(memoryMb(service) - memoryBefore).toBeLessThan(MORE_MEMORY_MB)
  await store.resume()
  const resumedAt = performance.now()
  await until(() => senders.every(({ answers }) => (answers.get(200) ?? 0) > 1))
  const recoveredMs = performance.now() - resumedAt
  stop = true
  await sending

  const slowestRead = Math.max(...reads.map(({ ms }) => ms))
  figures('a stall', { slowestRead, slowestWrite, survey: survey.ms, recoveredMs })
  for (const { status } of reads) expect([200, 404, 503]).toContain(status)
  expect(survey.status).toBe(503)
  const statuses = new Set(senders.flatMap(({ answers }) => [...answers.keys()]))
  expect([...statuses].sort()).toEqual([200, 503])
  expect((await timed(analyzing(address, keys, 'second'))).status).toBe(200)
  expect(await findLost(address, keys, senders)).toEqual({ lost: [], duplicated: [] })
  const { received, accepted, rejected } = await readCounters(address)
  expect({ received, contents: accepted + rejected }).toEqual({
    received: sentBy(senders),
    contents: received,
  })
  expect(acknowledgedBy(senders)).toBeGreaterThan(SENDERS)
}

async function begin(installation: Installation, env: Readonly<Record<string, string>> = {}) {
  cleanups.push(() => installation.remove())
  const keys = await installation.firstKeys()
  const service = await installation.start(env)
  cleanups.push(() => service.kill('SIGKILL'))
  return { keys, service }
}

it('a disk under SQLite that does not respond', async () => {
  const preload = await buildPreload('diskfault')
  cleanups.push(() => preload.remove())
  const installation = await installationAt(undefined)
  const stall = join(installation.folder, 'stall')
  const { service, keys } = await begin(installation, {
    LD_PRELOAD: preload.library,
    DISKFAULT_FOLDER: join(installation.folder, 'byhand.db'),
    DISKFAULT_STALL: stall,
  })
  await live(service, keys, { stall: () => writeFile(stall, ''), resume: () => rm(stall) })
})

it('a PostgreSQL that does not respond', async () => {
  const engine = await openEngine('PostgreSQL', { fsync: false })
  cleanups.push(() => engine.stop())
  const { service, keys } = await begin(await engine.newInstallation())
  const { server } = engine
  if (!server) throw new Error('there is no server to stop')
  await live(service, keys, { stall: server.freeze, resume: server.thaw })
})

it('a stalled service is found (control)', async () => {
  const { service, keys } = await begin(await installationAt(undefined))
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
