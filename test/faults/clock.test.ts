/**
 * System clocks that jump: a month back, a month ahead, an hour back during a session. Order and score stay the same.
 */
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRecordings } from '../../research/lab/recordings.ts'
import { INGEST_PATH } from '../../src/contract/paths.ts'
import { readCounters } from './counters.ts'
import { cycles } from './cycles.ts'
import { ENGINES, type Engine, type Installation, openEngine } from './engines.ts'
import { printedKeys, type ServiceKeys, type ServiceProcess } from './service_process.ts'

/** One recording of a person, one of a program. */
const RECORDINGS = ['autofill-headed-1', 'injection-value-headed-1']
const recordings = readRecordings().filter(({ name }) => RECORDINGS.includes(name))

const HALF_AN_HOUR_MS = 1_800_000

const LIBRARY = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0] ?? ''

/** The clock's offset at the start and in the middle of every session. */
const CLOCKS: Readonly<Record<string, readonly [string, string]>> = {
  'right all the time': ['+0', '+0'],
  'thirty days behind': ['-30d', '-30d'],
  'thirty days ahead': ['+30d', '+30d'],
  'set back an hour in the middle of a session': ['+0', '-3600'],
  'set ahead an hour in the middle of a session': ['+0', '+3600'],
  'set back thirty days in the middle of a session': ['+0', '-30d'],
}

/** The most important cases; the full run includes all of them. */
const TRIED = cycles(
  ['thirty days behind', 'set back an hour in the middle of a session'],
  Object.keys(CLOCKS).slice(1),
)

interface Verdict {
  readonly score: number
  readonly actions: readonly string[]
}

let folder: string
beforeAll(async () => {
  expect(existsSync(LIBRARY), 'the package faketime is missing').toBe(true)
  folder = await mkdtemp(join(tmpdir(), 'byhand-clock-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function runUnder(installation: Installation, [start, later]: readonly [string, string]) {
  const clock = join(folder, 'clock')
  await writeFile(clock, start)
  const service = await installation.start({
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    // Setting the system clock does not change the monotonic clock.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  })
  const keys = await printedKeys(service)
  const verdicts: Verdict[] = []
  for (const { name, batches } of recordings) {
    await writeFile(clock, start)
    verdicts.push(
      await send(service, keys, `${name}${'x'.repeat(22)}`.replace(/-/g, '').slice(0, 22), batches, () =>
        writeFile(clock, later),
      ),
    )
  }
  const counters = await readCounters(service.address)
  const isWrong = await showsAnotherTime(service)
  await service.kill('SIGTERM')
  return { verdicts, counters, isWrong }
}

/** Uses the Date header, which the service updates once a second. */
async function showsAnotherTime({ address }: ServiceProcess): Promise<boolean> {
  for (let look = 0; look < 25; look++) {
    const date = (await fetch(`${address}/healthz`)).headers.get('date') as string
    if (Math.abs(Date.parse(date) - Date.now()) > HALF_AN_HOUR_MS) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

async function send(
  { address }: ServiceProcess,
  { siteKey, secretKey }: ServiceKeys,
  sessionId: string,
  batches: (typeof recordings)[number]['batches'],
  halfway: () => Promise<void>,
): Promise<Verdict> {
  let token: string | undefined
  for (const [index, { batch }] of batches.entries()) {
    if (index === Math.ceil(batches.length / 2)) await halfway()
    const proof = token === undefined ? { tab_secret: sessionId } : { token }
    const answer = await fetch(address + INGEST_PATH, {
      method: 'POST',
      body: JSON.stringify({ ...batch, v: 1, site_key: siteKey, session_id: sessionId, ...proof }),
    })
    const body = await answer.text()
    expect(answer.status, body).toBe(200)
    token = JSON.parse(body).token
  }
  const read = async (part: string) => {
    const answer = await fetch(`${address}/v1/sessions/${sessionId}/${part}`, {
      headers: { authorization: `Bearer ${secretKey}` },
    })
    expect(answer.status).toBe(200)
    return answer.json() as Promise<{
      risk_score: number
      events: { action: string; unix_timestamp: number }[]
    }>
  }
  const { risk_score } = await read('report')
  const { events } = await read('events')
  const times = events.map(({ unix_timestamp }) => unix_timestamp)
  expect(times).toEqual([...times].sort((a, b) => a - b))
  return { score: risk_score, actions: events.map(({ action }) => action) }
}

describe.each(ENGINES)('on %s', (name) => {
  let engine: Engine
  let right: Awaited<ReturnType<typeof runUnder>>
  beforeAll(async () => {
    engine = await openEngine(name, { fsync: false })
    const installation = await engine.newInstallation()
    right = await runUnder(installation, CLOCKS['right all the time'] as readonly [string, string])
    await installation.remove()
  })
  afterAll(() => engine?.stop())

  it('a changed report is found (control)', async () => {
    const installation = await engine.newInstallation()
    const service = await installation.start()
    const keys = await printedKeys(service)
    const [recording] = recordings as [(typeof recordings)[number]]
    const half = recording.batches.slice(0, Math.ceil(recording.batches.length / 2))
    expect(await send(service, keys, 'h'.repeat(22), half, async () => {})).not.toEqual(right.verdicts[0])
    await service.kill('SIGTERM')
    await installation.remove()
  })

  it.each(TRIED)('a clock %s changes no order and no score', async (clock) => {
    const installation = await engine.newInstallation()
    const { verdicts, counters, isWrong } = await runUnder(
      installation,
      CLOCKS[clock] as readonly [string, string],
    )
    expect(verdicts).toEqual(right.verdicts)
    expect(counters.rejected).toBe(0)
    expect(counters.accepted).toBe(counters.received)
    // With a correct clock, the test would prove nothing.
    expect(isWrong).toBe(true)
    await installation.remove()
  })
})
