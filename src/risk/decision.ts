/** What a session has proven, and the decision about its visitor. Every place that decides uses this module. */
import type { RecommendedAction } from '../contract/checks.ts'
import { type AcceptanceLevel, type Decision, PROVEN, type Proven } from '../contract/decision.ts'
import type { StepUpResult } from '../contract/step_up_field.ts'
import type { Needed } from './acceptance.ts'

/**
 * Where missing evidence ends what a session has proven. A failed challenge shows that the recording is not of the browser
 * that it names, so it proves nothing.
 */
const NEEDED_FOR: Readonly<Record<Needed, Exclude<Proven, 'nothing'>>> = {
  anyInput: 'recording',
  device: 'recording',
  userAgent: 'recording',
  recording: 'recording',
  rightAnswer: 'recording',
  inTime: 'in_time',
  answer: 'challenge',
  clearAnswer: 'challenge',
  verifiable: 'challenge',
  headers: 'challenge',
  oneAgent: 'challenge',
  input: 'behavior',
  clock: 'behavior',
  duration: 'behavior',
  inputTimes: 'behavior',
  capacity: 'behavior',
  changedHeaders: 'behavior',
}

export function provenBy(missing: readonly Needed[]): Proven {
  const unproven = missing.map((name) => PROVEN.indexOf(NEEDED_FOR[name]))
  return PROVEN[Math.min(PROVEN.length, ...unproven) - 1] as Proven
}

export const hasProven = (proven: Proven, wanted: Proven): boolean =>
  PROVEN.indexOf(proven) >= PROVEN.indexOf(wanted)

/** Less is never accepted without step-up verification. */
const NEEDED_AT: Readonly<Record<AcceptanceLevel, Proven>> = {
  relaxed: 'in_time',
  standard: 'challenge',
  strict: 'behavior',
}

export interface Considered {
  readonly action: RecommendedAction
  readonly proven: Proven
  /** Undefined: the service never asked for it. */
  readonly stepUp?: StepUpResult | undefined
}

export function decide({ action, proven, stepUp }: Considered, level: AcceptanceLevel): Decision {
  if (action === 'Auto-reject or high-priority review') return 'reject'
  if (action === 'Auto-accept') return 'accept'
  // A task that failed is final.
  if (stepUp === 'failed') return 'reject'
  if (stepUp === 'passed') return 'accept'
  if (action === 'Manual review or require additional verification') return 'step_up'
  return hasProven(proven, NEEDED_AT[level]) ? 'accept' : 'step_up'
}
