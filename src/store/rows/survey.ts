/** Rows of survey analyses and indexed answers, each with a checksum. Used by both engines. */
import { packBands, unpackBands } from '../bands.ts'
import { checksum, type Plain, seal, unseal } from '../sealed.ts'
import { StoreDamaged } from '../store.ts'
import type {
  AnalysisRow,
  AnswerKey,
  IndexedAnswer,
  IndexedNeighbor,
  StoredStats,
  StoredVerdict,
} from '../surveys.ts'

export interface RawAnalysis {
  workspace: string
  survey_id: string
  participant_id: string
  id: string
  version: string
  analyzed_at: number
  flagged: number
  device_id: string | null
  checksum: number
  request: Buffer
  result: Buffer
  overruled: Buffer | null
}

export const ANALYSIS_COLUMNS = [
  'workspace',
  'survey_id',
  'participant_id',
  'id',
  'version',
  'analyzed_at',
  'flagged',
  'device_id',
  'checksum',
  'request',
  'result',
] as const satisfies (keyof RawAnalysis)[]

type Saved = Omit<RawAnalysis, 'overruled'>
type Head = Omit<Saved, 'checksum' | 'request' | 'result'>

const analysisOwner = (raw: Head): Plain[] => [raw.workspace, raw.survey_id, raw.participant_id, raw.id]

const analysisChecksum = (raw: Head): number =>
  checksum([...analysisOwner(raw), raw.version, raw.analyzed_at, raw.flagged, raw.device_id])

export function rawAnalysis(row: AnalysisRow): Saved {
  const head: Head = {
    workspace: row.workspace,
    survey_id: row.surveyId,
    participant_id: row.participantId,
    id: row.id,
    version: row.version,
    analyzed_at: row.analyzedAt,
    flagged: row.flagged ? 1 : 0,
    device_id: row.deviceId,
  }
  const owner = analysisOwner(head)
  return {
    ...head,
    checksum: analysisChecksum(head),
    request: seal(row.request, owner),
    result: seal(row.result, owner),
  }
}

export function analysisRow(raw: RawAnalysis): AnalysisRow {
  if (raw.checksum !== analysisChecksum(raw)) {
    throw new StoreDamaged('a stored analysis does not match its checksum')
  }
  const owner = analysisOwner(raw)
  return {
    workspace: raw.workspace,
    surveyId: raw.survey_id,
    participantId: raw.participant_id,
    id: raw.id,
    version: raw.version as AnalysisRow['version'],
    analyzedAt: raw.analyzed_at,
    flagged: raw.flagged === 1,
    deviceId: raw.device_id,
    request: unseal(raw.request, owner).toString(),
    result: unseal(raw.result, owner).toString(),
    ...(raw.overruled !== null && { overruled: verdictOf(raw, raw.overruled) }),
  }
}

type Owner = Pick<RawAnalysis, 'workspace' | 'survey_id' | 'participant_id'>

const verdictOwner = ({ workspace, survey_id, participant_id }: Owner): Plain[] => [
  workspace,
  survey_id,
  participant_id,
]

const verdictOf = (raw: Owner, sealed: Buffer): StoredVerdict =>
  JSON.parse(unseal(sealed, verdictOwner(raw)).toString())

export function rawVerdict(
  { workspace, surveyId, participantId }: AnswerKey,
  verdict: StoredVerdict | null,
): Buffer | null {
  if (verdict === null) return null
  const owner = verdictOwner({ workspace, survey_id: surveyId, participant_id: participantId })
  return seal(JSON.stringify(verdict), owner)
}

export interface RawAnswer {
  question_id: string
  added_at: number
  cluster: number
  bands: Buffer
  sketch: Uint8Array
  checksum: number
}

const answerChecksum = (participantId: string, raw: Omit<RawAnswer, 'checksum'>): number =>
  checksum([participantId, raw.question_id, raw.added_at, raw.cluster, raw.bands, raw.sketch])

/** `held`: the indexed answer. An unchanged answer keeps its time. */
export function rawAnswer(
  { participantId, analyzedAt }: AnalysisRow,
  { questionId, bands, sketch, group }: IndexedAnswer,
  held?: RawAnswer,
): { raw: RawAnswer; unchanged: boolean } {
  const packed = packBands(bands)
  const unchanged = held !== undefined && same(held.bands, packed) && same(held.sketch, sketch)
  const added_at = unchanged ? held.added_at : analyzedAt
  const raw = { question_id: questionId, added_at, cluster: group, bands: packed, sketch }
  return { raw: { ...raw, checksum: answerChecksum(participantId, raw) }, unchanged }
}

export function neighbor(raw: RawAnswer & { participant_id: string }): IndexedNeighbor {
  if (raw.checksum !== answerChecksum(raw.participant_id, raw)) {
    throw new StoreDamaged('a stored answer does not match its checksum')
  }
  return {
    participantId: raw.participant_id,
    questionId: raw.question_id,
    addedAt: raw.added_at,
    group: raw.cluster,
    bands: unpackBands(raw.bands),
    sketch: Uint8Array.from(raw.sketch),
  }
}

/** One row for the saved statistics, which has a latest revision, and one for each sample. */
export interface RawStats {
  revision: number
  latest: number | null
  content: Buffer | null
}

type QuestionPlace = readonly [workspace: string, surveyId: string, questionId: string]

/** Statistics and samples of a question, under the revision that they made. */
export function sealedStats(place: QuestionPlace, value: string, revision: number): Buffer {
  return seal(value, [...place, revision])
}

/** `since`: the revision that the caller has. The rows of one query, which excludes earlier samples. */
export function storedStats(
  place: QuestionPlace,
  rows: readonly RawStats[],
  since: number,
): StoredStats | null {
  const saved = rows.find(({ latest }) => latest !== null)
  if (!saved?.latest) return null
  const text = ({ content, revision }: RawStats) =>
    content === null ? null : unseal(content, [...place, revision]).toString()
  return {
    revision: saved.latest,
    since: Math.max(since, saved.revision),
    saved: saved.revision,
    value: text(saved),
    samples: rows
      .filter((row) => row !== saved)
      .sort((a, b) => a.revision - b.revision)
      .map((row) => text(row) ?? ''),
  }
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}
