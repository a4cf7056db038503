/** Builds the row to be stored for an analyzed request, with the response body. */
import { allResponsesEmpty } from '../../../checks/survey/all_responses_empty.ts'
import type { FingerprintChecks } from '../../../contract/survey.ts'
import { SURVEY_CHECKS_OF, type SurveyVersion } from '../../../contract/survey_checks.ts'
import { DEFAULT_REVIEW_EFFORT, surveyVerdict } from '../../../risk/survey_verdict.ts'
import { type AnalysisRow, type AnswerKey, rankOf } from '../../../store/surveys.ts'
import type { AnalyzedRequest } from '../check/analysis.ts'
import { UNKNOWN_DEVICE } from '../check/fingerprint.ts'
import { digestOfSketch, type Placed } from '../duplicates/find_duplicates.ts'
import type { ParsedRequest } from '../request/parse.ts'
import type { SurveyService } from '../service.ts'
import { ANALYSIS_VERSION } from './analysis_version.ts'
import {
  copiedAnswers,
  type ResultInput,
  type ResultsByQuestion,
  resultsOf,
  resultV012,
  resultV021,
} from './result.ts'
import { type StoredResult, writeStoredResult } from './stored_result.ts'
import { typingUrl } from './typing_url.ts'

export async function buildResult(
  service: SurveyService,
  analyzed: AnalyzedRequest,
  placed: readonly Placed[],
  earlier: AnalysisRow | null,
): Promise<AnalysisRow> {
  const { version, key, request, analysis, device } = analyzed
  const fingerprint = await fingerprintChecks(service, analyzed)
  const reviewEffort = await reviewEffortOf(service, key)
  return {
    ...key,
    id: service.analysisId(key),
    version,
    analyzedAt: service.now(),
    ...buildStoredResult(service, analyzed, placed, fingerprint, reviewEffort),
    request: analysis.storedRequest ?? request.storedRequest,
    // A request without a fingerprint id does not forget the device that an earlier one named.
    deviceId: device === undefined ? (earlier?.deviceId ?? null) : (device?.deviceId ?? null),
  }
}

export type BuiltResult = Pick<AnalysisRow, 'flagged' | 'rank' | 'result'>

/** The stored form of the result, with the response body. */
export function buildStoredResult(
  service: SurveyService,
  { version, key, request, analysis, references }: Omit<AnalyzedRequest, 'device' | 'isFileRow'>,
  placed: readonly Placed[],
  fingerprint: FingerprintChecks | undefined,
  reviewEffort: number,
): BuiltResult {
  const input: ResultInput = {
    questions: analysis.questions,
    placements: new Map(placed.map((placement) => [placement.questionId, placement])),
    error: analysis.error,
    warnings: analysis.warnings,
    model: `${service.modelPrefix}-${version}`,
    typingUrl: typingUrl(service.publicUrl(), service.analysisId(key)),
    ...(fingerprint && { fingerprint }),
    ...(request.disabledChecks && { disabledChecks: request.disabledChecks }),
  }
  const results = resultsOf(version, input)
  const result = version === 'v021' ? resultV021(input, results) : resultV012(input, results)
  const answers = storedAnswers(version, request, input, results)
  const stored: StoredResult = {
    digest: request.digest,
    analysis: ANALYSIS_VERSION,
    ...(references !== null && { references }),
    reviewEffort,
    complete: analysis.complete && fingerprint?.error !== true,
    ...(analysis.isCollected && { collected: true as const }),
    body: JSON.stringify(result),
    verdict: surveyVerdict(answers, analysis.error, reviewEffort),
    answers,
  }
  return { flagged: result.flagged, rank: rankOf(stored.verdict), result: writeStoredResult(stored) }
}

function storedAnswers(
  version: SurveyVersion,
  request: ParsedRequest,
  input: ResultInput,
  results: ResultsByQuestion,
): StoredResult['answers'] {
  const { questions, placements, disabledChecks = [] } = input
  const copied = copiedAnswers(version, input)
  const sketches = new Map(request.sketches.map(({ questionId, packed }) => [questionId, packed]))
  const ratings = new Map(questions.map(({ id, rating }) => [id, rating]))
  const empty = new Set(questions.filter((question) => question.empty).map(({ id }) => id))
  // A version with the check fails it instead.
  const countsEmpty =
    !SURVEY_CHECKS_OF[version].includes(allResponsesEmpty.name) &&
    !disabledChecks.includes(allResponsesEmpty.name)
  return [...results].map(([id, checks]) => {
    const sketch = sketches.get(id)
    return {
      id,
      group: placements.get(id)?.group ?? 0,
      later: placements.get(id)?.later ?? false,
      similarity: placements.get(id)?.similarity ?? 1,
      sketchDigest: sketch === undefined ? '' : digestOfSketch(sketch),
      rating: ratings.get(id) ?? null,
      ...(copied.has(id) && { copied: true }),
      ...(countsEmpty && empty.has(id) && { empty: true }),
      results: checks,
    }
  })
}

/** The setting of the survey. */
export const reviewEffortOf = async (
  { store }: Pick<SurveyService, 'store'>,
  { workspace, surveyId }: Pick<AnswerKey, 'workspace' | 'surveyId'>,
): Promise<number> => (await store.analyzeAgain.reviewEffort(workspace, surveyId)) ?? DEFAULT_REVIEW_EFFORT

async function fingerprintChecks(
  { store }: SurveyService,
  { key, device }: AnalyzedRequest,
): Promise<FingerprintChecks | undefined> {
  if (device === undefined) return undefined
  if (device === null) return UNKNOWN_DEVICE
  const other = await store.surveys.otherOnDevice(key, device.deviceId)
  const { error, ...checks } = device.checks
  return { ...checks, duplicate: other !== null, error }
}
