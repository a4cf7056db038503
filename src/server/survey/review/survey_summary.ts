/** Figures of a survey: flags and effort per question, for its newest participants. */
import { setImmediate } from 'node:timers/promises'
import type { ClusterList, SurveyQuestions, SurveyView } from '../../../contract/dashboard/surveys.ts'
import { REFERENCE_LIMITS } from '../../../contract/limits.ts'
import { NO_OUTCOMES, withOutcome } from '../../../contract/outcome_counts.ts'
import type { StoredReferences } from '../../../store/references.ts'
import type { Store } from '../../../store/store.ts'
import type { AnalysisRow, AnswerCluster, ParticipantQuery, SurveySummary } from '../../../store/surveys.ts'
import { idOfKey, keyText } from '../../../store/values/key_text.ts'
import { writeCursor } from '../../http/cursor.ts'
import { canHaveReferences } from '../references/helped_questions.ts'
import { readReferences } from '../references/references.ts'
import { questionOfPeer } from '../request/peer_id.ts'
import { readStoredRequest } from '../request/stored_request.ts'
import { resultBody } from '../result/result_body.ts'
import { readStoredResult } from '../result/stored_result.ts'
import { checksOf, effectiveVerdictOf, effortOf, wholeChecks } from './survey_view.ts'
import { openOverriddenVerdicts } from './verdicts.ts'

/** Participants to decode: about a second of work, in small chunks. */
export const COMPUTED_ON = 2_000
const CHUNK = 100
const MAX_CLUSTERS = 100
const CLUSTERS_PER_PAGE = 10
/** Groups in which those of one participant are found. */
export const SIZED_CLUSTERS = 1_000
const MAX_MEMBERS = 50
const EFFORTS = 10

export const surveyItem = (summary: SurveySummary) => ({
  survey_id: idOfKey(summary.surveyId),
  participants: summary.participants,
  flagged: summary.flagged,
  first_at: summary.firstAt,
  last_at: summary.lastAt,
})

/** The parts of the store that hold analyses, and the names of reviewers. */
export type SurveyAnalyses = Pick<Store, 'surveys' | 'references' | 'accounts' | 'keys'>

/** All participants of a survey with their latest analysis, newest participant first, loaded in chunks. */
export async function* everyParticipant(
  store: SurveyAnalyses,
  workspace: string,
  surveyId: string,
  max = Number.POSITIVE_INFINITY,
): AsyncGenerator<AnalysisRow> {
  let before: ParticipantQuery['before']
  for (let seen = 0; seen < max; seen += CHUNK) {
    const limit = Math.min(CHUNK, max - seen)
    const rows = await store.surveys.participants({ workspace, surveyId, limit, ...(before && { before }) })
    yield* await store.surveys.latest(rows)
    if (rows.length < limit) return
    before = rows.at(-1)
    await setImmediate()
  }
}

interface Question {
  text: string
  answered: number
  empty: number
  flagged: number
  readonly checks: Map<string, number>
  readonly effort: number[]
}

export async function surveyView(
  { surveys, references }: Pick<Store, 'surveys' | 'references'>,
  workspace: string,
  summary: SurveySummary,
): Promise<SurveyView> {
  let counts = NO_OUTCOMES
  let reviewed = 0
  for (const { isReviewed, participants, ...outcome } of await surveys.verdictCounts(
    workspace,
    summary.surveyId,
  )) {
    counts = withOutcome(counts, outcome, participants)
    if (isReviewed) reviewed += participants
  }
  const groups = (await surveys.clusters(workspace, summary.surveyId, MAX_CLUSTERS)).length
  const [newest] = await surveys.participants({ workspace, surveyId: summary.surveyId, limit: 1 })
  const counted = countReferences(await references.list(workspace, summary.surveyId))
  const open =
    newest === undefined ? [] : readStoredRequest(newest.request).questions.filter(canHaveReferences)
  const missing = open.filter(({ id }) => (counted.get(id) ?? 0) < REFERENCE_LIMITS.needed).length
  return {
    ...surveyItem(summary),
    ...counts,
    reviewed,
    groups,
    references: { questions: open.length, missing },
  }
}

/** Of all conditions together. */
function countReferences(stored: readonly StoredReferences[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const row of stored) {
    const { condition, answers } = readReferences(row)
    const id = questionOfPeer(row.questionId, condition)
    counts.set(id, (counts.get(id) ?? 0) + answers.length)
  }
  return counts
}

