/** Adds the checks that the second opinion reports to an analysis. */
import { describeError } from '../base/log.ts'
import type { Analysis } from './analysis.ts'
import type { ParsedRequest } from './parse.ts'
import type { CanonicalQuestion } from './request/canonical.ts'
import type { Opinion } from './second_opinion.ts'
import type { SurveyService } from './service.ts'
import { readStoredRequest } from './stored_request.ts'

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
    const opinions = await secondOpinion(answered.map((index) => questions[index] as CanonicalQuestion))
    const added = new Map(answered.map((index, order) => [index, opinions[order] as Opinion]))
    return {
      ...analysis,
      questions: analysis.questions.map((question, index) => ({
        ...question,
        failed: [...question.failed, ...(added.get(index) ?? [])],
      })),
    }
  } catch (error) {
    log.warn('second opinion failed', describeError(error))
    const warning = 'The second-opinion model did not respond; only the local checks ran.'
    return { ...analysis, complete: false, warnings: [...analysis.warnings, warning] }
  }
}
