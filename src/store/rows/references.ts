import type { StoredReferences } from '../references.ts'
import { checksum } from '../sealed.ts'
import { StoreDamaged } from '../store.ts'

export interface RawReferences {
  workspace: string
  survey_id: string
  question_id: string
  version: number
  changed_at: number
  value: string
  checksum: number
}

export const REFERENCE_COLUMNS = [
  'workspace',
  'survey_id',
  'question_id',
  'version',
  'changed_at',
  'value',
  'checksum',
] as const satisfies (keyof RawReferences)[]

const sumOf = (raw: Omit<RawReferences, 'checksum'>): number =>
  checksum([raw.workspace, raw.survey_id, raw.question_id, raw.version, raw.changed_at, raw.value])

export function rawReferences(references: StoredReferences): RawReferences {
  const { workspace, surveyId, questionId, version, changedAt, value } = references
  const raw = {
    workspace,
    survey_id: surveyId,
    question_id: questionId,
    version,
    changed_at: changedAt,
    value,
  }
  return { ...raw, checksum: sumOf(raw) }
}

export function referencesRow(raw: RawReferences): StoredReferences {
  if (raw.checksum !== sumOf(raw)) throw new StoreDamaged('stored references do not match their checksum')
  return {
    workspace: raw.workspace,
    surveyId: raw.survey_id,
    questionId: raw.question_id,
    version: raw.version,
    changedAt: raw.changed_at,
    value: raw.value,
  }
}
