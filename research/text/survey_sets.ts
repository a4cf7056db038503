/**
 * Participants of published surveys, from checkouts in one folder. All answers are in English and from before December
 * 2022.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableIn } from './data.ts'
import { type PublishedAnswer, publishedAnswers } from './survey_people.ts'

export interface SurveyAnswer extends PublishedAnswer {
  readonly source: string
}

/** Surveys whose license allows shipping a fitted model: CC0-1.0, MIT, CC BY 4.0, CC BY 4.0. */
export const OPEN_SURVEYS = [
  'jupyter-survey',
  'nhs-patients',
  'polis-conversations',
  'christmas-experiment',
] as const

/** Longer texts by people, several pieces each: CC BY 4.0, MIT, CC BY 4.0. No models answered their questions. */
export const ESSAY_SETS = ['crowd-reactions', 'toefl-essays', 'source-essays'] as const

const MIN_WORDS = 4

/** Each answer once, because common short answers have no personal style. */
export function openSurveys(folder: string): SurveyAnswer[] {
  const seen = new Set<string>()
  return [
    ...publishedAnswers(folder).map((answer) => ({ ...answer, source: OPEN_SURVEYS[0] })),
    ...patients(folder),
    ...conversations(folder),
    ...experimenters(folder),
  ].filter(({ source, question, text }) => {
    const key = `${source}|${question}|${text.toLowerCase()}`
    if (text.split(/\s+/).length < MIN_WORDS || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

const WHY = 'Please tell us why you gave your answer to how likely you are to recommend our service.'

/** Patients of two NHS trusts (2021 and 2022) on their care: The-Strategy-Unit/pxtextmining. */
function patients(folder: string): SurveyAnswer[] {
  return records(join(folder, 'pxtextmining/datasets/v6framework_230831.csv')).map((record) => {
    const question = (record['FFT question'] ?? '').replace(/\s+/g, ' ').trim()
    return {
      source: OPEN_SURVEYS[1],
      participant: `${record.Trust} ${record['Respondent ID']}`,
      question: question === 'FFT Why?' ? WHY : question,
      text: (record['FFT answer'] ?? '').trim(),
    }
  })
}

/** Statements in public consultations (2014 to 2021): compdemocracy/openData. */
const CONVERSATIONS: Readonly<Record<string, string>> = {
  'american-assembly.bowling-green':
    'What do you believe should change in Bowling Green/Warren County in order to make it a better place to live, work and spend time?',
  'march-on.operation-marchin-orders':
    'What does the collective movement want? What are we fighting for? What direction do we want to see our country go? What are the ‘marching orders’ we are going to give our elected officials?',
  'scoop-hivemind.biodiversity': "What should be done to protect and restore New Zealand's biodiversity?",
  'ssis.land-bank-farmland.2rumnecbeh.2021-08-01':
    'What should change about the Land Bank and land use in the San Juan Islands?',
  'scoop-hivemind.affordable-housing': 'How can housing in New Zealand be made affordable?',
  'football-concussions': 'Is the concussion crisis and CTE the end of the NFL?',
}

function conversations(folder: string): SurveyAnswer[] {
  return Object.entries(CONVERSATIONS).flatMap(([name, question]) =>
    records(join(folder, 'openData', name, 'comments.csv')).map((record) => ({
      source: OPEN_SURVEYS[2],
      participant: `${name} ${record['author-id']}`,
      question,
      text: (record['comment-body'] ?? '').trim(),
    })),
  )
}

/** Explanations of a conclusion (2018): richarddmorey/Morey_Hoekstra_StatCognition, with its archive unpacked. */
const EXPERIMENT: Readonly<Record<string, string>> = {
  Q23: 'What facts or observations were most salient in coming to the conclusion that you did?',
  strategy: 'Please describe your experimental strategy, if any, in your own words.',
  use_shuffle: 'Did you make use of the "random shuffle reports"? If so, how?',
}
/** Below the column names are the questions and the import ids. */
const EXPERIMENT_HEADS = 2

function experimenters(folder: string): SurveyAnswer[] {
  const path = 'Morey_Hoekstra_StatCognition/inst/extdata/qualtrics_31-5-2019_20.40.csv'
  return records(join(folder, path))
    .slice(EXPERIMENT_HEADS)
    .flatMap((record) =>
      Object.entries(EXPERIMENT).map(([column, question]) => ({
        source: OPEN_SURVEYS[3],
        participant: record.ResponseId ?? '',
        question,
        text: (record[column] ?? '').trim(),
      })),
    )
}

/** A survey for evaluation only, because of its license (GPL-3). */
export const EVALUATION_SURVEY = 'worry'

const WORRIES: Readonly<Record<string, string>> = {
  long: 'Please write in a few sentences how you feel about the Corona situation at this very moment. This text should express your feelings at this moment.',
  short:
    'Suppose you had to use a tweet to express how you feel about the Corona situation at this very moment. What would you write?',
}

/** UK residents in April 2020, each with a long and a short answer: ben-aaron188/covid19worry. */
export function evaluationSurvey(folder: string): SurveyAnswer[] {
  const texts = join(folder, 'covid19worry/data_phase_1/files_clean/texts')
  return Object.entries(WORRIES).flatMap(([length, question]) =>
    readdirSync(join(texts, length)).map((name) => ({
      source: EVALUATION_SURVEY,
      participant: name,
      question,
      text: readFileSync(join(texts, length, name), 'utf8').trim(),
    })),
  )
}

/** Number of pieces of an essay, in place of answers. */
const PIECES = 5

/**
 * Five reactions of each crowd worker to news (wwbp/empathic_reactions), and essays in five pieces: of a test of English
 * as a foreign language (Weixin-Liang/ChatGPT-Detector-Bias), and the source-based essays of the development data.
 */
export function essaySets(folder: string, essays: readonly string[]): SurveyAnswer[] {
  const toefl = JSON.parse(
    readFileSync(
      join(folder, 'ChatGPT-Detector-Bias/Data_and_Results/Human_Data/TOEFL_real_91/data.json'),
      'utf8',
    ),
  ) as readonly { readonly document: string }[]
  return [
    ...records(join(folder, 'empathic_reactions/data/responses/data/messages.csv')).map((record) => ({
      source: ESSAY_SETS[0],
      participant: record.response_id ?? '',
      question: 'reaction',
      text: (record.essay ?? '').trim(),
    })),
    ...toefl.flatMap(({ document }, at) => piecesOf(ESSAY_SETS[1], at, document)),
    ...essays.flatMap((essay, at) => piecesOf(ESSAY_SETS[2], at, essay)),
  ]
}

function piecesOf(source: string, at: number, essay: string): SurveyAnswer[] {
  const sentences = essay.replace(/\s+/g, ' ').split(/(?<=[.!?])\s+/)
  const each = Math.max(1, Math.floor(sentences.length / PIECES))
  return Array.from({ length: PIECES }, (_, piece) => ({
    source,
    participant: `${source} ${at}`,
    question: 'essay',
    text: sentences.slice(piece * each, (piece + 1) * each).join(' '),
  })).filter(({ text }) => text !== '')
}

function records(path: string): Record<string, string>[] {
  const { head, rows } = tableIn(path)
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])))
}
