/** One participant of one survey leaves, with what the answers taught about the next ones. */
import type { Store } from '../../store/store.ts'
import type { AnalysisRow, AnswerKey } from '../../store/surveys.ts'
import { keyText } from '../base/key_text.ts'
import { removeFromQuestionStats } from '../survey/question_stats.ts'
import type { SurveyService } from '../survey/service.ts'

/** True if there was one. */
export type EraseAnalysis = (row: AnalysisRow) => Promise<boolean>

/** `pool`: where samples are worked out again. */
export function openEraseAnalysis({ store, pool, turns }: SurveyService): EraseAnalysis {
  return async (row) => {
    const samples = await pool.use((thread) => thread.samples(row.request))
    return turns.take(JSON.stringify([row.workspace, row.surveyId]), async () => {
      await removeFromQuestionStats(store, row, samples)
      return store.surveys.erase(row)
    })
  }
}

/** A further row of one participant in a file is kept as `<id> (row 7)`. */
export async function participantsNamed(store: Store, key: AnswerKey, id: string): Promise<AnswerKey[]> {
  const { workspace, surveyId } = key
  const prefix = `${id} (row `
  const rows = await store.surveys.participants({
    workspace,
    surveyId,
    prefix: keyText(prefix),
    limit: MOST_ROWS,
  })
  return rows
    .filter(({ participantId }) => /^\d+\)$/.test(participantId.slice(keyText(prefix).length)))
    .map(({ participantId }) => ({ workspace, surveyId, participantId }))
}

/** Of one participant in one file. */
const MOST_ROWS = 1_000
