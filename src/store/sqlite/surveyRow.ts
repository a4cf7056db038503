import { checksum, type Plain, unseal } from '../sealed.ts'
import { StoreDamaged } from '../store.ts'
import type { AnalysisRow } from '../surveys.ts'

export interface RawAnalysis {
  no: number
  workspace: string
  survey_id: string
  participant_id: string
  id: string
  version: string
  analysed_at: number
  flagged: number
  device_id: string | null
  checksum: number
  request: Buffer
  result: Buffer
}

type Head = Omit<AnalysisRow, 'request' | 'result'>

export function analysisOwner({ workspace, surveyId, participantId, id }: Head): Plain[] {
  return [workspace, surveyId, participantId, id]
}

export function analysisChecksum(row: Head): number {
  return checksum([...analysisOwner(row), row.version, row.analysedAt, row.flagged, row.deviceId])
}

export function analysisRow(raw: RawAnalysis): AnalysisRow {
  const head: Head = {
    workspace: raw.workspace,
    surveyId: raw.survey_id,
    participantId: raw.participant_id,
    id: raw.id,
    version: raw.version as AnalysisRow['version'],
    analysedAt: raw.analysed_at,
    flagged: raw.flagged === 1,
    deviceId: raw.device_id,
  }
  if (raw.checksum !== analysisChecksum(head)) {
    throw new StoreDamaged('a stored analysis does not match its checksum')
  }
  const owner = analysisOwner(head)
  return {
    ...head,
    request: unseal(raw.request, owner).toString(),
    result: unseal(raw.result, owner).toString(),
  }
}
