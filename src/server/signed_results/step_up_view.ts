/** The step-up verification of a session on the wire. Absent if none was asked for. */
import type { StepUp } from '../../contract/step_up.ts'
import type { StepUpRow } from '../../store/step_ups.ts'

export function stepUpOf(row: StepUpRow | null): StepUp | undefined {
  if (row === null) return undefined
  const { askedAt: asked_at, answer } = row
  if (answer === null) {
    return { result: 'unknown', reason: 'The task was not answered.', asked_at, answered_at: null }
  }
  const { at: answered_at, result, reason } = answer
  return { result, reason, asked_at, answered_at }
}
