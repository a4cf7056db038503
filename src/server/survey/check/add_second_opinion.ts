/** Adds the checks that the second opinion reports to an analysis. */
import { elementAt } from '../../../contract/element_at.ts'
import type { ExplainedCheck } from '../../../contract/survey.ts'
import type { SurveyCheckName } from '../../../contract/survey_checks.ts'
import { describeError } from '../../telemetry/log.ts'
import type { ParsedRequest } from '../request/parse.ts'
import { readStoredRequest } from '../request/stored_request.ts'
import type { SurveyService } from '../service.ts'
import type { Analysis } from './analysis.ts'

/** A model that reads an answer may be wrong, so that its report alone never removes a participant. */
const STRENGTH = 0.6

const reported = (check: SurveyCheckName): ExplainedCheck => ({
  check,
  result: 'Detected',
  strength: STRENGTH,
  evidence: 'The second-opinion model flagged the answer.',
  spans: null,
})

/** When the second opinion fails, the local analysis is returned with a warning. */
export async function addSecondOpinion(
  { secondOpinion, log }: SurveyService,
  { storedRequest }: ParsedRequest,
  analysis: Analysis,
): Promise<Analysis> {
  if (secondOpinion === undefined) return analysis
  const { questions } = readStoredRequest(storedRequest)
  const answered = analysis.questions.flatMap(({ empty }, index) => (empty ? [] : [index]))
  if (answered.length === 0) return analysis
  try {
    const opinions = await secondOpinion(answered.map((index) => elementAt(questions, index)))
    const added = new Map(answered.map((index, order) => [index, elementAt(opinions, order)]))
    return {
      ...analysis,
      questions: analysis.questions.map((question, index) => ({
        ...question,
        results: [...question.results, ...(added.get(index) ?? []).map(reported)],
      })),
    }
  } catch (error) {
    log.warn('second opinion failed', describeError(error))
    const warning = 'The second-opinion model did not respond; only the local checks ran.'
    return { ...analysis, complete: false, warnings: [...analysis.warnings, warning] }
  }
}
