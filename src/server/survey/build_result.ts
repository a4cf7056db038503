/** Builds the row to be stored for an analyzed request, with the response body. */
import type { FingerprintChecks } from '../../contract/survey.ts'
import { surveyVerdict } from '../../risk/survey_verdict.ts'
import type { AnalysisRow } from '../../store/surveys.ts'
import type { Analysis, AnalyzedRequest } from './analysis.ts'
import { ANALYSIS_VERSION } from './analysis_version.ts'
import { digestOfSketch, type Placed } from './find_duplicates.ts'
import { UNKNOWN_DEVICE } from './fingerprint.ts'
import type { ParsedRequest } from './parse.ts'
import { type ResultInput, type ResultsByQuestion, resultsOf, resultV012, resultV021 } from './result.ts'
import type { SurveyService } from './service.ts'
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
  return {
    ...key,
    id: service.analysisId(key),
    version,
    analyzedAt: service.now(),
    ...buildStoredResult(service, analyzed, placed, fingerprint),
    request: analysis.storedRequest ?? request.storedRequest,
    // A request without a fingerprint id does not forget the device that an earlier one named.
    deviceId: device === undefined ? (earlier?.deviceId ?? null) : (device?.deviceId ?? null),
  }
}

/** The stored form of the result, with the response body. */
export function buildStoredResult(
  service: SurveyService,
  { version, key, request, analysis, references }: Omit<AnalyzedRequest, 'device'>,
  placed: readonly Placed[],
  fingerprint: FingerprintChecks | undefined,
): Pick<AnalysisRow, 'flagged' | 'result'> {
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
  const stored: StoredResult = {
    digest: request.digest,
    analysis: ANALYSIS_VERSION,
    ...(references !== null && { references }),
    complete: analysis.complete && fingerprint?.error !== true,
    body: JSON.stringify(result),
    verdict: surveyVerdict(
      [...results.values()].flat(),
      analysis.error,
      analysis.questions.map(({ minimal }) => minimal),
    ),
    answers: storedAnswers(request, analysis, results, placed),
  }
  return { flagged: result.flagged, result: writeStoredResult(stored) }
}

function storedAnswers(
  request: ParsedRequest,
  { questions }: Pick<Analysis, 'questions'>,
  results: ResultsByQuestion,
  placed: readonly Placed[],
): StoredResult['answers'] {
  const placements = new Map(placed.map((placement) => [placement.questionId, placement]))
  const sketches = new Map(request.sketches.map(({ questionId, packed }) => [questionId, packed]))
  const minimal = new Map(questions.map((question) => [question.id, question.minimal]))
  return [...results].map(([id, checks]) => {
    const sketch = sketches.get(id)
    return {
      id,
      group: placements.get(id)?.group ?? 0,
      later: placements.get(id)?.later ?? false,
      similarity: placements.get(id)?.similarity ?? 1,
      sketchDigest: sketch === undefined ? '' : digestOfSketch(sketch),
      minimal: minimal.get(id) ?? null,
      results: checks,
    }
  })
}

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
