/**
 * Judges step-up verification: how the text of its task was entered. The risk score does not depend on it.
 *
 * People who dictate, swipe words, paste or type very slowly leave too little evidence: their result is `unknown`, never
 * `failed`. Pointer movement plays no role, so a keyboard or a screen reader is enough.
 */
import { programmaticTyping } from '../checks/biometric/programmatic_typing.ts'
import { strengthOf } from '../checks/check.ts'
import type { RecordedSession } from '../contract/recording.ts'
import { type StepUpResult, stepUpField } from '../contract/step_up.ts'
import { type FieldTyping, foldField } from '../features/keyboard/field_typing.ts'
import { type InputFeatures, KEYLESS_STRETCH } from '../features/keyboard/inputs.ts'
import { foldSession, type SessionFeatures } from '../features/session/session.ts'

export interface StepUpVerdict {
  readonly result: StepUpResult
  readonly reason: string
}

/** Delays of timers and of the clocks of several nodes. */
const CLOCK_SLACK_MS = 5_000

/** `elapsedMs`: from the task to its answer, by the clock of the service. */
export function judgeStepUp(session: RecordedSession, task: string, elapsedMs: number): StepUpVerdict {
  return judgeTyping(foldField(session, stepUpField(task)), foldSession(session).device, elapsedMs)
}

export function judgeTyping(
  typing: FieldTyping,
  device: SessionFeatures['device'],
  elapsedMs: number,
): StepUpVerdict {
  const { inputs, keys, indirectKeys, changes, pastes, scriptedChars, spanMs, isBroken } = typing
  if (changes === 0) return unknown('Nothing was entered.')
  if (scriptedChars >= KEYLESS_STRETCH) return failed(`A script set ${scriptedChars} characters.`)
  if (spanMs > elapsedMs + CLOCK_SLACK_MS) {
    return failed(`The events span ${seconds(spanMs)}, but the task took ${seconds(elapsedMs)}.`)
  }
  const pressed = programmaticTyping.run({ keys, device, inputs: withoutKeyless(inputs) })
  if (pressed.result === 'Detected') return failed(pressed.evidence)
  const tapped = programmaticTyping.run({ keys: indirectKeys, device, inputs: NO_INPUT })
  // Measured on keyboards, not on touch screens: it rejects no one.
  if (tapped.result === 'Detected') return unknown(tapped.evidence)
  if (isBroken) return unknown('Some events of the task did not arrive.')
  const keyless = Math.max(inputs.longestKeylessChars, inputs.longestSpoken, inputs.longestExpansion)
  if (keyless >= KEYLESS_STRETCH) {
    return unknown(
      `${keyless} characters were entered without key presses, which can be dictation or a program.`,
    )
  }
  if (pastes > 0) return unknown('Text was pasted.')
  if (strengthOf(pressed) > 0) return unknown(pressed.evidence)
  if (pressed.result === 'Not detected') return passed(keys.intervals + keys.rests)
  if (tapped.result === 'Not detected') return passed(indirectKeys.intervals)
  return unknown(indirectKeys.intervals > keys.intervals ? tapped.evidence : pressed.evidence)
}

const NO_INPUT: InputFeatures = {
  insertedChars: 0,
  longestKeylessChars: 0,
  longestKeylessInsertion: 0,
  keylessFields: 0,
  longestSpoken: 0,
  longestExpansion: 0,
  untrustedChars: 0,
  untrustedQuestionChars: 0,
}

const withoutKeyless = ({ untrustedChars, untrustedQuestionChars }: InputFeatures): InputFeatures => ({
  ...NO_INPUT,
  untrustedChars,
  untrustedQuestionChars,
})

const passed = (intervals: number): StepUpVerdict => ({
  result: 'passed',
  reason: `${intervals} intervals between keystrokes; none too fast or too regular.`,
})
const failed = (reason: string): StepUpVerdict => ({ result: 'failed', reason })
const unknown = (reason: string): StepUpVerdict => ({ result: 'unknown', reason })

const seconds = (ms: number): string => `${Math.round(ms / 1_000)} s`
