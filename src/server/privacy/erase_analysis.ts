/** Erases the analysis of one participant, and removes its answers from the question statistics. */

import type { ReadableStore } from '../../store/reads.ts'
import type { AnalysisRow, AnswerKey } from '../../store/surveys.ts'
import { keyText } from '../../store/values/key_text.ts'
import { removeFromQuestionStats } from '../survey/check/question_stats.ts'
import type { SurveyService } from '../survey/service.ts'

/** Returns whether there was an analysis. */
export type EraseAnalysis = (row: AnalysisRow) => Promise<boolean>

export function openEraseAnalysis({
  store,
  pool,
  turns,
}: Pick<SurveyService, 'store' | 'pool' | 'turns'>): EraseAnalysis {
  return async (row) => {
    const turn = { workspace: row.workspace, key: 'erasure', bytes: row.request.length }
    const samples = await pool.use(turn, (thread) => thread.samples(row.request))
    return turns.take(JSON.stringify([row.workspace, row.surveyId]), async () => {
      await removeFromQuestionStats(store, row, samples)
      return store.surveys.erase(row)
    })
  }
}

/** Further rows of one participant in a file have ids such as `<id> (row 7)`. */
export async function participantsNamed(
  store: Pick<ReadableStore, 'surveys'>,
  key: AnswerKey,
  id: string,
): Promise<AnswerKey[]> {
  const { workspace, surveyId } = key
  const prefix = `${id} (row `
  const rows = await store.surveys.participants({
    workspace,
    surveyId,
    prefix: keyText(prefix),
    limit: MAX_ROWS,
  })
  return rows
    .filter(({ participantId }) => /^\d+\)$/.test(participantId.slice(keyText(prefix).length)))
    .map(({ participantId }) => ({ workspace, surveyId, participantId }))
}

/** Of one participant in one file. */
const MAX_ROWS = 1_000
