/** A result as stored, with the data that repeated requests, explanations, replacements and the typing page need. */
import { CHECK_RESULTS } from '../../../contract/checks.ts'
import { defined } from '../../../contract/defined.ts'
import type { ExplainedCheck } from '../../../contract/survey.ts'
import type { JudgedAnswer, SurveyVerdict } from '../../../risk/survey_verdict.ts'

const FORMAT = 1

export interface StoredResult {
  /** Digest of the canonical request. */
  readonly digest: string
  /** `ANALYSIS_VERSION` of the checks and models. */
  readonly analysis: string
  /** Digest of the reference answers that it used; absent: none. */
  readonly references?: string
  /** The setting of the survey that the verdict used. */
  readonly reviewEffort: number
  /** All checks ran on all data: the same request gets this result again. */
  readonly complete: boolean
  /** The answers were stored without an analysis. */
  readonly collected?: true
  /** The response body, byte for byte. */
  readonly body: string
  /** Stored, so that it stays the same when the weights of the checks change. */
  readonly verdict: SurveyVerdict
  readonly answers: readonly StoredAnswer[]
}

export interface StoredAnswer extends JudgedAnswer {
  /** 0: empty. */
  readonly group: number
  readonly later: boolean
  readonly similarity: number
  /** Empty for an empty answer. */
  readonly sketchDigest: string
}

/** `[check, result, evidence, strength, spans, reference]`; the last three only for a detection. */
type StoredCheck = readonly [
  check: ExplainedCheck['check'],
  result: number,
  evidence: string,
  strength?: number,
  spans?: readonly (readonly [start: number, end: number])[] | null,
  reference?: string,
]

interface StoredText extends Omit<StoredResult, 'answers'> {
  readonly format: number
  readonly answers: readonly (Omit<StoredAnswer, 'results'> & { readonly results: readonly StoredCheck[] })[]
}

export function writeStoredResult(result: StoredResult): string {
  const stored: StoredText = {
    format: FORMAT,
    ...result,
    answers: result.answers.map((answer) => ({ ...answer, results: answer.results.map(toStored) })),
  }
  return JSON.stringify(stored)
}

export function readStoredResult(text: string): StoredResult {
  const { format, ...stored } = JSON.parse(text) as StoredText
  if (format !== FORMAT) throw new Error(`survey result format ${format} is not known`)
  const answers = stored.answers.map((answer) => ({ ...answer, results: answer.results.map(fromStored) }))
  return { ...stored, answers }
}

function toStored({ check, result, evidence, strength, spans, reference }: ExplainedCheck): StoredCheck {
  const head = [check, CHECK_RESULTS.indexOf(result), evidence] as const
  if (result !== 'Detected') return head
  const places = spans?.map(({ start, end }) => [start, end] as const) ?? null
  return reference === undefined ? [...head, strength, places] : [...head, strength, places, reference]
}

function fromStored([
  check,
  result,
  evidence,
  strength = 0,
  spans = null,
  reference,
]: StoredCheck): ExplainedCheck {
  return {
    check,
    result: CHECK_RESULTS[result] as ExplainedCheck['result'],
    strength,
    evidence,
    spans: spans?.map(([start, end]) => ({ start, end })) ?? null,
    ...defined({ reference }),
  }
}
