/**
 * Judges step-up verification: whether the sentence of its task was entered, and how. The risk score does not depend on it.
 *
 * A task is passed only in a session that shows a browser: a device reading, and a passed challenge. Some browsers cannot
 * pass it, because no values of theirs were measured or because they protect their canvas. They need the error messages and
 * the layout of their engine instead, and a device reading that finds the same engine.
 *
 * Only key classes are recorded, so the comparison sees letters, spaces, digits and punctuation in their order, after all
 * corrections. A program with a real browser that presses keys of the right classes in a human rhythm passes.
 *
 * People who dictate, swipe words, paste or type very slowly leave too little evidence: their result is `unknown`, never
 * `failed`. Pointer movement plays no role, so a keyboard or a screen reader is enough.
 */
import { programmaticTyping } from '../checks/biometric/programmatic_typing.ts'
import { strengthOf } from '../checks/check.ts'
import type { RecordedSession } from '../contract/batch/recording.ts'
import { type StepUpResult, stepUpField } from '../contract/step_up.ts'
import { STEP_UP_LEAST_SHARE } from '../contract/step_up_field.ts'
import { type Arrival, foldArrivals } from '../features/keyboard/field_arrivals.ts'
import { type FieldTyping, foldField } from '../features/keyboard/field_typing.ts'
import { type InputFeatures, KEYLESS_STRETCH } from '../features/keyboard/inputs.ts'
import { ANY, shapeDistance, shapeOf } from '../features/keyboard/text_shape.ts'
import { foldSession, type SessionFeatures } from '../features/session/session.ts'
import { NEEDED } from './acceptance.ts'

export interface StepUpOutcome {
  readonly result: StepUpResult
  readonly reason: string
}

/** Rounding, and differences between the clocks of several nodes. Reading the sentence takes longer than this. */
const CLOCK_SLACK_MS = 250
/** The clock of a service may be corrected by this much in the meantime. */
const CERTAIN_HASTE_MS = 5_000

/**
 * Differences between the text and the sentence, as a share of the sentence. Of 5,743 sentences that people copied, 27
 * differ by more than 10%, and one by more than 20%. Of other texts of the same length, 0.3% differ by less than 10%.
 */
const MOST_TYPOS = 0.1
const OTHER_TEXT = 0.25
/** Every one of these people typed at least one space. */
const LEAST_SPACES = 3

/** A task as it was shown. Times are those of the clock of the service. */
export interface GivenTask {
  readonly task: string
  readonly sentence: string
  readonly askedAt: number
  readonly answeredAt: number
}

export function judgeStepUp(session: RecordedSession, given: GivenTask): StepUpOutcome {
  const field = stepUpField(given.task)
  const features = foldSession(session)
  const typed = judgeTyping(foldField(session, field), features.device, given, foldArrivals(session, field))
  if (typed.result !== 'passed') return typed
  const missing = missingProof(features)
  return missing === undefined ? typed : unknown(`The sentence was typed, but ${missing}.`)
}

/** What the session lacks to show a browser. */
function missingProof({ challenge, device, headers }: SessionFeatures): string | undefined {
  if (!device.isIdentified) return NEEDED.device.text
  if (!headers.hasUserAgent) return NEEDED.userAgent.text
  // Proxies and extensions change other headers.
  if (headers.contradictions.includes('User-Agent')) return NEEDED.headers.text
  if (challenge.result === 'passed') return undefined
  if (challenge.result === 'none') return NEEDED.answer.text
  if (challenge.result === 'failed') return NEEDED.rightAnswer.text
  // With reference values, every Chromium whose canvas nothing protects passes.
  const isProtected = device.browser.blurs || challenge.hasNoise
  const canPass = challenge.isKnown && device.browser.engine === 'chromium' && !isProtected
  const isOfEngine = challenge.isOfEngine && device.isOwnEngine
  return canPass || !isOfEngine ? NEEDED.clearAnswer.text : undefined
}

function judgeTyping(
  typing: FieldTyping,
  device: SessionFeatures['device'],
  { sentence, askedAt, answeredAt }: GivenTask,
  arrivals: readonly Arrival[],
): StepUpOutcome {
  const { inputs, keys, indirectKeys, changes, pastes, scriptedChars, spanMs, isBroken } = typing
  /** No event can arrive before it happens, and none happens before the task exists. */
  const hasteMs = Math.max(
    spanMs - (answeredAt - askedAt),
    ...arrivals.map((arrival) => arrival.spanMs - (arrival.receivedAt - askedAt)),
  )
  if (changes === 0) return unknown('Nothing was entered.')
  if (scriptedChars >= KEYLESS_STRETCH) return failed(`A script set ${scriptedChars} characters.`)
  if (hasteMs > CLOCK_SLACK_MS) {
    const verdict = hasteMs > CERTAIN_HASTE_MS && answeredAt >= askedAt ? failed : unknown
    return verdict(`Events arrived ${seconds(hasteMs)} before they can have happened.`)
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
  const mismatch = compareText(typing.shape, sentence)
  if (mismatch !== undefined) return mismatch
  if (pressed.result === 'Not detected') return passed(keys.intervals + keys.rests)
  if (tapped.result === 'Not detected') return passed(indirectKeys.intervals)
  return unknown(indirectKeys.intervals > keys.intervals ? tapped.evidence : pressed.evidence)
}

/** Fails only where every key is known, and no visitor of the task can have typed the text. */
function compareText(shape: string, sentence: string): StepUpOutcome | undefined {
  const expected = shapeOf(sentence)
  const distance = shapeDistance(shape.trim(), expected)
  if (distance <= expected.length * MOST_TYPOS) return undefined
  const verdict = shape.includes(ANY) ? unknown : failed
  if (shape.length < expected.length * STEP_UP_LEAST_SHARE) {
    return verdict(`Only ${shape.length} of ${expected.length} characters were entered.`)
  }
  const spaces = expected.split(' ').length - 1
  if (spaces >= LEAST_SPACES && !shape.includes(' ')) {
    return verdict(`The sentence has ${spaces} spaces, and the text has none.`)
  }
  const differs = `${distance} of ${expected.length} characters do not fit the sentence.`
  const isOther = distance > expected.length * OTHER_TEXT && shape.length <= expected.length
  return isOther ? verdict(differs) : unknown(differs)
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

const passed = (intervals: number): StepUpOutcome => ({
  result: 'passed',
  reason: `${intervals} intervals between keystrokes; none too fast or too regular.`,
})
const failed = (reason: string): StepUpOutcome => ({ result: 'failed', reason })
const unknown = (reason: string): StepUpOutcome => ({ result: 'unknown', reason })

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
