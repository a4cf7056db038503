/**
 * `node research/bench/hill_climb.ts [reads] [recordings]`: an attacker with a secret key visits, reads the risk score, changes
 * the behavior of the next visit and keeps changes that do not raise the score. It starts from recordings of real
 * programs and prints the lowest score of each. The recorded device signals stay unchanged; only behavior changes.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { INGEST_PATH } from '../../src/contract/paths.ts'
import { mustStart, printedKeys } from '../../test/faults/service_process.ts'
import { readRecordings } from '../lab/recordings.ts'
import { type Behavior, changed, drawn, UNCHANGED } from './hill_climb_visit.ts'

/** One uses the DevTools protocol, one hides its traces, and one uses the operating system's mouse and keyboard. */
const STARTS = process.argv[3]?.split(',') ?? [
  'cdp-naive-headed-1',
  'patchright-typed-headed-1',
  'xdotool-linear-headed-1',
]
const READS = Number(process.argv[2] ?? 1_000)
/** A visit with a `risk_score` below this is accepted without review. */
const ACCEPTED_BELOW = 25
const READS_A_MINUTE = '600'

interface Climb {
  readonly start: string
  readonly firstRisk: number
  lastRisk: number
  reads: number
  /** The read at which the visit was first recommended for acceptance. */
  acceptedAt: number | null
  /** Reads delayed by the quota, and the total delay. */
  putOff: number
  waitedS: number
  kept: Behavior
  detected: string[]
}

const folder = await mkdtemp(join(tmpdir(), 'byhand-climb-'))
/** Visits come from any number of addresses; reads have the default limit. */
const running = await mustStart(folder, { BYHAND_RATE_READS_PER_KEY: READS_A_MINUTE })
const service = { address: running.address, ...(await printedKeys(running)) }
const recordings = readRecordings()
for (const name of STARTS) {
  const recording = recordings.find((one) => one.name === name)
  if (!recording) throw new Error(`recording ${name} not found`)
  const climb = await climbDown(name, recording.batches)
  console.log(JSON.stringify(climb))
}
await running.kill('SIGTERM')
await rm(folder, { recursive: true, force: true })

async function climbDown(start: string, batches: (typeof recordings)[number]['batches']): Promise<Climb> {
  const climb = { start, reads: 0, putOff: 0, waitedS: 0, acceptedAt: null as number | null }
  const random = drawn(start)
  const trial = async (behavior: Behavior) => {
    const sessionId = randomBytes(16).toString('base64url')
    await visit(sessionId, changed(batches, behavior, random))
    return read(sessionId, climb)
  }
  let best = UNCHANGED
  const first = await trial(best)
  let last = first
  while (climb.reads < READS) {
    const next = mutated(best, random)
    const found = await trial(next)
    if (found.risk > last.risk) continue
    best = next
    last = found
    if (found.risk < ACCEPTED_BELOW && found.action === 'Auto-accept') climb.acceptedAt ??= climb.reads
  }
  return { ...climb, firstRisk: first.risk, lastRisk: last.risk, kept: best, detected: last.detected }
}

/** Changes one or a few habits, by a small or a large amount. */
function mutated(behavior: Behavior, random: () => number): Behavior {
  const habits = Object.entries(behavior).map(([name, value]) => {
    if (random() > 0.25) return [name, value]
    const by = (random() + random() + random() - 1.5) * (random() < 0.3 ? 1.2 : 0.3)
    return [name, Math.min(1, Math.max(0, value + by))]
  })
  return Object.fromEntries(habits) as Behavior
}

async function visit(sessionId: string, batches: readonly object[]): Promise<void> {
  let token: string | undefined
  for (const batch of batches) {
    const proof = token === undefined ? { tab_secret: randomBytes(16).toString('base64url') } : { token }
    const body = { ...batch, v: 1, site_key: service.siteKey, session_id: sessionId, ...proof }
    token = await send(JSON.stringify(body))
  }
}

/** Retries as a browser would. */
async function send(body: string): Promise<string> {
  for (;;) {
    const answer = await fetch(service.address + INGEST_PATH, { method: 'POST', body })
    const text = await answer.text()
    if (answer.status === 200) return JSON.parse(text).token
    if (answer.status !== 503) throw new Error(`sending a batch failed with status ${answer.status}: ${text}`)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

interface Report {
  readonly risk_score: number
  readonly recommended_action: string
  readonly biometric_checks: Readonly<Record<string, string>>
  readonly device_checks: Readonly<Record<string, string>>
}

async function read(sessionId: string, climb: Pick<Climb, 'reads' | 'putOff' | 'waitedS'>) {
  for (;;) {
    const answer = await fetch(`${service.address}/v1/sessions/${sessionId}/report`, {
      headers: { authorization: `Bearer ${service.secretKey}` },
    })
    if (answer.status === 429) {
      await answer.arrayBuffer()
      const seconds = Number(answer.headers.get('retry-after'))
      climb.putOff++
      climb.waitedS += seconds
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
      continue
    }
    if (!answer.ok) throw new Error(`reading a report failed with status ${answer.status}`)
    climb.reads++
    const report = (await answer.json()) as Report
    const detected = Object.entries({ ...report.biometric_checks, ...report.device_checks })
      .filter(([, result]) => result === 'Detected')
      .map(([check]) => check)
    return { risk: report.risk_score, action: report.recommended_action, detected }
  }
}
