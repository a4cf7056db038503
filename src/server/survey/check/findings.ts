/** The findings on the answers of one response. */
import type { Outcome } from '../../../checks/check.ts'
import { defined } from '../../../contract/defined.ts'
import type { ExplainedCheck, Span } from '../../../contract/survey.ts'
import type { SurveyCheckName } from '../../../contract/survey_checks.ts'
import type { WordBits } from '../../../features/text/word_bits.ts'
import { hundredths } from '../../../risk/survey_verdict.ts'

/** The findings on one question, before it is compared with other participants. */
export interface QuestionFindings {
  readonly id: string
  readonly empty: boolean
  /** 1 to 10; null when it could not be rated. */
  readonly effort: number | null
  readonly weight: number
  /** Yes, no, none, a number. v012 never flags these as duplicates. */
  readonly simple: boolean
  /** The effort that the verdict counts; null: does not count. */
  readonly rating: number | null
  /** How surprising it is if another participant writes the same words by coincidence; null: not analyzed. */
  readonly surprise: WordBits | null
  /** The whole answer, in characters; null: the answer is empty or was not analyzed. */
  readonly span: Span | null
  /** Results of the checks that ran. A second opinion adds results of the same checks. */
  readonly results: readonly ExplainedCheck[]
}

export function explainedCheck(check: SurveyCheckName, outcome: Outcome): ExplainedCheck {
  const { result, evidence } = outcome
  if (result !== 'Detected') return { check, result, strength: 0, evidence, spans: null }
  return {
    check,
    result,
    strength: hundredths(outcome.strength),
    evidence,
    spans: outcome.spans === undefined ? null : [...outcome.spans],
    ...defined({ reference: outcome.reference }),
  }
}
