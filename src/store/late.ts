/** Whoever waits for a disk or a database that does not answer is told so. */

/** The promise is five seconds; what is late is looked for a little before. */
const PATIENCE_MS = 4_500
const LOOK_EVERY_MS = 250

export interface Deadline {
  /** On a clock that never jumps. */
  readonly until: number
}

export type IsLate = (waiting: Deadline) => boolean

/** `look` tells who is late, and whether anybody waits still. Call what is returned whenever somebody begins to wait. */
export function lookForLate(look: (isLate: IsLate) => boolean): () => void {
  let looking: NodeJS.Timeout | undefined
  const lookNow = () => {
    const now = performance.now()
    if (look(({ until }) => until <= now)) return
    clearInterval(looking)
    looking = undefined
  }
  return () => {
    looking ??= setInterval(lookNow, LOOK_EVERY_MS).unref()
  }
}

export const deadline = (patienceMs = PATIENCE_MS): number => performance.now() + patienceMs
