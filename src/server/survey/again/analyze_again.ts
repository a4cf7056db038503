/**
 * Analyzes a stored request again, with the question statistics of today. The new result is stored with its own time
 * beside the first one. Neither the statistics nor the duplicate index change: the answers are part of them already.
 */
import { type AnalysisRow, type AnswerKey, rankOf } from '../../../store/surveys.ts'
import { addSecondOpinion } from '../check/add_second_opinion.ts'
import type { AnalyzedRequest } from '../check/analysis.ts'
import { loadContext } from '../check/load_context.ts'
import type { SurveyTurn } from '../check/pool.ts'
import { findDuplicates } from '../duplicates/find_duplicates.ts'
import { ANALYSIS_VERSION } from '../result/analysis_version.ts'
import { type BuiltResult, buildStoredResult, reviewEffortOf } from '../result/build_result.ts'
import { resultBody } from '../result/result_body.ts'
import { earlierPlacements } from '../result/store_result.ts'
import { readStoredResult } from '../result/stored_result.ts'
import { updateVerdict } from '../result/update_verdict.ts'
import type { SurveyService } from '../service.ts'
import { isSuperseded } from './superseded.ts'

/** `changed`: the verdict or the set of failed checks. `gone`: the analysis was replaced or erased in between. */
export type AgainOutcome = 'changed' | 'unchanged' | 'gone'

/** `since`: when the new analysis was requested; now, unless it is one of many. */
export async function analyzeAgain(
  service: SurveyService,
  key: AnswerKey,
  since = service.now(),
): Promise<AgainOutcome> {
  const { surveys } = service.store
  const row = await surveys.find(key)
  if (row === null) return 'gone'
  // The time of an analysis is when it began: a change of the references from then on is not part of it.
  const startedAt = service.now()
  const opened = await service.pool.use(turnOf(row), async (thread) => {
    const reply = await thread.reopen(row.workspace, row.request)
    if ('fault' in reply) throw new Error(reply.fault.detail)
    // The device was checked when the answers arrived.
    const request = { ...reply.request, fingerprintId: null }
    const { context, references } = await loadContext(service, key, { ...reply, request }, row)
    const reviewEffort = await reviewEffortOf(service, key)
    const former = await formerAnalysis(service, row, { references, reviewEffort }, since)
    if (former !== null) return { former }
    return { request, references, reviewEffort, analysis: await thread.analyze(reply.parsedId, context) }
  })
  const analyzed =
    'former' in opened
      ? opened
      : { ...opened, analysis: await addSecondOpinion(service, opened.request, opened.analysis) }
  return service.turns.take(JSON.stringify([key.workspace, key.surveyId]), async () => {
    const built = 'former' in analyzed ? analyzed.former : await build(service, row, analyzed)
    const [before = row] = await surveys.latest([row])
    const latest = { ...built, analyzedAt: Math.max(startedAt, before.analyzedAt + 1) }
    const isChanged = isSuperseded(before, built)
    if (!(await surveys.add(key, latest, row.analyzedAt, isChanged))) return 'gone'
    return isChanged ? 'changed' : 'unchanged'
  })
}

const turnOf = ({ workspace, request }: AnalysisRow): SurveyTurn => ({
  workspace,
  key: 'analysis again',
  bytes: request.length,
})

/** Longer than an analysis takes. */
const RESTORED_MS = 60_000

/** What researchers set for the survey. */
interface Settings {
  readonly references: string | null
  readonly reviewEffort: number
}

/**
 * The result of an earlier analysis with the references of now, if the latest one had others, or was restored in this way
 * while the references changed. So deleting references restores the results from before them, byte for byte. Null: the
 * answers are analyzed.
 */
async function formerAnalysis(
  { store }: SurveyService,
  row: AnalysisRow,
  { references, reviewEffort }: Settings,
  since: number,
): Promise<BuiltResult | null> {
  const isSame = ({ result }: AnalysisRow) => {
    const stored = readStoredResult(result)
    return (stored.references ?? null) === references && stored.analysis === ANALYSIS_VERSION
  }
  const all = await store.surveys.history(row)
  const latest = all.at(-1)
  if (latest === undefined) return null
  const isRestored =
    since - latest.analyzedAt < RESTORED_MS &&
    all.some((analysis) => analysis !== latest && isSame(analysis) && analysis.result === latest.result)
  const former = isSame(latest) && !isRestored ? undefined : all.findLast(isSame)
  if (former === undefined) return null
  const copied = readStoredResult(latest.result).answers.flatMap(({ id, copied }) => (copied ? id : []))
  const result = updateVerdict(former.result, { reviewEffort, copied })
  return { flagged: resultBody(former).flagged, rank: rankOf(readStoredResult(result).verdict), result }
}

async function build(
  service: SurveyService,
  row: AnalysisRow,
  { request, analysis, references, reviewEffort }: Pick<AnalyzedRequest, 'request' | 'analysis'> & Settings,
): Promise<BuiltResult> {
  const key: AnswerKey = row
  const earlier = await earlierPlacements(service, key, row)
  const placed = await findDuplicates(request.sketches, {
    store: service.store.surveys,
    key,
    earlier,
    // Every stored answer has a group already.
    newGroup: async (questionId) => earlier.get(questionId)?.group ?? 0,
  })
  const { digest } = readStoredResult(row.result)
  return buildStoredResult(
    service,
    { version: row.version, key, request: { ...request, digest }, analysis, references },
    placed,
    resultBody(row).fingerprint_checks,
    reviewEffort,
  )
}
