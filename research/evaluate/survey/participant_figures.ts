/**
 * People whom the content checks flag, and whose verdict is not keep, by survey and by number of other participants. A
 * participant is one real person with all answers of that survey, and counts once.
 */
import { join } from 'node:path'
import { analyzeAnswers, sampleFrom } from '../../../src/checks/survey/analyze.ts'
import { type QuestionStats, removeSample } from '../../../src/features/text/question_stats.ts'
import { surveyVerdict } from '../../../src/risk/survey_verdict.ts'
import { explainedCheck } from '../../../src/server/survey/check/findings.ts'
import { failedChecks } from '../../../src/server/survey/result/explanation.ts'
import { type Share, shareOf } from '../../../tools/wilson.ts'
import { type SeededRandom, seededRandom } from '../../seeded_random.ts'
import { rowsIn, textOf } from '../../text/data.ts'
import { groupsOf, pickFrom } from './answer_sets.ts'
import { type Given, inputsOf } from './check_answer.ts'
import { statsOf } from './question_stats_of.ts'

/** One answer per question. */
export interface Participant {
  readonly survey: string
  /** The researchers' own verdict, if the data have one. */
  readonly coded?: string
  readonly answers: Readonly<Record<string, string>>
}

/** What is counted of a participant: a check that any answer fails, or the verdict. */
export const TOUCHED = 'review or remove'
export const MEASURES = [
  'Automated test: GPT',
  'Automated test: Off-topic',
  'Automated test: Gibberish',
  'Automated test: Profane',
  'Self-duplicate response',
  TOUCHED,
] as const
export type Measure = (typeof MEASURES)[number]
export type Measured = Readonly<Record<Measure, Share>>

export interface SurveyParticipants {
  readonly survey: string
  /** Everybody writes about one text. */
  readonly isSharedText: boolean
  /** Flagged people by number of other participants. */
  readonly bySize: Readonly<Record<string, Measured>>
  /** Flagged people by change of spelling, among `EDITED_SIZE` others. */
  readonly byEdit: Readonly<Record<string, Measured>>
  /** Respondents whom the researchers coded as bots, among `EDITED_SIZE` others; null: none. */
  readonly bots: Measured | null
}

const SIZES = [0, 20, 50, 100, 200, 400, 1_000]

/** Surveys in which everybody reacts to the same text. */
const SHARED_TEXTS: ReadonlySet<string> = new Set(['news-reactions 2018'])

const EDITED_SIZE = 100
/** Number of people for each edit. */
const EDITED_PEOPLE = 400

/** Share of words with a typing error. */
const TYPO_SHARE = 0.06

export const EDITS: Readonly<Record<string, (text: string, random: SeededRandom) => string>> = {
  'as written': (text) => text,
  'lower case': (text) => text.toLowerCase(),
  'no punctuation': (text) => text.replace(/[.,;:!?]+/g, ''),
  'typing errors': withTypos,
}

/** Two neighboring letters change places in some words. */
export function withTypos(text: string, random: SeededRandom): string {
  return text.replace(/\p{L}{4,}/gu, (word) => {
    if (random.next() >= TYPO_SHARE) return word
    const at = 1 + random.below(word.length - 2)
    return `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`
  })
}

export function readParticipants(data: string): Participant[] {
  return rowsIn(join(data, 'text', 'survey_people')).map((row) => ({
    survey: `${textOf(row, 'source')} ${row.year}`,
    ...('coded' in row && { coded: textOf(row, 'coded') }),
    answers: row.answers as Participant['answers'],
  }))
}

export function participantFigures(
  people: readonly Participant[],
  sizes: readonly number[] = SIZES,
): SurveyParticipants[] {
  return groupsOf(people, ({ survey }) => survey).map(([survey, own]) =>
    figuresOf(survey, seededRandom(31).shuffle(own), sizes),
  )
}

const isPerson = ({ coded = 'kept' }: Participant): boolean => coded === 'kept'
const isBot = ({ coded }: Participant): boolean => coded === 'Bot'

function figuresOf(
  survey: string,
  everybody: readonly Participant[],
  sizes: readonly number[],
): SurveyParticipants {
  const among = (size: number) => statsOf(everybody.slice(0, size).map(({ answers }) => answers))
  // The last size is everybody, where a survey has fewer people.
  const reached = sizes.filter((_, at) => at === 0 || (sizes[at - 1] as number) < everybody.length)
  const people = everybody.filter(isPerson)
  const edited = pickFrom(people, EDITED_PEOPLE, 9)
  const bots = everybody.filter(isBot)
  const members = everybody.slice(0, EDITED_SIZE)
  const stats = among(EDITED_SIZE)
  return {
    survey,
    isSharedText: SHARED_TEXTS.has(survey),
    bySize: Object.fromEntries(
      reached.map((size) => [String(size), measure(people, everybody.slice(0, size), among(size))]),
    ),
    byEdit: Object.fromEntries(
      Object.entries(EDITS).map(([name, edit]) => [name, measure(edited, members, stats, edit)]),
    ),
    bots: bots.length === 0 ? null : measure(bots, members, stats),
  }
}

type Stats = ReadonlyMap<string, QuestionStats>

/** Members of the statistics are evaluated without their own answers, as in the service. */
function measure(
  people: readonly Participant[],
  members: readonly Participant[],
  stats: Stats,
  edit: (text: string, random: SeededRandom) => string = (text) => text,
): Measured {
  const random = seededRandom(6)
  const isMember = new Set(members)
  const found = people.map((person) =>
    judge(
      Object.entries(person.answers).map(([question, answer]): Given => {
        const all = stats.get(question) ?? null
        const own = isMember.has(person) ? sampleFrom(answer, question) : null
        return {
          question,
          answer: edit(answer, random),
          stats: all === null || own === null ? all : removeSample(all, own),
        }
      }),
    ),
  )
  return Object.fromEntries(
    MEASURES.map((name) => [name, shareOf(found.filter((one) => one.has(name)).length, people.length)]),
  ) as Measured
}

/** The failed checks and the verdict, as in the service, without the comparison of participants for duplicates. */
function judge(given: readonly Given[]): ReadonlySet<string> {
  const answers = analyzeAnswers(
    { version: 'v021', answers: inputsOf(given), lowEffortThreshold: 0 },
    (_, error) => {
      throw error
    },
  ).map(({ id, rating, results }) => ({
    id,
    rating,
    results: [...results].map(([check, outcome]) => explainedCheck(check, outcome)),
  }))
  const failed = answers.flatMap(({ results }) => failedChecks(results).map(({ check }) => check))
  return new Set<string>(surveyVerdict(answers, false).verdict === 'keep' ? failed : [...failed, TOUCHED])
}
