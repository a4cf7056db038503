/** Removes the answers of a row of a canceled file, unless they were analyzed: nothing stays that was only collected. */

import type { AnalysisRow } from '../../../store/surveys.ts'
import { keyText } from '../../../store/values/key_text.ts'
import { collectedDigest } from '../result/store_result.ts'
import type { SurveyService } from '../service.ts'
import type { RowRequest } from './analyzer.ts'

/** Returns whether there was an analysis. */
export type EraseAnalysis = (row: AnalysisRow) => Promise<boolean>

export async function discardRow(
  { store }: Pick<SurveyService, 'store'>,
  eraseAnalysis: EraseAnalysis,
  workspace: string,
  request: Uint8Array,
): Promise<void> {
  const { survey_id, participant_id } = JSON.parse(Buffer.from(request).toString()) as RowRequest
  const row = await store.surveys.find({
    workspace,
    surveyId: keyText(String(survey_id)),
    participantId: keyText(String(participant_id)),
  })
  if (row !== null && collectedDigest(row) !== undefined) await eraseAnalysis(row)
}
