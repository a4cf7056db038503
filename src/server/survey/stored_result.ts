/** A result as stored, with the data that repeated requests, explanations, replacements and the typing page need. */
import { CHECK_RESULTS } from '../../contract/checks.ts'
import type { ExplainedCheck } from '../../contract/survey.ts'
import { type JudgedAnswer, type SurveyVerdict, surveyVerdict } from '../../risk/survey_verdict.ts'
import { unexplainedResults } from './unexplained_results.ts'

const FORMAT = 1

export interface StoredResult {
  /** Digest of the canonical request. */
  readonly digest: string
  /** `ANALYSIS_VERSION` of the checks and models. */
  readonly analysis: string
  /** Digest of the reference answers that it used; absent: none. */
  readonly references?: string
  /** The setting of the survey that the verdict used. Absent in results of earlier versions. */
  readonly reviewEffort?: number
  /** All checks ran on all data: the same request gets this result again. */
  readonly complete: boolean
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
  /** Absent in results of earlier versions. */
  readonly similarity?: number
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

interface StoredText extends Omit<StoredResult, 'answers' | 'verdict'> {
  readonly format: number
  readonly verdict?: SurveyVerdict
  readonly answers: readonly (Omit<StoredAnswer, 'results'> & {
    readonly results?: readonly StoredCheck[]
    /** Of version 0.1.0. */
    readonly evidence?: readonly string[]
  })[]
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
  const { verdict } = stored
  if (verdict === undefined) return { ...stored, ...unexplained(stored) }
  const answers = stored.answers.map((answer) => ({
    ...answer,
    results: answer.results?.map(fromStored) ?? [],
  }))
  return { ...stored, answers, verdict }
}

function unexplained({
  answers,
  body,
}: Omit<StoredText, 'format'>): Pick<StoredResult, 'answers' | 'verdict'> {
  const results = unexplainedResults(answers, body)
  const explained = answers.map((answer, at) => ({ ...answer, results: results[at] ?? [] }))
  return {
    answers: explained,
    verdict: surveyVerdict(explained, (JSON.parse(body) as { error: boolean }).error),
  }
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
    ...(reference !== undefined && { reference }),
  }
}
