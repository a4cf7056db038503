/** The sets of answers on which the survey checks are evaluated. */
import { join } from 'node:path'
import { meaningIn } from '../../../src/checks/survey/answer.ts'
import { readAnswerText } from '../../../src/features/text/answer_text.ts'
import {
  type AnswerSample,
  addSample,
  type QuestionStats,
  sampleOf,
} from '../../../src/features/text/question_stats.ts'
import { type SeededRandom, seededRandom } from '../../seeded_random.ts'
import { type Row, rowsIn, textOf } from '../../text/data.ts'

/** Surveys in the fit of the models; all other surveys are held out completely. */
const FITTED_SURVEYS: ReadonlySet<string> = new Set(['haskell-survey', 'learning-r'])
const FITTED_TEXTS: ReadonlySet<string> = new Set(['ghostbuster', 'fast-detect-gpt', 'seqxgpt'])

export interface HumanAnswer {
  readonly question: string
  readonly answer: string
  readonly source: string
  readonly language: string
}

export interface ModelAnswer extends HumanAnswer {
  readonly style: string
  readonly model: string
}

export interface AnswerSets {
  readonly people: readonly HumanAnswer[]
  /** Answers of language models to the same questions, by prompt style. */
  readonly modelAnswers: readonly ModelAnswer[]
  readonly gpt: readonly Row[]
  /** Texts for fitting; empty if all texts are for evaluation. */
  readonly fitted: readonly Row[]
  /** Whole essays of people, one per writer. */
  readonly essays: readonly string[]
  readonly gibberish: readonly Row[]
  readonly relevance: readonly Row[]
  readonly profanity: readonly Row[]
  readonly effort: readonly Row[]
  readonly paraphrase: readonly Row[]
}

/** `all`: includes sets from the fit, for a folder with unknown contents. */
export function readAnswerSets(data: string, all: boolean): AnswerSets {
  const rows = (set: string) => rowsIn(join(data, 'text', set))
  const isAside = (row: Row) => all || !FITTED_SURVEYS.has(sourceOf(row)) || row.lang === 'es'
  const gpt = rows('gpt')
  return {
    people: rows('survey_human').filter(isAside).map(answerOf),
    modelAnswers: gpt
      .filter((row) => 'style' in row && isAside(row))
      .map((row) => ({ ...answerOf(row), style: textOf(row, 'style'), model: textOf(row, 'model') })),
    gpt: gpt.filter((row) => !('style' in row) && (all || !FITTED_TEXTS.has(sourceOf(row)))),
    fitted: gpt.filter((row) => 'bucket' in row && !all && FITTED_TEXTS.has(sourceOf(row))),
    essays: rowsIn(join(data, 'human/klicke')).map((row) => textOf(row, 'final')),
    gibberish: rows('gibberish').filter((row) => row.label !== 'clean' || isAside(row)),
    relevance: rows('relevance').filter((row) => all || !FITTED_SURVEYS.has(sourceOf(row))),
    profanity: rows('profanity').filter((row) => 'text' in row),
    effort: rows('effort'),
    paraphrase: rows('paraphrase'),
  }
}

/** `haskell-survey/en` is the English part of a source. */
export function sourceOf(row: Row): string {
  return textOf(row, 'source').replace(/\/\w\w$/, '')
}

function answerOf(row: Row): HumanAnswer {
  return {
    question: textOf(row, 'question'),
    answer: textOf(row, 'text'),
    source: textOf(row, 'source'),
    language: textOf(row, 'lang') || 'en',
  }
}

const samples = new Map<string, AnswerSample>()

function sampleIn(question: string, answer: string): AnswerSample {
  const key = JSON.stringify([question, answer])
  let sample = samples.get(key)
  if (sample === undefined) {
    sample = sampleOf(answer, meaningIn(readAnswerText(answer, question))?.vector ?? null)
    samples.set(key, sample)
  }
  return sample
}

/** Question statistics from randomly selected participants. */
export function statsFrom(
  question: string,
  answers: readonly string[],
  count: number,
  random: SeededRandom,
): QuestionStats | null {
  return random
    .shuffle(answers)
    .slice(0, count)
    .reduce<QuestionStats | null>((stats, answer) => addSample(stats, sampleIn(question, answer)), null)
}

export const groupsOf = <Item>(items: readonly Item[], key: (item: Item) => string): [string, Item[]][] =>
  [...Map.groupBy(items, key)].sort(([a], [b]) => (a < b ? -1 : 1))

/** A random sample with a fixed seed. */
export const pickFrom = <Item>(items: readonly Item[], most: number, seed = 1): Item[] =>
  items.length <= most ? [...items] : seededRandom(seed).shuffle(items).slice(0, most)

export const byName = <Item, Result>(
  groups: readonly (readonly [string, Item[]])[],
  summarize: (items: Item[]) => Result,
): Record<string, Result> => Object.fromEntries(groups.map(([name, items]) => [name, summarize(items)]))
