/** Fills a store with scored sessions of many sites and different lengths, like an ordinary week. */
import { createHash } from 'node:crypto'
import { encodeBatch, type RecordedBatch } from '../../src/contract/batch/codec.ts'
import { DEFAULT_LINK_SCOPE } from '../../src/contract/linked_sessions.ts'
import { type BuiltReport, buildReport, type ReportJob } from '../../src/server/scoring/build_report.ts'
import { versionOf } from '../../src/server/scoring/workspace_risk.ts'
import { StoreUnavailable } from '../../src/store/errors.ts'
import type { Store } from '../../src/store/store.ts'
import { randomId, realisticBatch } from './realistic_batch.ts'

/** Number of sessions that are actually scored; the others reuse one of their reports with different marks. */
const STENCILS = 300
/** Few enough that batches are compressed, as they are below overload. */
const AT_ONCE = 24
/** Lower than the store's number of connections. */
const SCORED_AT_ONCE = 8
const USER_SHARE = 0.6
const BATCH_MS = 5_000
/** From the browser to the service. */
const TRANSFER_MS = 40
/** The current version, so that readers find the reports up to date. */
const VERSION = versionOf({}, DEFAULT_LINK_SCOPE)

export interface FillOptions {
  readonly sites: number
  /** Mean number of batches per session; at least one each. */
  readonly batchesASession: number
  readonly sessionsAUser?: number
  /** The workspace of a site. */
  readonly workspace?: (site: number) => string
}

interface Stencil {
  readonly batches: readonly RecordedBatch[]
  readonly report: BuiltReport
}

export interface Filler {
  /** CPU time to build one report, in microseconds. */
  readonly scoreUs: number
  workspace(site: number): string
  site(number: number): number
  sessionId(number: number): string
  userOf(number: number): string
  /** Stores the sessions with numbers `from` to `to`. Returns the numbers of batches and events. */
  fill(store: Store, from: number, to: number): Promise<{ batches: number; events: number }>
}

/**
 * Returns a random sequence that is independent of the sequences of other names, because sessions must not repeat each
 * other.
 */
export function randomFor(name: string): () => number {
  let drawn = 0
  let numbers: number[] = []
  return () => {
    if (numbers.length === 0) {
      const digest = createHash('sha512').update(`${name}/${drawn++}`).digest()
      numbers = Array.from({ length: 16 }, (_, index) => digest.readUInt32LE(index * 4) / 2 ** 32)
    }
    return numbers.pop() as number
  }
}

/** Site sizes by Zipf's law. */
export function zipf(sites: number): number[] {
  const weights = Array.from({ length: sites }, (_, index) => 1 / (index + 1))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}

