/** A summary for a participant that lists observations about the answers in plain words, without conclusions. */
import { SURVEY_CHECKS_V012, SURVEY_CHECKS_V021 } from '../../../contract/checks.ts'
import type { ReasonSheet } from '../../../contract/dashboard/session_view.ts'
import { REASON_NOTES, when } from '../../../report/reason_sheet.ts'
import type { AnalysisRow } from '../../../store/surveys.ts'
import { participantView } from './survey_view.ts'

type SurveyCheck = (typeof SURVEY_CHECKS_V021)[number] | (typeof SURVEY_CHECKS_V012)[number]

const OBSERVED: Readonly<Record<SurveyCheck, string>> = {
  'Automated test: Gibberish': 'The text did not read like normal sentences.',
  'Automated test: Off-topic': 'The text had little to do with the question.',
  'Automated test: GPT': 'The style resembled that of AI-generated text.',
  'Automated test: Profane': 'The text contained words that many people find offensive.',
  'Automated test: Junk': 'The text had little meaning.',
  'Low-effort': 'The answer was very short or general.',
  'Partial pasting': 'Part of the text was inserted all at once, and the rest was typed.',
  'Programmatic entry':
    'The text changed without typing, or was typed faster or more evenly than people type.',
  'Response pasted': 'The whole text was inserted all at once.',
  'Self-duplicate response': 'The same or nearly the same answer was given to more than one question.',
  'Cross-duplicate response': 'An earlier participant gave the same or nearly the same answer.',
  'Unnatural typing': 'The typing rhythm was unlike that of most people.',
  'All responses empty': 'No question was answered.',
  'Text chunking': 'The text was entered in pieces rather than character by character.',
  'GPT paste artifacts': 'The text contained formatting that AI chat programs produce.',
  'Unnatural typing speed': 'The typing speed was unlike that of most people.',
  'Unnatural pausing': 'The pauses while typing were unlike those of most people.',
}

const NAMES = [...new Set<SurveyCheck>([...SURVEY_CHECKS_V021, ...SURVEY_CHECKS_V012])]

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
  const name = NAMES.find((one) => sentence === one || sentence.startsWith(`${one}:`))
  if (name === undefined) return sentence
  const evidence = sentence.slice(name.length + 1).trim()
  return evidence === '' ? OBSERVED[name] : `${OBSERVED[name]} ${evidence}`
}
