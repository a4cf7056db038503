/** A summary for a participant that lists observations about the answers in plain words, without conclusions. */
import type { ReasonSheet } from '../../../contract/dashboard/session_view.ts'
import { SURVEY_CHECK_ENTRIES } from '../../../contract/survey_checks.ts'
import { REASON_NOTES, when } from '../../../report/reason_sheet.ts'
import type { AnalysisRow } from '../../../store/surveys.ts'
import { participantView } from './survey_view.ts'

export function participantReasons(row: AnalysisRow): ReasonSheet {
  const { answers, survey_id: survey, participant_id: participant, checks } = participantView(row, null)
  const observations = answers.flatMap(({ question, question_id: id, checks: failed, evidence }) => {
    const unexplained = failed.filter((name) => !evidence.some((sentence) => sentence.startsWith(`${name}:`)))
    return [...evidence.map(inPlainWords), ...unexplained.map(inPlainWords)].map(
      (words) => `"${question || id}"\n${words}`,
    )
  })
  if (row.version === 'v012' && observations.length === 0) observations.push(...checks.map(inPlainWords))
  const unrecorded = answers.filter(({ typing, answer }) => typing === 'none' && answer !== '')
  return {
    title: 'What was observed',
    about: `Answers from participant ${participant} to survey ${survey}, analyzed on ${when(row.analyzedAt)} UTC`,
    observations: observations.length > 0 ? observations : ['Nothing unusual was observed.'],
    not_observed: unrecorded.map(
      ({ question, question_id: id }) => `how the answer to "${question || id}" was typed`,
    ),
    notes: [...REASON_NOTES],
  }
}

/** Replaces the name of the check with a description and keeps the evidence. */
function inPlainWords(sentence: string): string {
  const check = SURVEY_CHECK_ENTRIES.find(({ name }) => sentence === name || sentence.startsWith(`${name}:`))
  if (check === undefined) return sentence
  const evidence = sentence.slice(check.name.length + 1).trim()
  return evidence === '' ? check.observed : `${check.observed} ${evidence}`
}
