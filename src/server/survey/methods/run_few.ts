/** Limits work on a whole survey, which takes seconds if the survey is large. */
import { ApiError } from '../../http/errors.ts'

const MAX_RUNNING = 2
const RETRY_AFTER_S = 5

/** Returns a function that runs work, or refuses it while others are running. */
export function openRunFew(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0
  return async (work) => {
    if (running >= MAX_RUNNING) throw new ApiError('overloaded', { retryAfterS: RETRY_AFTER_S })
    running++
    try {
      return await work()
    } finally {
      running--
    }
  }
}
