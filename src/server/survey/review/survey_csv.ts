/** A survey as CSV: one row per participant, four columns per question. */
import { idOfKey } from '../../../store/values/key_text.ts'
import { writeGuardedRecord } from '../../files/csv.ts'
import { readStoredRequest } from '../request/stored_request.ts'
import {
  codebook,
  questionColumns,
  type ResultField,
  type ResultQuestion,
  resultColumn,
} from '../result/result_columns.ts'
import { filtered, type ParticipantFilter } from './participant_filter.ts'
import { everyParticipant, type SurveyAnalyses } from './survey_summary.ts'
import { participantView } from './survey_view.ts'
import { openOverriddenVerdicts } from './verdicts.ts'

const FIELDS = [
  'analyzed_at',
  'version',
  'flagged',
  'num_checks_failed',
  'checks',
  'warning',
  'verdict',
  'severity',
  'reasons',
  'effective_verdict',
  'overridden_by',
  'overridden_at',
  'note',
] as const satisfies readonly ResultField[]

const columnsOf = (questions: readonly ResultQuestion[]) => [
  'participant_id',
  ...FIELDS.map(resultColumn),
  ...questionColumns(questions, ['answer', 'checks', 'effort', 'group']),
]

/** The questions of the first participants come first, so that a later participant changes no number. */
async function questionsOf(
  store: SurveyAnalyses,
  workspace: string,
  surveyId: string,
): Promise<ResultQuestion[]> {
  let texts = new Map<string, string>()
  for await (const row of everyParticipant(store, workspace, surveyId)) {
    const own = readStoredRequest(row.request).questions
    texts = new Map([...own.map(({ id, text }) => [id, text] as const), ...texts])
  }
  return [...texts].map(([id, text]) => ({ id, text }))
}

export async function* surveyCodebook(
  store: SurveyAnalyses,
  workspace: string,
  surveyId: string,
): AsyncGenerator<string> {
  const questions = await questionsOf(store, workspace, surveyId)
  yield* codebook(columnsOf(questions), questions)
}

export async function* surveyCsv(
  store: SurveyAnalyses,
  workspace: string,
  surveyId: string,
  filter: ParticipantFilter,
): AsyncGenerator<string> {
  const questions = await questionsOf(store, workspace, surveyId)
  yield record(columnsOf(questions))
  const overriddenBy = openOverriddenVerdicts(store)
  for await (const latest of everyParticipant(store, workspace, surveyId)) {
    const row = filtered(latest, filter)
    if (row === null) continue
    const view = participantView(row, await overriddenBy(workspace, row.overridden))
    const overridden = view.overridden_by
    const answers = new Map(view.answers.map((answer) => [answer.question_id, answer]))
    yield record([
      idOfKey(row.participantId),
      new Date(row.analyzedAt).toISOString(),
      row.version,
      String(view.flagged),
      String(view.num_checks_failed),
      view.checks.join('; '),
      view.warning ?? '',
      view.verdict,
      String(view.severity),
      view.reasons.join(' | '),
      view.effective_verdict,
      overridden?.by ?? '',
      overridden ? new Date(overridden.at).toISOString() : '',
      overridden?.note ?? '',
      ...questions.flatMap(({ id }) => {
        const answer = answers.get(id)
        if (answer === undefined) return ['', '', '', '']
        return [answer.answer, answer.checks.join('; '), String(answer.effort ?? ''), String(answer.group)]
      }),
    ])
  }
}

const record = (cells: readonly string[]): string => writeGuardedRecord(cells, ',')
