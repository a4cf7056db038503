/** Reports that are never older than the last stored batch: the saved report if current, else a new one. */
import { availableParallelism } from 'node:os'
import { SESSION } from '../../contract/limits.ts'
import type { StepUpOutcome } from '../../risk/step_up.ts'
import type { SessionKey, SessionRow, SessionWithReport, StoredReport } from '../../store/sessions.ts'
import type { Store } from '../../store/store.ts'
import { rateSubject } from '../addresses/client_address.ts'
import type { ScoredSession, Scoring } from '../services.ts'
import { describeError, type Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { TaskOptions } from '../workers/threads.ts'
import { openWorkspaceSettings } from '../workspace/settings_cache.ts'
import { startBackground } from './background.ts'
import type { BuiltReport, ReportJob } from './build_report.ts'
import { openPool, type ReportPool } from './pool.ts'
import { type RescoreProgress, rescoreAll } from './rescore.ts'
import { openWorkspaceRisk, type WorkspaceRisk } from './workspace_risk.ts'

/** Requests that may wait for a thread; more get 503. */
const QUEUE = 256

/** A request waits at most this long until its report is saved, because the store may be stalled. */
const SAVE_TIMEOUT_MS = 1_000

/** Ingest and requests run at niceness 0; background scoring gives way to them. */
const BACKGROUND_NICENESS = 10

/** A tenth of a session at its limits. Its report takes 74 to 869 ms of processor time, an ordinary one about 10. */
const HEAVY_ROWS = SESSION.events / 10

/** Unrelated sessions often share fewer marks by chance; replays rarely do. */
const SHARED_MARKS = 3
/** Earlier sessions that a session is compared with. */
const MAX_COMPARED = 2

export interface ScoringOptions {
  readonly store: Store
  readonly log: Log
  readonly metrics: Metrics
  now(): number
  /** Whether this process also scores quiet sessions in the background. */
  readonly background?: boolean
  /** The module of the report threads; replaced in tests. */
  readonly workerFile?: URL
}

export interface FullScoring extends Scoring {
  /** Rebuilds all outdated reports. A second run continues where the first stopped, because it skips current ones. */
  rescore(onProgress: (progress: RescoreProgress) => void): Promise<RescoreProgress>
}

export function openScoring(options: ScoringOptions): FullScoring {
  const { store, log, metrics, now, background = true, workerFile } = options
  const file = workerFile === undefined ? {} : { file: workerFile }
  const threads = Math.max(1, availableParallelism() - 1)
  const readers = openPool({ threads, queue: QUEUE, niceness: 0, ...file })
  const idleTime = openPool({ threads: 1, queue: QUEUE, niceness: BACKGROUND_NICENESS, ...file })
  const riskOf = openWorkspaceRisk(openWorkspaceSettings(store.keys), (workspace) => {
    log.error('invalid risk settings ignored', { workspace })
  })
  const building = new Map<string, Promise<StoredReport>>()

  /** Concurrent requests for the same session share one build. */
  function buildOnce(session: SessionRow, risk: WorkspaceRisk, pool: ReportPool): Promise<StoredReport> {
    const id = JSON.stringify([session.workspace, session.sessionId, session.revision, risk.version])
    const pending = building.get(id)
    if (pending !== undefined) return pending
    const built = buildAndSave(session, risk, pool)
    const report = built.then(async ({ report, saving }) => {
      await withTimeout(SAVE_TIMEOUT_MS, saving)
      return report
    })
    building.set(id, report)
    // Kept until the report is saved, so that requests in between do not build and save it again.
    const forget = () => building.delete(id)
    built.then(({ saving }) => saving).then(forget, forget)
    return report
  }

  async function buildAndSave(
    session: SessionRow,
    risk: WorkspaceRisk,
    pool: ReportPool,
  ): Promise<{ report: StoredReport; saving: Promise<void> }> {
    const {
      failures,
      facts,
      record,
      log: entries,
      score,
      action,
      marks,
    } = await buildWithReplays(session, risk, pool)
    for (const { check, error } of failures) {
      metrics.checkFailures.inc({ check })
      log.error('check threw an error, result is Unknown', { check, ...describeError(rebuilt(error)) })
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
        // The request still succeeds: a report that was not saved is built again later.
        log.warn('saving a report failed', describeError(error))
      })
    return { report, saving }
  }

  /**
   * Builds the report of the session alone. If earlier sessions share its marks, builds it again with them, to detect a
   * replay.
   */
  async function buildWithReplays(
    session: SessionRow,
    risk: WorkspaceRisk,
    pool: ReportPool,
    extras: Pick<ReportJob, 'withEvidence' | 'withView'> = {},
  ): Promise<BuiltReport> {
    const job = async () => ({ ...(await loadJob(session, risk)), ...extras })
    const turn = turnOf(session)
    const alone = await pool.build(job, turn)
    const { startedAt } = session
    const shared = await store.sessions.sharing(session, startedAt, alone.marks, SHARED_MARKS, MAX_COMPARED)
    const { sessions, common } = shared
    const marks = alone.marks.filter((mark) => !common.includes(mark))
    if (sessions.length === 0) return { ...alone, marks }
    const earlier = () => Promise.all(sessions.map(loadEarlier))
    const compare = async () => ({ ...(await job()), earlier: await earlier() })
    return { ...(await pool.build(compare, turn)), marks }
  }

  const loadEarlier = async (key: SessionKey) => ({
    sessionId: key.sessionId,
    batches: (await store.sessions.batches(key)).map(({ bytes }) => new Uint8Array(bytes)),
  })

  async function loadJob(session: SessionRow, { settings, linkScope }: WorkspaceRisk): Promise<ReportJob> {
    const { sessionId, userId, tags, tampered, overflow } = session
    // Exact copies: a decompressed buffer may be a slice of a much larger one, which would be transferred as a whole.
    const batches = (await store.sessions.batches(session)).map(({ bytes }) => new Uint8Array(bytes))
    return { sessionId, userId, tags, tampered, overflow, batches, settings, linkScope }
  }

  async function current(
    { session, report, hasLabel }: SessionWithReport,
    pool: ReportPool,
  ): Promise<ScoredSession> {
    const risk = await riskOf(session.workspace)
    const fresh = report !== null && report.revision === session.revision && report.version === risk.version
    return { session, hasLabel, report: fresh ? report : await buildOnce(session, risk, pool) }
  }

  async function refresh(key: SessionKey): Promise<boolean> {
    const found = await store.sessions.find(key)
    if (found === null) return false
    return (await current(found, idleTime)).report !== found.report
  }

  /** Saves a report even if the current one is up to date, because saving releases the claim. */
  async function scoreClaimed(key: SessionKey): Promise<boolean> {
    const found = await store.sessions.find(key)
    if (found === null) return false
    await buildOnce(found.session, await riskOf(key.workspace), idleTime)
    return true
  }

  const scorer = background ? startBackground({ store, log, now, score: scoreClaimed }) : undefined

  return {
    async report(key) {
      const found = await store.sessions.find(key)
      if (found === null) return null
      return { ...(await current(found, readers)), hasStepUp: found.hasStepUp }
    },
    async evidence(key) {
      const found = await store.sessions.find(key)
      if (found === null) return null
      const risk = await riskOf(key.workspace)
      const { evidence } = await buildWithReplays(found.session, risk, readers, { withEvidence: true })
      return evidence as string
    },
    async view(key) {
      const found = await store.sessions.find(key)
      if (found === null) return null
      const risk = await riskOf(key.workspace)
      const { view } = await buildWithReplays(found.session, risk, readers, { withView: true })
      return view as string
    },
    async stepUp(key, task) {
      const found = await store.sessions.find(key)
      if (found === null) return null
      const risk = await riskOf(key.workspace)
      const judge = async () => ({ ...(await loadJob(found.session, risk)), stepUp: task })
      const { stepUp } = await readers.build(judge, turnOf(found.session))
      return stepUp as StepUpOutcome
    },
    reports: (rows) => mapLimited(rows, threads, (row) => current(row, readers)),
    wake: () => scorer?.wake(),
    rescore: (onProgress) => rescoreAll(store, refresh, onProgress),
    async close() {
      await scorer?.close()
      await Promise.all([readers.close(), idleTime.close()])
    },
  }
}

/**
 * Workspaces take turns, and so do the addresses of one workspace: a program that fills sessions and has them scored again
 * and again delays other visitors by one report each time.
 */
const turnOf = ({ workspace, sessionId, ip, rowCount }: SessionRow): TaskOptions => ({
  workspace,
  key: ip === null ? sessionId : rateSubject(ip),
  isHeavy: rowCount > HEAVY_ROWS,
})

/** Runs a few at a time, so that one long list does not fill the queue. Keeps the order. */
async function mapLimited<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const entries = items.entries()
  const runner = async () => {
    for (const [index, item] of entries) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, runner))
  return results
}

async function withTimeout(timeoutMs: number, work: Promise<void>): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, timeoutMs)
  await Promise.race([work, timeout])
  clearTimeout(timer)
}

function rebuilt({ name, message, stack }: BuiltReport['failures'][number]['error']): Error {
  return Object.assign(new Error(message), { name, stack })
}
