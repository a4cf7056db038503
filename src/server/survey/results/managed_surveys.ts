/** Analyzed surveys: lists of surveys and participants, and results. */
import type { ReferenceView } from '../../../contract/dashboard/survey_references.ts'
import type {
  ClusterList,
  ParticipantList,
  ParticipantView,
  SurveyList,
  SurveyView,
  TypingView,
} from '../../../contract/dashboard/surveys.ts'
import { keyText } from '../../../store/key_text.ts'
import type { AnalysisRow, SurveySummary } from '../../../store/surveys.ts'
import { writeCursor } from '../../http/cursor.ts'
import { ApiError } from '../../http/errors.ts'
import { type PageQuery, placeOf } from '../../http/page.ts'
import { everyAnalysis, latestAnalyses, latestAnalysis } from '../latest_analysis.ts'
import { withThreshold } from '../low_effort_threshold.ts'
import { readStoredResult } from '../stored_result.ts'
import { filtered, type ParticipantFilter } from './participant_filter.ts'
import { viewOf } from './survey_references.ts'
import { clusterList, type SurveyAnalyses, surveyItem, surveyView } from './survey_summary.ts'
import { participantItem, participantView, typingView } from './survey_view.ts'
import { openOverriddenVerdicts } from './verdicts.ts'

const MAX_SURVEYS = 500
const PAGE = 50
/** Participants that one response scans for a filter without an index, and how many at a time. */
const SCANNED = 2_000
const STEP = 200

export interface ParticipantPageQuery extends PageQuery, ParticipantFilter {}

export interface ManagedSurveys {
  /** The survey with the latest answer first. */
  list(workspace: string): Promise<SurveyList>
  summary(workspace: string, surveyId: string): Promise<SurveySummary>
  /** The survey with its questions. `threshold`: a low-effort threshold. */
  view(workspace: string, surveyId: string, threshold?: number): Promise<SurveyView>
  /** Groups of similar answers. */
  clusters(workspace: string, surveyId: string): Promise<ClusterList>
  /** Newest first. */
  participants(workspace: string, surveyId: string, query: ParticipantPageQuery): Promise<ParticipantList>
  /** `analyzedAt`: the time of an earlier analysis; absent: the latest. `threshold`: a low-effort threshold. */
  participant(
    workspace: string,
    surveyId: string,
    participantId: string,
    analyzedAt?: number,
    threshold?: number,
  ): Promise<ParticipantView>
  /** The latest analysis. */
  analysis(workspace: string, surveyId: string, participantId: string): Promise<AnalysisRow>
  /** How the answers were typed. `id`: of an analysis in one of the workspaces. */
  typing(workspaces: readonly string[], id: string): Promise<TypingView>
}

export function openManagedSurveys(store: SurveyAnalyses): ManagedSurveys {
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
    view: async (workspace, id, threshold) =>
      surveyView(store, workspace, await summary(workspace, id), threshold),
    clusters: async (workspace, id) => clusterList(store, workspace, (await summary(workspace, id)).surveyId),
    async typing(workspaces, id) {
      for (const workspace of workspaces) {
        const row = await surveys.byId(workspace, id)
        if (row !== null) return typingView(await latestAnalysis(store, row))
      }
      throw new ApiError('not_found')
    },
    async list(workspace) {
      return { items: (await surveys.surveys(workspace, MAX_SURVEYS)).map(surveyItem), next: null }
    },
    async participant(workspace, surveyId, participantId, analyzedAt, threshold) {
      const stored = await everyAnalysis(store, await first(workspace, surveyId, participantId))
      const all = stored.map((row) => withThreshold(row, threshold))
      const chosen =
        analyzedAt === undefined ? all.at(-1) : all.find((analysis) => analysis.analyzedAt === analyzedAt)
      if (chosen === undefined) throw new ApiError('not_found')
      const overridden = await openOverriddenVerdicts(store)(workspace, chosen.overridden)
      const view = participantView(chosen, overridden, all, await namedReferences(store, chosen))
      return {
        ...view,
        answers: await Promise.all(view.answers.map((answer) => withRealGroup(chosen, answer))),
      }
    },
    async participants(workspace, id, query) {
      const { limit = PAGE } = query
      const { surveyId } = await summary(workspace, id)
      const found = await pageOf(workspace, surveyId, query, limit)
      const overriddenBy = openOverriddenVerdicts(store)
      const items = found.rows.map(async (row) =>
        participantItem(row, await overriddenBy(workspace, row.overridden)),
      )
      return { items: await Promise.all(items), next: found.next && writeCursor([...found.next]) }
    },
  }

  /** A group of one is no group. */
  async function withRealGroup<Answer extends { question_id: string; group: number }>(
    { workspace, surveyId }: AnalysisRow,
    answer: Answer,
  ): Promise<Answer> {
    const { question_id, group } = answer
    if (group === 0) return answer
    const members = await surveys.clusterMembers(workspace, surveyId, keyText(question_id), group, 2)
    return members.length < 2 ? { ...answer, group: 0 } : answer
  }

  /** Rows that the filter selects, as they are shown. */
  async function pageOf(
    workspace: string,
    surveyId: string,
    query: ParticipantPageQuery,
    limit: number,
  ): Promise<{ rows: AnalysisRow[]; next: Place | null }> {
    const { q, flagged, verdict, only, low_effort_threshold: threshold } = query
    // Only the flag has an index; a threshold changes it.
    const isIndexed = verdict === undefined && only === undefined && threshold === undefined
    const step = isIndexed ? limit + 1 : STEP
    const [analyzedAt, participantId] = placeOf(query, ['number', 'string']) ?? []
    let before =
      analyzedAt === undefined || participantId === undefined ? undefined : { analyzedAt, participantId }
    const rows: AnalysisRow[] = []
    const places: Place[] = []
    for (let scanned = 0; scanned < SCANNED; scanned += step) {
      const stored = await surveys.participants({
        workspace,
        surveyId,
        limit: q === undefined ? step : Math.max(SCANNED, limit + 1),
        ...(isIndexed && flagged !== undefined && { flagged: flagged === 'true' }),
        ...(q !== undefined && { prefix: keyText(q) }),
        ...(before && { before }),
      })
      const latest = await latestAnalyses(store, stored)
      for (const [index, row] of latest.entries()) {
        const shown = filtered(row, query)
        if (shown === null) continue
        if (rows.length === limit) return { rows, next: q === undefined ? (places.at(-1) ?? null) : null }
        rows.push(shown)
        places.push(placeOfRow(stored[index] as AnalysisRow))
      }
      before = stored.at(-1)
      if (q !== undefined || stored.length < step || before === undefined) return { rows, next: null }
    }
    return { rows, next: before === undefined ? null : [before.analyzedAt, before.participantId] }
  }
}

/** The reference answers that the results of an analysis name. */
async function namedReferences(
  { references }: SurveyAnalyses,
  { workspace, surveyId, result }: AnalysisRow,
): Promise<ReferenceView[]> {
  const named = new Set(
    readStoredResult(result).answers.flatMap(({ results }) =>
      results.flatMap(({ reference }) => reference ?? []),
    ),
  )
  if (named.size === 0) return []
  const stored = await references.list(workspace, surveyId)
  return stored.flatMap((row) => viewOf(row).references).filter(({ id }) => named.delete(id))
}

/** The place of a row in the list: its first analysis orders it. */
type Place = readonly [analyzedAt: number, participantId: string]

const placeOfRow = ({ analyzedAt, participantId }: AnalysisRow): Place => [analyzedAt, participantId]
