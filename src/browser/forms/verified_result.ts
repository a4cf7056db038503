/** A signed result, after step-up verification if the service asks for it. */
import type { StepUpOptions, StepUpOutcome } from '../step_up/step_up.ts'

/**
 * Null if the visitor closed the task. Call it only in reply to the visitor: while a page loads, nearly every session has
 * too little evidence.
 */
export async function verifiedResult(
  getSignedResult: () => Promise<string>,
  stepUp: (options: StepUpOptions) => Promise<StepUpOutcome>,
): Promise<string | null> {
  let latest: string | undefined
  const outcome = await stepUp({
    getSignedResult: async () => {
      latest = await getSignedResult()
      // Without a result there is nothing to ask the service.
      if (!latest) throw new Error('no result')
      return latest
    },
  })
  if (outcome === 'canceled') return null
  return outcome === 'done' ? getSignedResult() : (latest ?? getSignedResult())
}
