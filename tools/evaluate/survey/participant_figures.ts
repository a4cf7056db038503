/**
 * People whom the GPT check accuses, by survey and by number of other participants. A participant is one real person
 * with all answers of that survey, and counts once.
 */
import { join } from 'node:path'
import { sampleFrom } from '../../../src/checks/survey/analyze.ts'
import { type QuestionStats, removeSample } from '../../../src/features/text/question_stats.ts'
import { type SeededRandom, seededRandom } from '../../seeded_random.ts'
import { rowsIn, textOf } from '../../text/data.ts'
import { type Share, shareOf } from '../wilson.ts'
import { groupsOf, pickFrom } from './answer_sets.ts'
import { foundInAny, type Given } from './check_answer.ts'
import { statsOf } from './question_stats_of.ts'

/** One answer per question. */
export interface Participant {
  readonly survey: string
  readonly answers: Readonly<Record<string, string>>
}

export interface SurveyParticipants {
  readonly survey: string
  /** Everybody writes about one text. */
  readonly isSharedText: boolean
  /** Flagged people by number of other participants. */
  readonly bySize: Readonly<Record<string, Share>>
  /** Flagged people by change of spelling, among `EDITED_SIZE` others. */
  readonly byEdit: Readonly<Record<string, Share>>
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
    answers: row.answers as Participant['answers'],
  }))
}

/** The survey with the most flagged people first, at any size. */
export function participantFigures(
  people: readonly Participant[],
  sizes: readonly number[] = SIZES,
): SurveyParticipants[] {
  return groupsOf(people, ({ survey }) => survey)
    .map(([survey, own]) => figuresOf(survey, seededRandom(31).shuffle(own), sizes))
    .sort((a, b) => worst(b.bySize) - worst(a.bySize))
}

export const worst = (shares: Readonly<Record<string, Share>>): number =>
  Math.max(...Object.values(shares).map(({ share }) => share))

function figuresOf(
  survey: string,
  people: readonly Participant[],
  sizes: readonly number[],
): SurveyParticipants {
  const among = (size: number) => statsOf(people.slice(0, size).map(({ answers }) => answers))
  // The last size is everybody, where a survey has fewer people.
  const reached = sizes.filter((_, at) => at === 0 || (sizes[at - 1] as number) < people.length)
  const edited = pickFrom(people, EDITED_PEOPLE, 9)
  return {
    survey,
    isSharedText: SHARED_TEXTS.has(survey),
    bySize: Object.fromEntries(
      reached.map((size) => [String(size), flaggedAmong(people, people.slice(0, size), among(size))]),
    ),
    byEdit: Object.fromEntries(
      Object.entries(EDITS).map(([name, edit]) => [
        name,
        flaggedAmong(edited, people.slice(0, EDITED_SIZE), among(EDITED_SIZE), edit),
      ]),
    ),
  }
}

type Stats = ReadonlyMap<string, QuestionStats>

/** Members of the statistics are evaluated without their own answers, as in the service. */
function flaggedAmong(
  people: readonly Participant[],
  members: readonly Participant[],
  stats: Stats,
  edit: (text: string, random: SeededRandom) => string = (text) => text,
): Share {
  const random = seededRandom(6)
  const isMember = new Set(members)
  const flagged = people.filter((person) => {
    const given = Object.entries(person.answers).map(([question, answer]): Given => {
      const all = stats.get(question) ?? null
      const own = isMember.has(person) ? sampleFrom(answer, question) : null
      return {
        question,
        answer: edit(answer, random),
        stats: all === null || own === null ? all : removeSample(all, own),
      }
    })
    return foundInAny('gpt', given)
  })
  return shareOf(flagged.length, people.length)
}
