/** Operations on analyzed surveys: lists of surveys and participants, and results. */
import type { ParticipantList, ParticipantView, SurveyList } from '../../contract/dashboard/surveys.ts'
import type { AnalysisRow, SurveySummary } from '../../store/surveys.ts'
import { keyText } from '../base/key_text.ts'
import { writeCursor } from '../http/cursor.ts'
import { ApiError } from '../http/errors.ts'
import { everyAnalysis, latestAnalyses, latestAnalysis } from '../survey/latest_analysis.ts'
import { type PageQuery, placeOf } from './page.ts'
import { type SurveyAnalyses, surveyItem } from './survey_summary.ts'
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
  /** `analyzedAt`: the time of an earlier analysis; absent: the latest. */
  participant(
    workspace: string,
    surveyId: string,
    participantId: string,
    analyzedAt?: number,
  ): Promise<ParticipantView>
  /** The latest analysis. */
  analysis(workspace: string, surveyId: string, participantId: string): Promise<AnalysisRow>
}

export function openSurveyOperations(store: SurveyAnalyses): SurveyOperations {
  const { surveys } = store

  async function summary(workspace: string, surveyId: string): Promise<SurveySummary> {
    const found = await surveys.summary(workspace, keyText(surveyId))
    if (found === null) throw new ApiError('not_found')
    return found
  }

  async function first(workspace: string, surveyId: string, participantId: string): Promise<AnalysisRow> {
    const key = { workspace, surveyId: keyText(surveyId), participantId: keyText(participantId) }
    const row = await surveys.find(key)
    if (row === null) throw new ApiError('not_found')
    return row
  }

  return {
    summary,
    analysis: async (...key) => latestAnalysis(store, await first(...key)),
    async list(workspace) {
      return { items: (await surveys.surveys(workspace, MAX_SURVEYS)).map(surveyItem), next: null }
    },
    async participant(workspace, surveyId, participantId, analyzedAt) {
      const all = await everyAnalysis(store, await first(workspace, surveyId, participantId))
      const chosen = analyzedAt === undefined ? all.at(-1) : all.find((one) => one.analyzedAt === analyzedAt)
      if (chosen === undefined) throw new ApiError('not_found')
      return participantView(chosen, all)
    },
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
        items: (await latestAnalyses(store, items)).map((row) => participantItem(row)),
        next: more ? writeCursor([last.analyzedAt, last.participantId]) : null,
      }
    },
  }
}
