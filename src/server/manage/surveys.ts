/** Operations on analyzed surveys: lists of surveys and participants, and results. */
import type { ParticipantList, ParticipantView, SurveyList } from '../../contract/dashboard/surveys.ts'
import type { AnalysisRow, SurveyStore, SurveySummary } from '../../store/surveys.ts'
import { keyText } from '../base/key_text.ts'
import { writeCursor } from '../http/cursor.ts'
import { ApiError } from '../http/errors.ts'
import { type PageQuery, placeOf } from './page.ts'
import { surveyItem } from './survey_summary.ts'
import { participantItem, participantView } from './survey_view.ts'

const MAX_SURVEYS = 500
const PAGE = 50

export interface ParticipantPageQuery extends PageQuery {
  readonly flagged?: 'true' | 'false' | undefined
  /** The first characters of a participant id. */
  readonly q?: string | undefined
}

export interface SurveyOperations {
  /** The survey with the latest answer first. */
  list(workspace: string): Promise<SurveyList>
  summary(workspace: string, surveyId: string): Promise<SurveySummary>
  /** Newest first. */
  participants(workspace: string, surveyId: string, query: ParticipantPageQuery): Promise<ParticipantList>
  participant(workspace: string, surveyId: string, participantId: string): Promise<ParticipantView>
  analysis(workspace: string, surveyId: string, participantId: string): Promise<AnalysisRow>
}

export function openSurveyOperations(surveys: SurveyStore): SurveyOperations {
  async function summary(workspace: string, surveyId: string): Promise<SurveySummary> {
    const found = await surveys.summary(workspace, keyText(surveyId))
    if (found === null) throw new ApiError('not_found')
    return found
  }

  async function analysis(workspace: string, surveyId: string, participantId: string): Promise<AnalysisRow> {
    const key = { workspace, surveyId: keyText(surveyId), participantId: keyText(participantId) }
    const row = await surveys.find(key)
    if (row === null) throw new ApiError('not_found')
    return row
  }

  return {
    summary,
    analysis,
    async list(workspace) {
      return { items: (await surveys.surveys(workspace, MAX_SURVEYS)).map(surveyItem), next: null }
    },
    participant: async (...key) => participantView(await analysis(...key)),
    async participants(workspace, id, query) {
      const { flagged, q, limit = PAGE } = query
      const { surveyId } = await summary(workspace, id)
      const [analyzedAt, participantId] = placeOf(query, ['number', 'string']) ?? []
      const place =
        analyzedAt === undefined || participantId === undefined ? undefined : { analyzedAt, participantId }
      const rows = await surveys.participants({
        workspace,
        surveyId,
        limit: limit + 1,
        ...(flagged !== undefined && { flagged: flagged === 'true' }),
        ...(q !== undefined && { prefix: keyText(q) }),
        ...(place && { before: place }),
      })
      const wanted = rows.filter((row) => flagged === undefined || row.flagged === (flagged === 'true'))
      const items = wanted.slice(0, limit)
      const last = items.at(-1)
      const more = q === undefined && rows.length > limit && last !== undefined
      return {
        items: items.map((row) => participantItem(row)),
        next: more ? writeCursor([last.analyzedAt, last.participantId]) : null,
      }
    },
  }
}
