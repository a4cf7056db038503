/** What a session must show before it can be accepted automatically. Absence of traces of automation is not enough. */
import { hasScatteredTimes } from '../checks/bot/scattered_times.ts'
import { type Outcome, strengthOf } from '../checks/check.ts'
import { SESSION_CHECKS, type SessionOutcomes } from '../checks/session.ts'
import { BIOMETRIC_CHECKS } from '../contract/checks.ts'
import type { SessionFeatures } from '../features/session/session.ts'

/** What can be missing. The bits are stored: they never change, and new ones are added at the end. */
export const NEEDED = {
  input: { bit: 0, text: 'too little input' },
  device: { bit: 1, text: 'no device data identifies the browser' },
  userAgent: { bit: 2, text: 'no user agent' },
  recording: { bit: 3, text: 'parts of the recording are missing' },
  headers: { bit: 4, text: 'request headers do not match the browser' },
  clock: { bit: 5, text: "the browser's clock is wrong" },
  inTime: { bit: 6, text: 'the recording arrived long after it was made' },
  duration: { bit: 7, text: 'the visit was too short to observe' },
  answer: { bit: 8, text: 'the challenge was not completed' },
  rightAnswer: { bit: 9, text: 'the challenge failed' },
  clearAnswer: { bit: 10, text: 'the challenge was inconclusive' },
  verifiable: { bit: 11, text: 'the challenge has no reference values for this browser' },
  oneAgent: { bit: 12, text: 'the user agent changed during the visit' },
  anyInput: { bit: 14, text: 'no input' },
  inputTimes: { bit: 13, text: 'the times of the input fit a program as well as a person' },
  changedHeaders: { bit: 16, text: 'the language was replaced or client hints were removed on the way' },
  capacity: { bit: 15, text: 'the session exceeded its limits, so its end was not stored' },
} as const
export type Needed = keyof typeof NEEDED

const ALL = Object.keys(NEEDED) as Needed[]

/**
 * Without these, a session with a low score gets the action Unknown. A sender can invent events whose time the service did
 * not observe, and every browser that runs the script answers its challenge.
 */
const NEEDED_FOR_ANY_ACTION: ReadonlySet<Needed> = new Set([
  'input',
  'anyInput',
  'device',
  'userAgent',
  'inTime',
  'answer',
])

export const hasTooLittleEvidence = (missing: readonly Needed[]): boolean =>
  missing.some((name) => NEEDED_FOR_ANY_ACTION.has(name))

export const maskOf = (missing: readonly Needed[]): number =>
  missing.reduce((mask, name) => mask | (1 << NEEDED[name].bit), 0)

export const neededOf = (mask: number): Needed[] =>
  ALL.filter((name) => (mask & (1 << NEEDED[name].bit)) !== 0)

const BIOMETRIC: ReadonlySet<string> = new Set(BIOMETRIC_CHECKS)
const MIN_CHECKS = 2

/** Proxies and antivirus programs remove it. Client hints of another browser contradict the user agent. */
const REMOVED_ON_THE_WAY = 'Sec-CH-UA'
/** Extensions replace it. Headless browsers send none. */
const REPLACED_ON_THE_WAY = 'Accept-Language'

const MIN_OBSERVED_MS = 3_000
/** The script sends its first batch after a second, and a batch that follows an event at most five seconds after it. */
const MAX_UNOBSERVED_MS = 5_000

type AcceptanceFeatures = Pick<
  SessionFeatures,
  'challenge' | 'clock' | 'coverage' | 'device' | 'headers' | 'inputs' | 'isFull' | 'seen' | 'observed'
>

/** Weak evidence of automation speaks for nobody. */
const isDecided = (outcome: Outcome): boolean =>
  outcome.result === 'Detected' || (outcome.result === 'Not detected' && strengthOf(outcome) === 0)

const hasEnoughInput = (outcomes: SessionOutcomes): boolean =>
  SESSION_CHECKS.filter(
    ({ name, needsLittle }) => BIOMETRIC.has(name) && needsLittle !== true && isDecided(outcomes[name]),
  ).length >= MIN_CHECKS

export const beganUnobserved = ({ observed }: Pick<SessionFeatures, 'observed'>): boolean =>
  observed.unobservedMs > MAX_UNOBSERVED_MS

/** `ofObserved`: of a session that began before the service observed it, the outcomes for the rest alone. */
export function missingEvidence(
  outcomes: SessionOutcomes,
  features: AcceptanceFeatures,
  ofObserved?: SessionOutcomes,
): Needed[] {
  const { challenge, clock, coverage, device, headers, inputs, isFull, seen, observed } = features
  const hasInput = seen.mouse + seen.keyboard + seen.touch + inputs.insertedChars > 0
  const isLate = beganUnobserved(features) && (ofObserved === undefined || !hasEnoughInput(ofObserved))
  const agrees =
    headers.isRecorded &&
    headers.missing.every((name) => name === REMOVED_ON_THE_WAY) &&
    headers.contradictions.every((name) => name === REPLACED_ON_THE_WAY)
  const isChanged = headers.missing.length + headers.contradictions.length > 0
  const missingProperties: Readonly<Record<Needed, boolean>> = {
    input: hasInput && !hasEnoughInput(outcomes),
    anyInput: !hasInput,
    device: !device.isIdentified,
    userAgent: !headers.hasUserAgent,
    recording: coverage.gaps > 0 || coverage.tampered > 0,
    headers: headers.hasUserAgent && !agrees,
    changedHeaders: headers.hasUserAgent && agrees && isChanged,
    clock: observed.clock !== null,
    inTime: isLate,
    duration: !isLate && observed.observedMs < MIN_OBSERVED_MS,
    answer: challenge.result === 'none',
    rightAnswer: challenge.result === 'failed',
    clearAnswer: challenge.result === 'unknown' && challenge.isKnown,
    verifiable: challenge.result === 'unknown' && !challenge.isKnown,
    oneAgent: headers.hasOtherAgent,
    inputTimes: hasScatteredTimes({ clock, device }),
    capacity: isFull,
  }
  return ALL.filter((name) => missingProperties[name])
}