export async function surveyQuestions(
  store: SurveyAnalyses,
  workspace: string,
  surveyId: string,
): Promise<SurveyQuestions> {
  const questions = new Map<string, Question>()
  const whole = new Map<string, number>()
  let computed = 0
  for await (const row of everyParticipant(store, workspace, surveyId, COMPUTED_ON)) {
    computed++
    const body = resultBody(row)
    for (const check of wholeChecks(body)) whole.set(check, (whole.get(check) ?? 0) + 1)
    for (const { id, text, answer } of readStoredRequest(row.request).questions) {
      const question = questions.get(id) ?? newQuestion(text)
      questions.set(id, question)
      if (answer === '') {
        question.empty++
        continue
      }
      question.answered++
      const failed = checksOf(body, id)
      if (failed.length > 0) question.flagged++
      for (const check of failed) question.checks.set(check, (question.checks.get(check) ?? 0) + 1)
      const effort = effortOf(body, id)
      if (effort !== null) question.effort[effort - 1] = (question.effort[effort - 1] ?? 0) + 1
    }
  }
  const clusters = await store.surveys.clusters(workspace, surveyId, MAX_CLUSTERS)
  const referenceCounts = countReferences(await store.references.list(workspace, surveyId))
  return {
    computed_on: computed,
    questions: [...questions].map(([id, question]) => ({
      id,
      text: question.text,
      answered: question.answered,
      empty: question.empty,
      flagged: question.flagged,
      checks: ranked(question.checks),
      effort: question.effort,
      clusters: clusters.filter(({ questionId }) => idOfKey(questionId) === id).length,
      references: referenceCounts.get(id) ?? 0,
    })),
    checks: ranked(whole),
  }
}

const newQuestion = (text: string): Question => ({
  text,
  answered: 0,
  empty: 0,
  flagged: 0,
  checks: new Map(),
  effort: Array.from({ length: EFFORTS }, () => 0),
})

const ranked = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([check, count]) => ({ check, count })).sort((a, b) => b.count - a.count)

/** `from`: the place in the list of the first group. */
export async function clusterList(
  store: SurveyAnalyses,
  workspace: string,
  surveyId: string,
  from: number,
): Promise<ClusterList> {
  const groups = await store.surveys.clusters(workspace, surveyId, MAX_CLUSTERS)
  const to = from + CLUSTERS_PER_PAGE
  return {
    items: await clusterViews(store, workspace, surveyId, groups.slice(from, to)),
    next: groups.length > to ? writeCursor([to]) : null,
  }
}

/** The groups that a participant is in. `row`: the latest analysis. */
export async function clustersOf(store: SurveyAnalyses, row: AnalysisRow): Promise<ClusterList> {
  const { workspace, surveyId, result } = row
  const own = new Set(
    readStoredResult(result).answers.map(({ id, group }) => JSON.stringify([keyText(id), group])),
  )
  const groups = await store.surveys.clusters(workspace, surveyId, SIZED_CLUSTERS)
  const items = groups.filter(({ questionId, group }) => own.has(JSON.stringify([questionId, group])))
  return { items: await clusterViews(store, workspace, surveyId, items), next: null }
}

async function clusterViews(
  store: SurveyAnalyses,
  workspace: string,
  surveyId: string,
  groups: readonly AnswerCluster[],
): Promise<ClusterList['items']> {
  const { surveys } = store
  const overriddenBy = openOverriddenVerdicts(store)
  const items: ClusterList['items'] = []
  for (const { questionId, group, size } of groups) {
    const members = await surveys.clusterMembers(workspace, surveyId, questionId, group, MAX_MEMBERS)
    const id = idOfKey(questionId)
    let text = ''
    const shown: ClusterList['items'][number]['members'] = []
    for (const { participantId, addedAt } of members) {
      const found = await surveys.find({ workspace, surveyId, participantId })
      const [row] = found === null ? [] : await surveys.latest([found])
      const question = row && readStoredRequest(row.request).questions.find((question) => question.id === id)
      if (row === undefined || !question) continue
      text ||= question.text
      shown.push({
        participant_id: idOfKey(participantId),
        analysis_id: row.id,
        answered_at: addedAt,
        answer: question.answer,
        ...(await effectiveVerdictOf(row, overriddenBy)),
      })
    }
    items.push({ question_id: id, question: text, group, size, members: shown })
    await setImmediate()
  }
  return items
}
