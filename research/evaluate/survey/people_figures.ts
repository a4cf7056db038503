/** False positives of the content checks on real people, by check, survey, language and length. */
import { wordsOf } from '../../../src/features/text/words.ts'
import { type Share, shareOf } from '../../../tools/wilson.ts'
import { seededRandom } from '../../seeded_random.ts'
import { type AnswerSets, byName, groupsOf, type HumanAnswer, pickFrom, statsFrom } from './answer_sets.ts'
import { CONTENT_CHECK_NAMES, CONTENT_CHECKS, type ContentCheck, isFound, readGiven } from './check_answer.ts'

export type FalseAlarms = Readonly<Record<ContentCheck, Share>>

export interface PeopleFigures {
  readonly all: FalseAlarms
  readonly bySource: Readonly<Record<string, FalseAlarms>>
  readonly byLanguage: Readonly<Record<string, FalseAlarms>>
  readonly byWords: Readonly<Record<string, FalseAlarms>>
  /** At least one of three random answers of a source is detected as a model's. */
  readonly gptOfThree: Share
}

/** Answers checked per source, and other answers in the statistics. */
const PER_SOURCE = 3_000
const OTHERS = 30
const TRIPLES = 1_000

interface CheckedAnswer {
  readonly person: HumanAnswer
  readonly failed: Readonly<Record<ContentCheck, boolean>>
}

export function peopleFigures({ people }: AnswerSets): PeopleFigures {
  const questions = groupsOf(people, ({ question }) => question)
  const teachers = new Map(questions.map(([question, own]) => [question, pickFrom(own, OTHERS, 3)]))
  const stats = new Map(
    [...teachers].map(([question, own]) => [
      question,
      statsFrom(
        question,
        own.map(({ answer }) => answer),
        OTHERS,
        seededRandom(3),
      ),
    ]),
  )
  // Participants in the statistics would be compared with themselves.
  const isTeacher = (person: HumanAnswer) => teachers.get(person.question)?.includes(person) === true
  const checked = groupsOf(people, ({ source }) => source)
    .flatMap(([, own]) => {
      const sample = pickFrom(own, PER_SOURCE)
      return sample.length > OTHERS ? sample.filter((person) => !isTeacher(person)) : sample
    })
    .filter(({ answer }) => answer.trim() !== '')
    .map((person): CheckedAnswer => {
      const [features] = readGiven([{ ...person, stats: stats.get(person.question) ?? null }])
      const failed = CONTENT_CHECK_NAMES.map(
        (name) => [name, features !== undefined && isFound(CONTENT_CHECKS[name].run(features))] as const,
      )
      return { person, failed: Object.fromEntries(failed) as CheckedAnswer['failed'] }
    })
  return {
    all: alarmsIn(checked),
    bySource: byName(
      groupsOf(checked, ({ person }) => person.source),
      alarmsIn,
    ),
    byLanguage: byName(
      groupsOf(checked, ({ person }) => person.language),
      alarmsIn,
    ),
    byWords: byName(
      groupsOf(checked, ({ person }) => lengthOf(person.answer)),
      alarmsIn,
    ),
    gptOfThree: gptOfThree(people.filter(({ language }) => language === 'en')),
  }
}

function alarmsIn(checked: readonly CheckedAnswer[]): FalseAlarms {
  return Object.fromEntries(
    CONTENT_CHECK_NAMES.map((name) => [
      name,
      shareOf(checked.filter(({ failed }) => failed[name]).length, checked.length),
    ]),
  ) as FalseAlarms
}

const LENGTHS = [5, 10, 20, 40, 70]

export function lengthOf(text: string): string {
  const words = wordsOf(text).length
  const at = LENGTHS.findIndex((limit) => words < limit)
  if (at === -1) return `${LENGTHS.at(-1)} words or more`
  return at === 0
    ? 'under 05 words'
    : `${String(LENGTHS[at - 1]).padStart(2, '0')} to ${(LENGTHS[at] as number) - 1} words`
}

function gptOfThree(people: readonly HumanAnswer[]): Share {
  const random = seededRandom(8)
  const sources = groupsOf(people, ({ source }) => source).filter(([, own]) => own.length >= 3)
  if (sources.length === 0) return shareOf(0, 0)
  let flagged = 0
  for (let at = 0; at < TRIPLES; at++) {
    const [, own] = random.pick(sources)
    const three = [random.pick(own), random.pick(own), random.pick(own)]
    if (readGiven(three).some((answer) => isFound(CONTENT_CHECKS.gpt.run(answer)))) flagged++
  }
  return shareOf(flagged, TRIPLES)
}
