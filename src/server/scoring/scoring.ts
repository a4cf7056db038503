/** Reports that are never older than the last stored batch: the saved one if it is current, else folded now. */
import { availableParallelism } from 'node:os'
import type { SessionKey, SessionRow, SessionWithReport, StoredReport } from '../../store/sessions.ts'
import type { Store } from '../../store/store.ts'
import { describeError, type Log } from '../base/log.ts'
import type { Metrics } from '../base/metrics.ts'
import type { ScoredSession, Scoring } from '../base/services.ts'
import { openWorkspaceSettings } from '../base/workspace_settings.ts'
import { startBackground } from './background.ts'
import type { FoldJob, FoldResult } from './fold.ts'
import { type FoldPool, openPool } from './pool.ts'
import { type RescoreProgress, rescoreAll } from './rescore.ts'
import { openWorkspaceRisk, type WorkspaceRisk } from './settings.ts'

/** Readers that may wait for a thread; the next is told to come back. */
const QUEUE = 256

/** A reader does not wait longer for a report to be on disk: it has been made, and the store may be stalled. */
const SAVE_PATIENCE_MS = 1_000

/** Between the event loop (0) and idle work (19): stored batches come first, then readers, then this. */
const BACKGROUND_NICENESS = 10

/** Fewer marks in common happen by chance often enough to cost time, and too seldom with a replay to matter. */
const SHARED_MARKS = 3
/** Sessions that one is compared with. */
const MOST_COMPARED = 2

export interface ScoringOptions {
  readonly store: Store
  readonly log: Log
  readonly metrics: Metrics
  now(): number
  /** Whether this process also scores sessions that nobody has asked for. */
  readonly background?: boolean
  /** The folding thread's file; another one in tests. */
  readonly workerFile?: URL
}

export interface FullScoring extends Scoring {
  /** Brings every stored report up to date; goes on where it stopped, because current ones are left alone. */
  rescore(onProgress: (progress: RescoreProgress) => void): Promise<RescoreProgress>
}