export function makeFiller({
  sites,
  batchesASession,
  sessionsAUser = 12,
  workspace = (site) => `ws_${randomId(randomFor(`site ${site}`), 16)}`,
}: FillOptions): Filler {
  const recordings = Array.from({ length: STENCILS }, (_, index) => makeRecording(index, batchesASession))
  // The first pass compiles, the second one is measured.
  for (const recording of recordings) buildReport(recording.job)
  const before = process.cpuUsage()
  const stencils = recordings.map(({ batches, job }): Stencil => ({ batches, report: buildReport(job) }))
  const { user, system } = process.cpuUsage(before)
  const shares = zipf(sites)
  const upTo = shares.map((_, index) => shares.slice(0, index + 1).reduce((sum, share) => sum + share, 0))
  const workspaces = shares.map((_, site) => workspace(site))
  const site = (number: number) => {
    const drawn = randomFor(`of ${number}`)()
    const found = upTo.findIndex((end) => drawn < end)
    return found === -1 ? sites - 1 : found
  }
  const sessionId = (number: number) => randomId(randomFor(`session ${number}`), 22)
  const userOf = (number: number) => `user-${Math.floor(number / sessionsAUser)}@example.org`
  const begun = Date.now()

  const keyOf = (number: number) => ({
    workspace: workspaces[site(number)] as string,
    sessionId: sessionId(number),
  })
  const stencilOf = (number: number) => stencils[number % STENCILS] as Stencil

  async function record(store: Store, number: number): Promise<void> {
    const key = keyOf(number)
    const { batches } = stencilOf(number)
    const tab = randomId(randomFor(`tab ${number}`), 8)
    for (const [seq, { batch }] of batches.entries()) {
      const receivedAt = begun + number + seq
      const { status } = await withRetries(() =>
        store.sessions.append({
          ...key,
          siteKeyId: 'key_0123456789abcdef',
          tab,
          page: 0,
          seq,
          receivedAt,
          // As the service stores it: with the ids and the times of this session.
          bytes: encodeBatch({
            batch: {
              ...batch,
              session_id: key.sessionId,
              tab,
              sent_at: receivedAt - TRANSFER_MS,
              time_origin: begun + number - BATCH_MS,
            },
            receipt: { at: receivedAt },
          }),
          digest: createHash('sha256').update(`${number} ${seq}`).digest(),
          rows: batch.rows.length,
          final: seq === batches.length - 1,
          tabSecret: createHash('sha256').update(key.sessionId).digest(),
          ip: '203.0.113.77',
          ...(number % 10 < USER_SHARE * 10 && { userId: userOf(number) }),
          tags: [`campaign-${number % 40}`],
        }),
      )
      if (status !== 'stored' && status !== 'repeated') throw new Error('a batch was not stored')
    }
  }

  async function score(store: Store, number: number): Promise<void> {
    const random = randomFor(`score ${number}`)
    const { batches, report } = stencilOf(number)
    const stencilId = batches[0]?.batch.session_id ?? ''
    const made = {
      revision: batches.length,
      version: VERSION,
      record: report.record.replace(stencilId, sessionId(number)),
      score: report.score,
      action: report.action,
      log: report.log,
      facts: { ...report.facts, device: randomId(random, 20), savedAt: begun + number },
      marks: report.marks.map(() => Math.floor(random() * 2 ** 48)),
    }
    await withRetries(() => store.sessions.saveReport(keyOf(number), made))
  }

  return {
    scoreUs: Math.round((user + system) / STENCILS),
    workspace: (index) => workspaces[index] as string,
    site,
    sessionId,
    userOf,
    async fill(store, from, to) {
      let [batches, events] = [0, 0]
      for (let first = from; first < to; first += AT_ONCE) {
        const numbers = Array.from({ length: Math.min(AT_ONCE, to - first) }, (_, i) => first + i)
        await Promise.all(numbers.map((number) => record(store, number)))
        const waiting = [...numbers]
        const scoreWaiting = async () => {
          for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await score(store, next)
        }
        await Promise.all(Array.from({ length: SCORED_AT_ONCE }, scoreWaiting))
        for (const number of numbers) {
          const held = stencilOf(number).batches
          batches += held.length
          events += held.reduce((sum, { batch }) => sum + batch.rows.length, 0)
        }
        if (process.stderr.isTTY) process.stderr.write(`\r${first} sessions stored`)
      }
      return { batches, events }
    },
  }
}

/** Retries while the store is unavailable, as a browser would. */
async function withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}

function makeRecording(index: number, batchesASession: number) {
  const random = randomFor(`stencil ${index}`)
  // Geometric distribution: many short visits, few long ones.
  let count = 1
  while (random() < 1 - 1 / batchesASession) count++
  const words = { siteKey: '', sessionId: randomId(random, 22), tabSecret: '', tab: randomId(random, 8) }
  const at = 1_790_000_000_000
  const batches = Array.from({ length: count }, (_, seq): RecordedBatch => {
    const sent = realisticBatch(random, { ...words, seq }, at + seq * BATCH_MS)
    const { v: _v, site_key: _key, tab_secret: _secret, ...batch } = sent
    return { batch, receipt: { at: at + seq * BATCH_MS } }
  })
  const job: ReportJob = {
    sessionId: words.sessionId,
    userId: null,
    tags: [],
    tampered: 0,
    overflow: 0,
    batches: batches.map((batch) => new Uint8Array(encodeBatch(batch))),
    settings: {},
  }
  return { batches, job }
}
