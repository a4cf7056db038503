/**
 * Compares an answer with those of other participants, gives the verdict and saves it. Whoever else saves into the
 * same survey in between, on whatever node, makes this look again: of two copies that arrive together, one is first.
 */
import type { FingerprintChecks } from '../../contract/survey.ts'
import type { AnalysisRow } from '../../store/surveys.ts'
import { idOfKey, keyText } from '../base/key_text.ts'
import { ApiError } from '../http/errors.ts'
import { ANALYSIS_VERSION } from './analysis_version.ts'
import type { Case } from './check.ts'
import { digestOfSketch, type EarlierPlacement, type Placed, placeAnswer } from './duplicates.ts'
import { UNKNOWN_DEVICE } from './fingerprint.ts'
import type { ReadRequest } from './read.ts'
import type { SurveyVersion } from './request/canonical.ts'
import type { SurveyService } from './service.ts'
import { readStoredResult, type StoredResult, writeResult } from './stored_result.ts'
import { typingUrl } from './typing_url.ts'
import { type VerdictInput, verdictV012, verdictV021 } from './verdict.ts'

/** Each attempt that fails means that another request was saved, so somebody always gets on. */
const ATTEMPTS = 50
const RETRY_AFTER_S = 1

export interface Settled {
  readonly body: string
  /** False: the same request was answered while this one was judged. */
  readonly isNew: boolean
}

export async function settle(service: SurveyService, found: Case): Promise<Settled> {
  const { key, request, call } = found
  const { surveys } = service.store
  const groups = new Map<string, Promise<number>>()
  const newGroup = (questionId: string) => {
    const group =
      groups.get(questionId) ?? surveys.nextGroup(key.workspace, key.surveyId, keyText(questionId))
    groups.set(questionId, group)
    return group
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const seen = await surveys.revision(key.workspace, key.surveyId)
    const earlier = await surveys.find(key)
    const repeated = repeatedAnswer(earlier, request, call.version)
    if (repeated !== undefined) return { body: repeated, isNew: false }
    const held = await earlierPlacements(service, found, earlier)
    const placed = await Promise.all(
      request.sketches.map((answer) =>
        placeAnswer(answer, {
          store: surveys,
          key,
          earlier: held,
          newGroup,
        }),
      ),
    )
    const { row, body } = await conclude(service, found, placed)
    const indexed = placed.flatMap(({ index }) => index ?? [])
    if (await surveys.save(row, indexed, seen)) return { body, isNew: true }
  }
  throw new ApiError('overloaded', { retryAfterS: RETRY_AFTER_S })
}

/** The stored answer, when it was given to this very request. */
export function repeatedAnswer(
  earlier: AnalysisRow | null,
  { digest }: ReadRequest,
  version: SurveyVersion,
): string | undefined {
  if (earlier === null || earlier.version !== version) return undefined
  const stored = readStoredResult(earlier.result)
  const isSame = stored.complete && stored.digest === digest && stored.analysis === ANALYSIS_VERSION
  return isSame ? stored.body : undefined
}

async function earlierPlacements(
  { store }: SurveyService,
  { key }: Case,
  earlier: AnalysisRow | null,
): Promise<ReadonlyMap<string, EarlierPlacement>> {
  if (earlier === null) return new Map()
  const indexed = await store.surveys.indexed(key)
  const sketches = new Map(indexed.map(({ questionId, sketch }) => [idOfKey(questionId), sketch]))
  return new Map(
    readStoredResult(earlier.result)
      .answers.filter(({ group }) => group > 0)
      .map(({ id, group, later, sketchDigest }) => [
        id,
        { group, later, sketchDigest, packed: sketches.get(id) ?? null },
      ]),
  )
}

async function conclude(
  service: SurveyService,
  found: Case,
  placed: readonly Placed[],
): Promise<{ row: AnalysisRow; body: string }> {
  const { call, key, request, judged, device } = found
  const id = service.analysisId(key)
  const fingerprint = await fingerprintChecks(service, found)
  const input: VerdictInput = {
    questions: judged.questions,
    placements: new Map(placed.map((placement) => [placement.questionId, placement])),
    error: judged.error,
    warnings: judged.warnings,
    model: `${service.modelPrefix}-${call.version}`,
    typingUrl: typingUrl(service.publicUrl(), id),
    ...(fingerprint && { fingerprint }),
  }
  const result = call.version === 'v021' ? verdictV021(input) : verdictV012(input)
  const body = JSON.stringify(result)
  const stored: StoredResult = {
    digest: request.digest,
    analysis: ANALYSIS_VERSION,
    complete: judged.complete && fingerprint?.error !== true,
    body,
    answers: storedAnswers(found, placed),
  }
  const row: AnalysisRow = {
    ...key,
    id,
    version: call.version,
    analyzedAt: service.now(),
    flagged: result.flagged,
    request: judged.written ?? request.written,
    result: writeResult(stored),
    deviceId: device?.deviceId ?? null,
  }
  return { row, body }
}

function storedAnswers({ request, judged }: Case, placed: readonly Placed[]): StoredResult['answers'] {
  const placements = new Map(placed.map((placement) => [placement.questionId, placement]))
  const sketches = new Map(request.sketches.map(({ questionId, packed }) => [questionId, packed]))
  return judged.questions.map(({ id, evidence }) => {
    const sketch = sketches.get(id)
    return {
      id,
      group: placements.get(id)?.group ?? 0,
      later: placements.get(id)?.later ?? false,
      sketchDigest: sketch === undefined ? '' : digestOfSketch(sketch),
      evidence,
    }
  })
}

async function fingerprintChecks(
  { store }: SurveyService,
  { key, device }: Case,
): Promise<FingerprintChecks | undefined> {
  if (device === undefined) return undefined
  if (device === null) return UNKNOWN_DEVICE
  const other = await store.surveys.otherOnDevice(key, device.deviceId)
  const { error, ...checks } = device.checks
  return { ...checks, duplicate: other !== null, error }
}
