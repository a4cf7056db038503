/**
 * Finds duplicates, builds the result and stores it. When another request was stored into the same survey in between,
 * on any node, all three steps run again: of two copies that arrive at the same time, one is first.
 */
import type { SurveyVersion } from '../../../contract/survey_checks.ts'
import type { AnalysisRow, AnswerKey } from '../../../store/surveys.ts'
import { idOfKey, keyText } from '../../../store/values/key_text.ts'
import { ApiError } from '../../http/errors.ts'
import type { AnalyzedRequest } from '../check/analysis.ts'
import { newSamples } from '../check/question_stats.ts'
import { type EarlierPlacement, findDuplicates } from '../duplicates/find_duplicates.ts'
import type { ParsedRequest } from '../request/parse.ts'
import { readStoredRequest } from '../request/stored_request.ts'
import type { SurveyService } from '../service.ts'
import { ANALYSIS_VERSION } from './analysis_version.ts'
import { buildResult } from './build_result.ts'
import { readStoredResult } from './stored_result.ts'

/** An attempt fails only when another request was stored, so some request always makes progress. */
const ATTEMPTS = 50
const RETRY_AFTER_S = 1
/** A survey without new answers for this long is analyzed again by itself. */
export const SETTLE_MS = 10 * 60_000

export interface Stored {
  readonly row: AnalysisRow
  /** False: the same request was stored while this one was analyzed. */
  readonly isNew: boolean
}

export async function storeResult(service: SurveyService, analyzed: AnalyzedRequest): Promise<Stored> {
  const { key, request, version } = analyzed
  const { surveys } = service.store
  const groups = new Map<string, Promise<number>>()
  const newGroup = (questionId: string) => {
    const group =
      groups.get(questionId) ?? surveys.nextGroup(key.workspace, key.surveyId, keyText(questionId))
    groups.set(questionId, group)
    return group
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const revision = await surveys.revision(key.workspace, key.surveyId)
    const earlier = await surveys.find(key)
    if (isRepeated(earlier, request, version)) return { row: earlier, isNew: false }
    const placements = await earlierPlacements(service, key, earlier)
    const placed = await findDuplicates(request.sketches, {
      store: surveys,
      key,
      earlier: placements,
      newGroup,
    })
    const row = await buildResult(service, analyzed, placed, earlier)
    const indexed = placed.flatMap(({ index }) => index ?? [])
    const samples = newSamples(analyzed.analysis.updates)
    const endsVerdict = hasUnreadAnswers(row, earlier)
    const now = service.now()
    const settle = { at: now + (service.settleMs ?? SETTLE_MS), now, isFileRow: analyzed.isFileRow }
    if (await surveys.save(row, indexed, revision, samples, endsVerdict, settle)) return { row, isNew: true }
  }
  throw new ApiError('overloaded', { retryAfterS: RETRY_AFTER_S })
}

/** Whether a reviewer decided on other answers. */
const hasUnreadAnswers = (row: AnalysisRow, earlier: AnalysisRow | null): boolean =>
  earlier?.overridden !== undefined && answersOf(earlier.request) !== answersOf(row.request)

const answersOf = (storedRequest: string): string =>
  JSON.stringify(
    readStoredRequest(storedRequest)
      .questions.filter(({ answer }) => answer !== '')
      .map(({ id, answer }) => [id, answer])
      .sort(),
  )

/** Whether this participant's stored result is the result of this same request. */
export function isRepeated(
  earlier: AnalysisRow | null,
  { digest }: ParsedRequest,
  version: SurveyVersion,
): earlier is AnalysisRow {
  if (earlier === null || earlier.version !== version) return false
  const stored = readStoredResult(earlier.result)
  return stored.complete && stored.digest === digest && stored.analysis === ANALYSIS_VERSION
}

/** The digest of answers that were stored without an analysis; undefined: there are none. */
export function collectedDigest(earlier: AnalysisRow | null): string | undefined {
  if (earlier === null) return undefined
  const { collected, digest } = readStoredResult(earlier.result)
  return collected ? digest : undefined
}

export async function earlierPlacements(
  { store }: Pick<SurveyService, 'store'>,
  key: AnswerKey,
  earlier: AnalysisRow | null,
): Promise<ReadonlyMap<string, EarlierPlacement>> {
  if (earlier === null) return new Map()
  const indexed = await store.surveys.indexed(key)
  const sketches = new Map(indexed.map(({ questionId, sketch }) => [idOfKey(questionId), sketch]))
  return new Map(
    readStoredResult(earlier.result)
      .answers.filter(({ group }) => group > 0)
      .map(({ id, group, later, similarity, sketchDigest }) => [
        id,
        { group, later, similarity, sketchDigest, packed: sketches.get(id) ?? null },
      ]),
  )
}
