import type { SessionEvent } from '../contract/batch/rows.ts'
import type { SessionCheckName } from '../contract/checks.ts'
import type { Span } from '../contract/survey.ts'
import type { SurveyCheckName } from '../contract/survey_checks.ts'

/**
 * A check answers one question from features alone: no clock, no store, no network.
 * `Unknown` means too little evidence. It never means "fine". Everything else about a check is in the contract, under
 * its name.
 */
export interface Check<Features, Name extends string = SurveyCheckName> {
  /** Exactly as on the wire. */
  readonly name: Name
  run(features: Features): Outcome
  /** Survey checks: the parts of the text behind a detection, in UTF-16 code units. Absent: the whole answer counts. */
  locate?(features: Features): readonly Span[]
}

/**
 * A session check publishes its thresholds and measurements, so that anyone can dispute its result. Its name is also the
 * name of its file, its test and its page.
 */
export interface SessionCheck<Features> extends Check<Features, SessionCheckName> {
  readonly reason: ReasonWording
  /** It can decide on a single event, which a sender may invent. Its result does not count toward acceptance. */
  readonly needsLittle?: true
  /** As on the wire. A threshold applies to the measurement of the same name. */
  readonly thresholds: Readonly<Record<string, number>>
  /** A value is undefined or infinite if there was nothing to measure. */
  measure(features: Features): Readonly<Record<string, number | undefined>>
  /** Selects the events that a reviewer should look at. Absent where no event matters, as for the network. */
  concerns?(event: SessionEvent): boolean
}

/**
 * Wording for the printable summary, which may be given to the person it describes.
 * It states observations: no score, no name of a check, no conclusion.
 */
export interface ReasonWording {
  /** What Detected means, as a sentence without a full stop. The evidence follows it. */
  readonly observed: string
  /** What was not observed when the result is Unknown: `where clicks fell`. */
  readonly subject: string
}

/**
 * `evidence` is one plain sentence for a reviewer. It contains counts, never typed text.
 * `strength` is 0..1. A result below its threshold may have one too: weak evidence adds up across checks. `harmless` is
 * the part of it that harmless circumstances explain, such as a privacy extension or a remote desktop.
 * `proof` marks evidence that only automation leaves, such as a driver's own globals or answers entered by a script.
 * `confirmed` marks traces of at least two kinds that no single innocent circumstance explains. Nothing else may reach
 * the highest band alone.
 * `spans` are the parts of a survey answer behind a detection, in characters. `reference` is the ID of the reference
 * answer that it resembles most.
 */
export type Outcome =
  | {
      readonly result: 'Detected'
      readonly strength: number
      readonly harmless?: number
      readonly evidence: string
      readonly proof?: true
      readonly confirmed?: true
      readonly spans?: readonly Span[]
      readonly reference?: string
    }
  | {
      readonly result: 'Not detected'
      readonly strength?: number
      readonly harmless?: number
      readonly evidence: string
    }
  | { readonly result: 'Unknown'; readonly evidence: string }

export const detected = (strength: number, evidence: string, harmless = 0): Outcome => ({
  result: 'Detected',
  strength,
  evidence,
  ...(harmless > 0 && { harmless }),
})
export const proven = (evidence: string): Outcome => ({
  result: 'Detected',
  strength: 1,
  evidence,
  proof: true,
})
export const confirmed = (evidence: string): Outcome => ({
  result: 'Detected',
  strength: 1,
  evidence,
  confirmed: true,
})
export const notDetected = (evidence: string): Outcome => ({ result: 'Not detected', evidence })
/** Evidence that is not enough for a detection, but adds points. */
export const suspected = (strength: number, evidence: string, harmless = 0): Outcome => ({
  result: 'Not detected',
  strength,
  evidence,
  ...(harmless > 0 && { harmless }),
})
export const unknown = (evidence: string): Outcome => ({ result: 'Unknown', evidence })

/** 0 if the check found nothing. */
export const strengthOf = (outcome: Outcome): number =>
  outcome.result === 'Unknown' ? 0 : (outcome.strength ?? 0)

export const isConfirmed = (outcome: Outcome): boolean =>
  outcome.result === 'Detected' && outcome.confirmed === true

/** The part of the strength that harmless circumstances explain. */
export const harmlessOf = (outcome: Outcome): number =>
  outcome.result === 'Unknown' ? 0 : (outcome.harmless ?? 0)
