import type { LaterAnalysis } from '../later_analyses.ts'
import { type Plain, seal, unseal } from '../sealed.ts'
import type { AnswerKey } from '../surveys.ts'

export interface RawLater {
  workspace: string
  survey_id: string
  participant_id: string
  analyzed_at: number
  flagged: number
  result: Uint8Array
}

export const LATER_COLUMNS = [
  'workspace',
  'survey_id',
  'participant_id',
  'analyzed_at',
  'flagged',
  'result',
] as const satisfies (keyof RawLater)[]

const ownerOf = (raw: Omit<RawLater, 'result'>): Plain[] => [
  raw.workspace,
  raw.survey_id,
  raw.participant_id,
  raw.analyzed_at,
  raw.flagged,
]

export function rawLater(key: AnswerKey, later: LaterAnalysis): RawLater {
  const head = {
    workspace: key.workspace,
    survey_id: key.surveyId,
    participant_id: key.participantId,
    analyzed_at: later.analyzedAt,
    flagged: later.flagged ? 1 : 0,
  }
  return { ...head, result: seal(later.result, ownerOf(head)) }
}

export function laterAnalysis(raw: RawLater): LaterAnalysis {
  return {
    analyzedAt: raw.analyzed_at,
    flagged: raw.flagged === 1,
    result: unseal(raw.result, ownerOf(raw)).toString(),
  }
}
