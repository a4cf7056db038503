/** Answers with their own question and with the question of another survey, among answers of other participants. */
import { join } from 'node:path'
import { memoize } from '../../src/features/text/memoize.ts'
import { foldText } from '../../src/features/text/normalize.ts'
import { overlapOfStems, stemsAmong, stemsOf } from '../../src/features/text/overlap.ts'
import { kindOfQuestion } from '../../src/features/text/question.ts'
import { isSimpleAnswer } from '../../src/features/text/simple_answers.ts'
import { wordsOf } from '../../src/features/text/words.ts'
import { type Meaning, meaningOf } from '../../src/models/text/meaning.ts'
import type { PeersInput, QuestionInput } from '../../src/models/text/relevance.ts'
import type { SeededRandom } from '../seeded_random.ts'
import { rowsIn, textOf } from './data.ts'

export interface RelevanceRow {
  readonly survey: string
  readonly isOff: boolean
  readonly input: PeersInput
  /** The same without other participants. */
  readonly alone: QuestionInput
}

export interface RelevanceSet {
  /** Number of other participants. */
  readonly others: number
  /** The share of them who answered another survey. */
  readonly junk: number
  /** Rows of each kind per survey. */
  readonly rows: number
}

interface Answer {
  readonly text: string
  readonly meaning: Meaning
  readonly words: number
  readonly stems: ReadonlySet<string>
}

/** Answers by survey and question. */
export type Surveys = ReadonlyMap<string, ReadonlyMap<string, readonly Answer[]>>

/** Shorter answers are not compared. */
const MIN_KNOWN_WORDS = 3
const LEAST_ANSWERS = 20

/** The share of unrelated answers that are not survey answers at all. */
const OTHER_TEXT_SHARE = 0.3
const OTHER_TEXT_WORDS = 40

/** Surveys of people, and a course with questions as a survey of its own. */
export function surveysIn(data: string): Surveys {
  const surveys = new Map<string, Map<string, Answer[]>>()
  const add = (survey: string, question: string, text: string) => {
    const { open, personal, refersElsewhere } = kindOf(question)
    const answer = answerOf(text)
    if (open || personal || refersElsewhere || answer === null) return
    const questions = surveys.get(survey) ?? new Map<string, Answer[]>()
    surveys.set(survey, questions)
    const answers = questions.get(question)
    if (answers === undefined) questions.set(question, [answer])
    else answers.push(answer)
  }
  for (const row of rowsIn(join(data, 'text/survey_human'))) {
    if (row.lang === 'en') add(textOf(row, 'source'), textOf(row, 'question'), textOf(row, 'text'))
  }
  for (const row of rowsIn(join(data, 'text/relevance'))) {
    if (row.source === 'mohler/en' && row.label === 'on') {
      add('mohler', textOf(row, 'question'), textOf(row, 'answer'))
    }
  }
  for (const questions of surveys.values()) {
    for (const [question, answers] of questions) {
      if (answers.length < LEAST_ANSWERS) questions.delete(question)
    }
  }
  return surveys
}

/** Texts that answer no survey: reviews, essays, posts. */
export function otherTextsIn(data: string): Answer[] {
  return rowsIn(join(data, 'text/gpt')).flatMap((row) =>
    row.file === 'dev.ndjson.gz' && row.label === 'human' && Number(row.words) <= OTHER_TEXT_WORDS
      ? (answerOf(textOf(row, 'text')) ?? [])
      : [],
  )
}

function answerOf(text: string): Answer | null {
  const words = wordsOf(foldText(text))
  const meaning = isSimpleAnswer(text) ? null : meaningOf(words)
  if (meaning === null || meaning.known < MIN_KNOWN_WORDS) return null
  return { text, meaning, words: words.length, stems: stemsAmong(words) }
}

const kindOf = memoize(kindOfQuestion)

const askedBy = memoize((question) => ({
  meaning: meaningOf(wordsOf(foldText(question))),
  stems: stemsOf(question),
}))

function sampleFrom(own: readonly Answer[], count: number, besides: Answer, random: SeededRandom): Answer[] {
  const picked = new Map<string, Answer>()
  const start = random.below(own.length)
  // A stride that shares no factor with the number of answers visits all of them in a scattered order.
  const stride = own.length > 7_919 ? 1 : 7_919
  for (let step = 0; step < own.length && picked.size < count; step++) {
    const one = own[(start + step * stride) % own.length] as Answer
    if (one.text !== besides.text) picked.set(one.text, one)
  }
  return [...picked.values()]
}

function usesOf(peers: readonly Answer[]): Map<string, number> {
  const uses = new Map<string, number>()
  for (const { stems } of peers) for (const stem of stems) uses.set(stem, (uses.get(stem) ?? -1) + 1)
  return uses
}

export function relevanceRows(
  surveys: Surveys,
  otherTexts: readonly Answer[],
  { others, junk, rows }: RelevanceSet,
  random: SeededRandom,
): RelevanceRow[] {
  const all = new Map([...surveys].map(([survey, questions]) => [survey, [...questions.values()].flat()]))
  return [...surveys].flatMap(([survey, byQuestion]) => {
    const questions = [...byQuestion]
    const elsewhere = [...all.keys()].filter((other) => other !== survey)
    const unrelated = (from: string) =>
      random.next() < OTHER_TEXT_SHARE ? random.pick(otherTexts) : random.pick(all.get(from) ?? [])
    return Array.from({ length: 2 * rows }, (_, at): RelevanceRow => {
      const isOff = at % 2 === 1
      const [question, own] = random.pick(questions)
      const junkSurvey = random.pick(elsewhere)
      const answer = isOff
        ? unrelated(random.next() < 0.5 ? junkSurvey : random.pick(elsewhere))
        : random.pick(own)
      const junkCount = Math.round(junk * others)
      const peers = [
        ...sampleFrom(own, others - junkCount, answer, random),
        ...Array.from({ length: junkCount }, () => unrelated(junkSurvey)),
      ]
      const asked = askedBy(question)
      const pair = { answer: answer.meaning, question: asked.meaning }
      return {
        survey,
        isOff,
        alone: { ...pair, overlap: overlapOfStems(answer.stems, asked.stems) },
        input: {
          ...pair,
          overlap: overlapOfStems(answer.stems, asked.stems, usesOf(peers)),
          peers: peers.map(({ meaning, words }) => ({ vector: meaning.vector, words })),
        },
      }
    })
  })
}
