/** Lets few tasks run at a time, of the node and of each workspace. Others wait for their turn; workspaces take turns. */
import { openSlots, type SlotLimit } from './slots.ts'
import { type Lane, openTurnQueue } from './turn_queue.ts'

export interface TurnLimits {
  readonly running: number
  readonly runningPerWorkspace: number
  /** When as many wait, the newest of the workspace with the most gives way to another workspace. */
  readonly waiting: number
  readonly waitMs?: number
  /** The error of a task that finds no room to wait, or that waited too long. */
  refusal(): Error
}

export type InTurn = <Result>(workspace: string, work: () => Promise<Result>) => Promise<Result>

interface WaitingTask extends Lane {
  begin(): void
  reject(error: Error): void
}

export function openFairTurns({
  running: most,
  runningPerWorkspace,
  waiting: mostWaiting,
  waitMs,
  refusal,
}: TurnLimits): InTurn {
  const running = openSlots()
  const waiting = openTurnQueue<WaitingTask>()

  const limitsOf = ({ workspace }: Lane): readonly SlotLimit[] => [
    ['', most],
    [`of ${workspace}`, runningPerWorkspace],
  ]
  const isReady = (lane: Lane) => running.free(limitsOf(lane)) > 0

  function beginReady(): void {
    for (let next = waiting.take(isReady); next !== undefined; next = waiting.take(isReady)) {
      running.take(limitsOf(next))
      next.begin()
    }
  }

  /** Resolves when it is the turn of the task. */
  function turnOf(lane: Lane): Promise<void> {
    if (waiting.size >= mostWaiting && !isReady(lane)) {
      const dropped = waiting.dropFor(lane)
      if (dropped === undefined) throw refusal()
      dropped.reject(refusal())
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const task: WaitingTask = { ...lane, begin: resolve, reject }
    waiting.push(task)
    beginReady()
    if (waitMs === undefined) return promise
    const timer = setTimeout(() => {
      if (waiting.remove(task)) reject(refusal())
    }, waitMs)
    return promise.finally(() => clearTimeout(timer))
  }

  return async (workspace, work) => {
    const lane = { workspace, key: '' }
    await turnOf(lane)
    try {
      return await work()
    } finally {
      running.release(limitsOf(lane))
      beginReady()
    }
  }
}
