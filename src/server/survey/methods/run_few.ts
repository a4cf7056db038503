/** Limits work on a whole survey, which takes seconds if the survey is large. */
import { ApiError } from '../../http/errors.ts'

const MAX_RUNNING = 2
const RETRY_AFTER_S = 5

const TOO_MANY = new ApiError('overloaded', {
  detail: 'At most two reports on whole surveys are built at a time. Try again when one of them is complete.',
  retryAfterS: RETRY_AFTER_S,
})

/** Returns a function that runs work, or refuses it while others are running. */
export function openRunFew(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0
  return async (work) => {
    if (running >= MAX_RUNNING) throw TOO_MANY
    running++
    try {
      return await work()
    } finally {
      running--
    }
  }
}
