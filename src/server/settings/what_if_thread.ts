/** Runs what-ifs on a worker thread, one at a time, on a bounded number of sessions. Workspaces take turns. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { WhatIf } from '../../contract/dashboard/settings.ts'
import type { FactCursor, FactStore } from '../../store/facts.ts'
import { ApiError } from '../http/errors.ts'
import { openFairTurns } from '../limits/fair_turns.ts'
import type { KnownSession } from './what_if.ts'
import type { ToWhatIf, WhatIfJob } from './what_if_worker.ts'

/** Only the newest sessions, which predict future ones best. */
export const MAX_SESSIONS = 20_000
const CHUNK = 2_000
const MEMORY_MB = 128
const WAITING = 16
const WAIT_MS = 5_000
const RETRY_AFTER_S = 3

const TOO_MANY = new ApiError('overloaded', {
  detail: 'Too many previews of settings are waiting. Try again when some of them are complete.',
  retryAfterS: RETRY_AFTER_S,
})

const FILE = new URL(
  import.meta.url.endsWith('.ts') ? './what_if_worker.ts' : './what_if_worker.js',
  import.meta.url,
)

export function openWhatIf(facts: FactStore): (workspace: string, job: WhatIfJob) => Promise<WhatIf> {
  const inTurn = openFairTurns({
    running: 1,
    runningPerWorkspace: 1,
    waiting: WAITING,
    waitMs: WAIT_MS,
    refusal: () => TOO_MANY,
  })

  async function run(workspace: string, job: WhatIfJob): Promise<WhatIf> {
    const worker = new Worker(FILE, {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    try {
      let seen = 0
      for await (const sessions of chunks(facts, workspace)) {
        await exchange(worker, { sessions })
        seen += sessions.length
      }
      const stored = Math.max(seen, await facts.total(workspace))
      return (await exchange(worker, { stored })) as WhatIf
    } finally {
      await worker.terminate()
    }
  }

  return (workspace, job) => inTurn(workspace, () => run(workspace, job))
}

async function exchange(worker: Worker, message: ToWhatIf): Promise<unknown> {
  worker.postMessage(message)
  const [reply] = await once(worker, 'message')
  return reply
}

/** Scored sessions, newest first. */
async function* chunks(facts: FactStore, workspace: string): AsyncGenerator<KnownSession[]> {
  let after: FactCursor | undefined
  for (let seen = 0; seen < MAX_SESSIONS; seen += CHUNK) {
    const { rows, end } = await facts.list({
      workspace,
      filter: {},
      order: 'newest',
      limit: CHUNK,
      ...(after && { after }),
    })
    yield rows.flatMap(({ sessionId, startedAt, label, facts: known }) =>
      known === null ? [] : [{ sessionId, startedAt, label: label?.label ?? null, facts: known }],
    )
    if (end === null) return
    after = end
  }
}
