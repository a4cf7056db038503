/** A summary for a participant that lists observations about the answers in plain words, without conclusions. */
import type { ReasonSheet } from '../../../contract/dashboard/session_view.ts'
import { surveyCheckOf } from '../../../contract/survey_checks.ts'
import { REASON_NOTES, when } from '../../../report/reason_sheet.ts'
import { hintsIn } from '../../../risk/survey_verdict.ts'
import type { AnalysisRow } from '../../../store/surveys.ts'
import { failedChecks } from '../result/explanation.ts'
import { readStoredResult } from '../result/stored_result.ts'
import { participantView } from './survey_view.ts'

/** What innocent causes answers of a survey can have. */
const NOTES = [
  REASON_NOTES[0],
  'Dictation, translation, a spelling checker, or text that was written in another program can cause any of them.',
  'This summary lists every observation that affected the result. It contains no answers.',
  REASON_NOTES[3],
] as const

export function participantReasons(row: AnalysisRow): ReasonSheet {
  const { answers, survey_id: survey, participant_id: participant, checks } = participantView(row, null)
  const stored = readStoredResult(row.result)
  const hints = hintsIn(stored.answers, stored.reviewEffort).map(({ evidence }) => evidence)
  const isAbout = (hint: string, id: string) => hint.startsWith(`${id}: `)
  const observations = blocksOf([
    {
      heading: 'All answers',
      sentences: hints.filter((hint) => !answers.some(({ question_id: id }) => isAbout(hint, id))),
    },
    ...answers.map(({ question, question_id: id, checks: names, results }) => {
      const failed = failedChecks(results)
      const unexplained = names.filter((name) => !failed.some(({ check }) => check === name))
      return {
        heading: `"${question || id}"`,
        sentences: [
          ...failed.flatMap(({ check, evidence }) => [observed(check), ...sentencesIn(evidence)]),
          ...unexplained.map(observed),
          ...hints.filter((hint) => isAbout(hint, id)).map((hint) => hint.slice(id.length + 2)),
        ],
      }
    }),
  ])
  if (row.version === 'v012' && observations.length === 0) observations.push(...checks.map(observed))
  const unrecorded = answers.filter(({ typing, answer }) => typing === 'none' && answer !== '')
  return {
    title: 'What was observed',
    about: `Answers from participant ${participant} to survey ${survey}, analyzed on ${when(row.analyzedAt)} UTC`,
    counted: [],
    observations: observations.length > 0 ? observations : ['Nothing unusual was observed.'],
    not_observed: unrecorded.map(
      ({ question, question_id: id }) => `how the answer to "${question || id}" was typed`,
    ),
    notes: [...NOTES],
  }
}

/** A description in place of the name of a check. */
const observed = (check: string): string => surveyCheckOf(check)?.observed ?? check

const sentencesIn = (evidence: string): string[] => (evidence === '' ? [] : evidence.split(/(?<=[.!?]) /))

export interface ObservedAnswer {
  readonly heading: string
  readonly sentences: readonly string[]
}

/** A block for each question. Sentences about several answers stand once, in a block of their own. */
export function blocksOf(answers: readonly ObservedAnswer[]): string[] {
  const counts = new Map<string, number>()
  for (const { sentences } of answers)
    for (const sentence of new Set(sentences)) counts.set(sentence, (counts.get(sentence) ?? 0) + 1)
  const shared = [...counts].filter(([, count]) => count > 1).map(([sentence]) => sentence)
  const own = answers.map(({ heading, sentences }) => ({
    heading,
    sentences: sentences.filter((sentence) => counts.get(sentence) === 1),
  }))
  return [{ heading: 'Several answers', sentences: shared }, ...own]
    .filter(({ sentences }) => sentences.length > 0)
    .map(({ heading, sentences }) => `${heading}\n${[...new Set(sentences)].join(' ')}`)
}
