/** Linked sessions of a workspace, among its newest sessions. Many are compared on a worker thread, one job at a time. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { choiceOf } from '../../src/contract/choices.ts'
import { isCompared } from '../../src/contract/linked_sessions.ts'
import { isCanned } from '../../src/report/canned/canned_sessions.ts'
import type { FactCursor, FactStore, ListedSession } from '../../src/store/facts.ts'
import type { Store } from '../../src/store/store.ts'
import type { SessionClusters } from './contract.ts'
import { type FoundClusters, findClusters, type Unmarked } from './find_clusters.ts'
import type { ClusterJob } from './find_clusters_worker.ts'

export interface LinkedSessions {
  readonly found: SessionClusters
  /** With these marks, a cluster keeps its id when its first session leaves the period. */
  readonly unmarked: readonly Unmarked[]
}

/** Sessions of a workspace that are linked to each other. The result may be half a minute old. */
export type LoadClusters = (workspace: string) => Promise<LinkedSessions>

const PERIOD_MS = 7 * 86_400_000
/** The newest ones, which bounds the cost. */
const MAX_SESSIONS = 2_000
const PAGE = 500
const KEPT_MS = 30_000
const MAX_WORKSPACES = 100
/** So few take less time than the start of a thread. */
const FEW_SESSIONS = 100
const MEMORY_MB = 128

const FILE = new URL(
  import.meta.url.endsWith('.ts') ? './find_clusters_worker.ts' : './find_clusters_worker.js',
  import.meta.url,
)

/** Keeps the result for a while, because finding clusters takes up to half a second. */
export function openClusters(
  { facts, keys }: Pick<Store, 'facts' | 'keys'>,
  now: () => number,
  monotonic: () => number = () => performance.now(),
): LoadClusters {
  const known = new Map<string, { readonly at: number; readonly clusters: Promise<LinkedSessions> }>()
  let previous: Promise<unknown> = Promise.resolve()

  function compare(job: ClusterJob): Promise<FoundClusters> {
    if (job.sessions.length <= FEW_SESSIONS) return Promise.resolve(findClusters(job.workspace, job.sessions))
    const found = previous.then(() => compareOnThread(job))
    previous = found.catch(() => undefined)
    return found
  }

  async function load(workspace: string): Promise<LinkedSessions> {
    const since = now() - PERIOD_MS
    const scope = choiceOf((await keys.workspace(workspace))?.settings ?? {}, 'linked_sessions')
    const newest = scope === 'off' ? [] : await newestSessions(facts, workspace, since)
    const sessions = newest.filter((session) => isCompared(scope, session.facts?.survey === 1))
    const { clusters, unmarked } = await compare({ workspace, sessions })
    return {
      found: {
        items: [...clusters],
        next: null,
        scanned: sessions.length,
        since: sessions[0]?.startedAt ?? since,
      },
      unmarked,
    }
  }

  return (workspace) => {
    const entry = known.get(workspace)
    if (entry !== undefined && monotonic() - entry.at < KEPT_MS) return entry.clusters
    const clusters = load(workspace)
    clusters.catch(() => known.delete(workspace))
    known.delete(workspace)
    if (known.size >= MAX_WORKSPACES) known.delete(known.keys().next().value as string)
    known.set(workspace, { at: monotonic(), clusters })
    return clusters
  }
}

/** Oldest first. */
async function newestSessions(facts: FactStore, workspace: string, since: number): Promise<ListedSession[]> {
  const sessions: ListedSession[] = []
  let after: FactCursor | undefined
  do {
    const page = await facts.list({
      workspace,
      filter: { from: since },
      order: 'newest',
      scored: true,
      limit: PAGE,
      ...(after && { after }),
    })
    sessions.push(...page.rows)
    after = page.end ?? undefined
  } while (after !== undefined && sessions.length < MAX_SESSIONS)
  return sessions.filter(({ sessionId }) => !isCanned(sessionId)).reverse()
}

async function compareOnThread(job: ClusterJob): Promise<FoundClusters> {
  const worker = new Worker(FILE, {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  try {
    const [found] = await once(worker, 'message')
    return found as FoundClusters
  } finally {
    await worker.terminate()
  }
}
