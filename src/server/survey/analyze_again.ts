/**
 * Analyzes a stored request again, with the question statistics of today. The new result is stored with its own time
 * beside the first one. Neither the statistics nor the duplicate index change: the answers are part of them already.
 */
import type { AnalysisRow, AnswerKey } from '../../store/surveys.ts'
import { addSecondOpinion } from './add_second_opinion.ts'
import { buildStoredResult } from './build_result.ts'
import { failedChecks } from './explanation.ts'
import { findDuplicates } from './find_duplicates.ts'
import { latestAnalysis } from './latest_analysis.ts'
import { loadContext } from './load_context.ts'
import { resultBody } from './result_body.ts'
import type { SurveyService } from './service.ts'
import { earlierPlacements } from './store_result.ts'
import { readStoredResult } from './stored_result.ts'

/** `changed`: the verdict or the set of failed checks. `gone`: the analysis was replaced or erased in between. */
export type AgainOutcome = 'changed' | 'unchanged' | 'gone'

export async function analyzeAgain(service: SurveyService, key: AnswerKey): Promise<AgainOutcome> {
  const { surveys, laterAnalyses } = service.store
  const row = await surveys.find(key)
  if (row === null) return 'gone'
  const { request, analysis: local } = await service.pool.use(async (thread) => {
    const opened = await thread.reopen(row.workspace, row.request)
    if ('fault' in opened) throw new Error(opened.fault.detail)
    // The device was checked when the answers arrived.
    const parsed = { ...opened.request, fingerprintId: null }
    const { context } = await loadContext(service, key, { ...opened, request: parsed }, row)
    return { request: parsed, analysis: await thread.analyze(opened.parsedId, context) }
  })
  const analysis = await addSecondOpinion(service, request, local)
  return service.turns.take(JSON.stringify([key.workspace, key.surveyId]), async () => {
    const earlier = await earlierPlacements(service, key, row)
    const placed = await findDuplicates(request.sketches, {
      store: surveys,
      key,
      earlier,
      // Every stored answer has a group already.
      newGroup: async (questionId) => earlier.get(questionId)?.group ?? 0,
    })
    const { digest } = readStoredResult(row.result)
    const fingerprint = resultBody(row).fingerprint_checks
    const built = buildStoredResult(
      service,
      { version: row.version, key, request: { ...request, digest }, analysis },
      placed,
      fingerprint,
    )
    const before = await latestAnalysis(service.store, row)
    const later = { ...built, analyzedAt: Math.max(service.now(), before.analyzedAt + 1) }
    const isChanged = summaryOf(before) !== summaryOf({ ...row, ...built })
    if (!(await laterAnalyses.save(key, later, row.analyzedAt, isChanged))) return 'gone'
    return isChanged ? 'changed' : 'unchanged'
  })
}

/** Equal for analyses with the same verdict and the same failed checks. */
function summaryOf({ result }: AnalysisRow): string {
  const { verdict, answers } = readStoredResult(result)
  const failed = answers.map(({ id, results }) => [id, failedChecks(results).map(({ check }) => check)])
  return JSON.stringify([verdict.verdict, failed])
}
