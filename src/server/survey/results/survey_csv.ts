/** A survey as CSV: one row per participant, four columns per question. */
import { idOfKey } from '../../../store/key_text.ts'
import { writeGuardedRecord } from '../../files/csv.ts'
import { readStoredRequest } from '../stored_request.ts'
import { filtered, type ParticipantFilter } from './participant_filter.ts'
import { everyParticipant, type SurveyAnalyses } from './survey_summary.ts'
import { participantView } from './survey_view.ts'
import { openOverriddenVerdicts } from './verdicts.ts'

const HEAD = [
  'participant_id',
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
]

export async function* surveyCsv(
  store: SurveyAnalyses,
  workspace: string,
  surveyId: string,
  filter: ParticipantFilter,
): AsyncGenerator<string> {
  const ids = new Set<string>()
  for await (const row of everyParticipant(store, workspace, surveyId)) {
    for (const { id } of readStoredRequest(row.request).questions) ids.add(id)
  }
  const questions = [...ids]
  yield record([
    ...HEAD,
    ...questions.flatMap((id) => [`answer:${id}`, `checks:${id}`, `effort:${id}`, `group:${id}`]),
  ])
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
      ...questions.flatMap((id) => {
        const answer = answers.get(id)
        if (answer === undefined) return ['', '', '', '']
        return [answer.answer, answer.checks.join('; '), String(answer.effort ?? ''), String(answer.group)]
      }),
    ])
  }
}

const record = (cells: readonly string[]): string => writeGuardedRecord(cells, ',')
