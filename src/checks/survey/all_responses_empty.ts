/**
 * All responses empty ("no question answered").
 *
 * Why it works: spaces and invisible characters are not an answer.
 *
 * Must not flag: participants who answered at least one question, however briefly.
 */
import { type Check, detected, notDetected } from '../check.ts'

/** For each question, whether its answer is empty. */
export interface Answered {
  readonly empty: readonly boolean[]
}

export const allResponsesEmpty: Check<Answered> = {
  name: 'All responses empty',

  run({ empty }) {
    const answered = empty.filter((isEmpty) => !isEmpty).length
    const evidence = `${answered} of ${empty.length} questions ${answered === 1 ? 'has' : 'have'} an answer.`
    return answered === 0 ? detected(1, evidence) : notDetected(evidence)
  },
}
