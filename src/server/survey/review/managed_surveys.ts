/** Analyzed surveys: lists of surveys and participants, and results. */
import { crossDuplicate } from '../../../checks/survey/cross_duplicate.ts'
import type { ReferenceView } from '../../../contract/dashboard/survey_references.ts'
import type {
  ClusterList,
  NamedParticipants,
  ParticipantList,
  ParticipantTable,
  ParticipantView,
  SupersededView,
  SurveyList,
  SurveyQuestions,
  SurveyView,
  TypingView,
} from '../../../contract/dashboard/surveys.ts'
import { VERDICTS } from '../../../contract/verdicts.ts'
import type { AnalysisRow, ParticipantQuery, SurveySummary } from '../../../store/surveys.ts'
import { idOfKey, keyText } from '../../../store/values/key_text.ts'
import { writeCursor } from '../../http/cursor.ts'
import { ApiError } from '../../http/errors.ts'
import { type PageQuery, placeOf } from '../../http/page.ts'
import { countSuperseded, isSuperseded } from '../again/superseded.ts'
import { viewOf } from '../references/survey_references.ts'
import { readStoredRequest } from '../request/stored_request.ts'
import { failedChecks } from '../result/explanation.ts'
import { withThreshold } from '../result/low_effort_threshold.ts'
import { readStoredResult } from '../result/stored_result.ts'
import { filtered, type ParticipantFilter } from './participant_filter.ts'
import {
  COMPUTED_ON,
  clusterList,
  clustersOf,
  SIZED_CLUSTERS,
  type SurveyAnalyses,
  surveyItem,
  surveyQuestions,
  surveyView,
} from './survey_summary.ts'
import { participantItem, participantRow, participantView, typingView } from './survey_view.ts'
import { openOverriddenVerdicts } from './verdicts.ts'

const MAX_SURVEYS = 500
const PAGE = 50
export const NAMED = 10
/** Participants that one response scans for a filter without an index, and how many at a time. */
const SCANNED = 2_000
const STEP = 200

export interface ParticipantPageQuery extends PageQuery, ParticipantFilter {
  readonly order?: 'newest' | 'worst' | undefined
  readonly superseded?: 'true' | 'false' | undefined
}

export interface ClusterQuery extends PageQuery {
  readonly participant_id?: string | undefined
}

export interface ManagedSurveys {
  /** The survey with the latest answer first. */
  list(workspace: string): Promise<SurveyList>
  summary(workspace: string, surveyId: string): Promise<SurveySummary>
  view(workspace: string, surveyId: string): Promise<SurveyView>
  /** Figures by question. */
  questions(workspace: string, surveyId: string): Promise<SurveyQuestions>
  superseded(workspace: string, surveyId: string): Promise<SupersededView>
  /** Groups of similar answers; with a participant, those that the participant is in. */
  clusters(workspace: string, surveyId: string, query: ClusterQuery): Promise<ClusterList>
  participants(workspace: string, surveyId: string, query: ParticipantPageQuery): Promise<ParticipantList>
  /** The same with the answers. */
  table(workspace: string, surveyId: string, query: ParticipantPageQuery): Promise<ParticipantTable>
  /** Participants of all surveys whose ID begins with `prefix`. */
  named(workspace: string, prefix: string, limit?: number): Promise<NamedParticipants>
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

  async function latest(row: AnalysisRow): Promise<AnalysisRow> {
    const [found = row] = await surveys.latest([row])
    return found
  }