export function openScoring(options: ScoringOptions): FullScoring {
  const { store, log, metrics, now, background = true, workerFile } = options
  const file = workerFile === undefined ? {} : { file: workerFile }
  const threads = Math.max(1, availableParallelism() - 1)
  const readers = openPool({ threads, queue: QUEUE, niceness: 0, ...file })
  const idleTime = openPool({ threads: 1, queue: QUEUE, niceness: BACKGROUND_NICENESS, ...file })
  const riskOf = openWorkspaceRisk(openWorkspaceSettings(store.keys), (workspace) => {
    log.error('the risk settings of a workspace are not valid and are not used', { workspace })
  })
  const folding = new Map<string, Promise<StoredReport>>()

  /** Whoever asks for the same session at the same time shares one fold. */
  function foldOnce(session: SessionRow, risk: WorkspaceRisk, pool: FoldPool): Promise<StoredReport> {
    const id = JSON.stringify([session.workspace, session.sessionId, session.revision, risk.version])
    const pending = folding.get(id)
    if (pending !== undefined) return pending
    const folded = foldAndSave(session, risk, pool)
    const report = folded.then(async ({ report, saving }) => {
      await atMost(SAVE_PATIENCE_MS, saving)
      return report
    })
    folding.set(id, report)
    // Kept until it is saved, so that nobody who asks meanwhile has it folded and saved once more.
    const forget = () => folding.delete(id)
    folded.then(({ saving }) => saving).then(forget, forget)
    return report
  }

  async function foldAndSave(
    session: SessionRow,
    risk: WorkspaceRisk,
    pool: FoldPool,
  ): Promise<{ report: StoredReport; saving: Promise<void> }> {
    const {
      failures,
      facts,
      record,
      log: entries,
      score,
      action,
      marks,
    } = await foldWhole(session, risk, pool)
    for (const { check, error } of failures) {
      metrics.checkFailures.inc({ check })
      log.error('a check failed and was answered Unknown', { check, ...describeError(rebuilt(error)) })
    }
    const report: StoredReport = {
      revision: session.revision,
      version: risk.version,
      record,
      score,
      action,
      log: entries,
    }
    const saving = store.sessions
      .saveReport(session, { ...report, facts: { ...facts, savedAt: now() }, marks })
      .catch((error) => {
        // The reader is served all the same: a report that was not saved is only folded again.
        log.warn('a report could not be saved', describeError(error))
      })
    return { report, saving }
  }

  /** Once by itself; where sessions share its marks, once more beside them, to see whether it repeats one. */
  async function foldWhole(
    session: SessionRow,
    risk: WorkspaceRisk,
    pool: FoldPool,
    wants: Pick<FoldJob, 'withEvidence' | 'withView'> = {},
  ): Promise<FoldResult> {
    const job = async () => ({ ...(await loadJob(session, risk)), ...wants })
    const alone = await pool.fold(job)
    const { startedAt } = session
    const keys = await store.sessions.sharing(session, startedAt, alone.marks, SHARED_MARKS, MOST_COMPARED)
    if (keys.length === 0) return alone
    return pool.fold(async () => ({ ...(await job()), earlier: await Promise.all(keys.map(loadEarlier)) }))
  }

  const loadEarlier = async (key: SessionKey) => ({
    sessionId: key.sessionId,
    batches: (await store.sessions.batches(key)).map(({ bytes }) => new Uint8Array(bytes)),
  })

  async function loadJob(session: SessionRow, { settings }: WorkspaceRisk): Promise<FoldJob> {
    const { sessionId, userId, tags, tampered, overflow } = session
    // Exact copies: a decompressed buffer lies in memory many times its size, all of which would be sent along.
    const batches = (await store.sessions.batches(session)).map(({ bytes }) => new Uint8Array(bytes))
    return { sessionId, userId, tags, tampered, overflow, batches, settings }
  }

  async function current({ session, report }: SessionWithReport, pool: FoldPool): Promise<ScoredSession> {
    const risk = await riskOf(session.workspace)
    const fresh = report !== null && report.revision === session.revision && report.version === risk.version
    return { session, report: fresh ? report : await foldOnce(session, risk, pool) }
  }

  async function refresh(key: SessionKey): Promise<boolean> {
    const found = await store.sessions.find(key)
    if (found === null) return false
    return (await current(found, idleTime)).report !== found.report
  }

  /** A session that was put forward is folded and saved even if it is up to date: only saving lets it go. */
  async function settle(key: SessionKey): Promise<boolean> {
    const found = await store.sessions.find(key)
    if (found === null) return false
    await foldOnce(found.session, await riskOf(key.workspace), idleTime)
    return true
  }

  const scorer = background ? startBackground({ store, log, now, score: settle }) : undefined

  return {
    async report(key) {
      const found = await store.sessions.find(key)
      return found === null ? null : current(found, readers)
    },
    async evidence(key) {
      const found = await store.sessions.find(key)
      if (found === null) return null
      const risk = await riskOf(key.workspace)
      const { evidence } = await foldWhole(found.session, risk, readers, { withEvidence: true })
      return evidence as string
    },
    async view(key) {
      const found = await store.sessions.find(key)
      if (found === null) return null
      const risk = await riskOf(key.workspace)
      const { view } = await foldWhole(found.session, risk, readers, { withView: true })
      return view as string
    },
    reports: (rows) => inOrder(rows, threads, (row) => current(row, readers)),
    wake: () => scorer?.wake(),
    rescore: (onProgress) => rescoreAll(store, refresh, onProgress),
    async close() {
      await scorer?.close()
      await Promise.all([readers.close(), idleTime.close()])
    },
  }
}

/** A few at a time, so that one long list does not fill the queue before everyone else. */
async function inOrder<Item, Result>(
  items: readonly Item[],
  atATime: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const entries = items.entries()
  const lane = async () => {
    for (const [index, item] of entries) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atATime, items.length) }, lane))
  return results
}

async function atMost(patienceMs: number, work: Promise<void>): Promise<void> {
  const { promise: enough, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, patienceMs)
  await Promise.race([work, enough])
  clearTimeout(timer)
}

function rebuilt({ name, message, stack }: FoldResult['failures'][number]['error']): Error {
  return Object.assign(new Error(message), { name, stack })
}