  return {
    summary,
    analysis: async (...key) => latest(await first(...key)),
    view: async (workspace, id) => surveyView(store, workspace, await summary(workspace, id)),
    questions: async (workspace, id) =>
      surveyQuestions(store, workspace, (await summary(workspace, id)).surveyId),
    async superseded(workspace, id) {
      const { surveyId } = await summary(workspace, id)
      const { participants, changed } = await countSuperseded(store, workspace, surveyId, COMPUTED_ON)
      return { superseded: changed, computed_on: participants }
    },
    async clusters(workspace, id, query) {
      if (query.participant_id !== undefined)
        return clustersOf(store, await latest(await first(workspace, id, query.participant_id)))
      const [from = 0] = placeOf(query, ['number']) ?? []
      return clusterList(store, workspace, (await summary(workspace, id)).surveyId, from)
    },
    async typing(workspaces, id) {
      for (const workspace of workspaces) {
        const row = await surveys.byId(workspace, id)
        if (row !== null) return typingView(await latest(row))
      }
      throw new ApiError('not_found')
    },
    async list(workspace) {
      return { items: (await surveys.surveys(workspace, MAX_SURVEYS)).map(surveyItem), next: null }
    },
    async participant(workspace, surveyId, participantId, analyzedAt, threshold) {
      const stored = await surveys.history(await first(workspace, surveyId, participantId))
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
      return { items: await Promise.all(items), next: found.next }
    },
    async named(workspace, prefix, limit = NAMED) {
      const found = await surveys.participantsLike(workspace, keyText(prefix), limit)
      const items = found.map(({ surveyId, participantId }) => ({
        survey_id: idOfKey(surveyId),
        participant_id: idOfKey(participantId),
      }))
      return { items, next: null }
    },
    async table(workspace, id, query) {
      const { surveyId } = await summary(workspace, id)
      const { rows, next } = await pageOf(workspace, surveyId, query, query.limit ?? PAGE)
      const sizeOf = await groupSizes(workspace, surveyId, rows)
      const overriddenBy = openOverriddenVerdicts(store)
      const items = rows.map(async (row) =>
        participantRow(row, await overriddenBy(workspace, row.overridden), sizeOf),
      )
      const questions = new Map(
        rows.flatMap(({ request }) => readStoredRequest(request).questions.map(({ id, text }) => [id, text])),
      )
      return {
        items: await Promise.all(items),
        questions: [...questions].map(([id, text]) => ({ id, text })),
        next,
      }
    },
  }

  /** Counts only if one of the rows has a similar answer. */
  async function groupSizes(workspace: string, surveyId: string, rows: readonly AnalysisRow[]) {
    const isSimilar = rows
      .flatMap(({ result }) => readStoredResult(result).answers)
      .some(({ copied, results }) => copied || failedChecks(results).some(isCrossDuplicate))
    const groups = isSimilar ? await surveys.clusters(workspace, surveyId, SIZED_CLUSTERS) : []
    const sizes = new Map(
      groups.map(({ questionId, group, size }) => [`${group} ${idOfKey(questionId)}`, size]),
    )
    return (questionId: string, group: number) => sizes.get(`${group} ${questionId}`) ?? 0
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
  ): Promise<{ rows: AnalysisRow[]; next: string | null }> {
    const { q, flagged, reviewed, verdict, only, low_effort_threshold: threshold } = query
    // A threshold changes flags and verdicts, so the stored ones do not select.
    const isIndexed = threshold === undefined
    const step = isIndexed && query.superseded === undefined ? limit + 1 : STEP
    const verdicts = VERDICTS.filter(
      (one) => (verdict === undefined || one === verdict) && (only !== 'clean' || one === 'keep'),
    )
    const [rank, analyzedAt, participantId] = placeOf(query, ['number', 'number', 'string']) ?? []
    let before: ParticipantQuery['before'] =
      rank === undefined || analyzedAt === undefined || participantId === undefined
        ? undefined
        : { rank, analyzedAt, participantId }
    const rows: AnalysisRow[] = []
    let last: AnalysisRow | undefined
    for (let scanned = 0; scanned < SCANNED; scanned += step) {
      const stored = await surveys.participants({
        workspace,
        surveyId,
        order: query.order ?? 'newest',
        limit: q === undefined ? step : Math.max(SCANNED, limit + 1),
        ...(isIndexed && only === 'flagged' && { flagged: true }),
        ...(isIndexed && flagged !== undefined && { flagged: flagged === 'true' }),
        ...(isIndexed && verdicts.length < VERDICTS.length && { verdicts }),
        ...(reviewed !== undefined && { reviewed: reviewed === 'true' }),
        ...(q !== undefined && { prefix: keyText(q) }),
        ...(before && { before }),
      })
      for (const [index, row] of (await surveys.latest(stored)).entries()) {
        const first = stored[index] ?? row
        const isSelected =
          query.superseded === undefined || isSuperseded(first, row) === (query.superseded === 'true')
        const shown = isSelected ? filtered(row, query) : null
        if (shown === null) continue
        if (rows.length === limit) return { rows, next: q === undefined ? cursorAfter(last) : null }
        rows.push(shown)
        last = first
      }
      before = stored.at(-1)
      if (q !== undefined || stored.length < step || before === undefined) return { rows, next: null }
    }
    return { rows, next: cursorAfter(before) }
  }
}

const isCrossDuplicate = ({ check }: { readonly check: string }): boolean => check === crossDuplicate.name

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

/** `row`: as stored, because its first analysis orders it. */
const cursorAfter = (row: ParticipantQuery['before']): string | null =>
  row === undefined ? null : writeCursor([row.rank, row.analyzedAt, row.participantId])
