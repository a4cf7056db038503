/** The sets of answers that the survey checks are judged on, and what may be judged of them. */
import { join } from 'node:path'
import { meaningIn } from '../../../src/checks/survey/answer.ts'
import { readAnswerText } from '../../../src/features/text/answer_text.ts'
import {
  type AnswerSample,
  addSample,
  type QuestionStats,
  sampleOf,
} from '../../../src/features/text/question_stats.ts'
import { type Chance, chance } from '../../text/chance.ts'
import { type Row, rowsIn, textOf } from '../../text/data.ts'

/** Surveys whose answers the models were fitted on; answers of other surveys were set aside whole. */
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
  /** Answers of language models to the same questions, by the manner they were told to write in. */
  readonly modelAnswers: readonly ModelAnswer[]
  readonly gpt: readonly Row[]
  /** Texts that may be fitted on; none where everything judges. */
  readonly fitted: readonly Row[]
  /** Whole essays of people, one a writer. */
  readonly essays: readonly string[]
  readonly gibberish: readonly Row[]
  readonly relevance: readonly Row[]
  readonly profanity: readonly Row[]
  readonly effort: readonly Row[]
  readonly paraphrase: readonly Row[]
}

/** `all`: also what the models were fitted on, for a folder of which nothing is known here. */
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
function sourceOf(row: Row): string {
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

/** What some participants, picked by chance, would have taught of a question. */
export function taughtBy(
  question: string,
  answers: readonly string[],
  count: number,
  luck: Chance,
): QuestionStats | null {
  return luck
    .shuffle(answers)
    .slice(0, count)
    .reduce<QuestionStats | null>((stats, answer) => addSample(stats, sampleIn(question, answer)), null)
}

export const groupsOf = <Item>(items: readonly Item[], key: (item: Item) => string): [string, Item[]][] =>
  [...Map.groupBy(items, key)].sort(([a], [b]) => (a < b ? -1 : 1))

/** Items picked by chance, the same ones every time. */
export const pickFrom = <Item>(items: readonly Item[], most: number, seed = 1): Item[] =>
  items.length <= most ? [...items] : chance(seed).shuffle(items).slice(0, most)

export const byName = <Item, Result>(
  groups: readonly (readonly [string, Item[]])[],
  summarise: (items: Item[]) => Result,
): Record<string, Result> => Object.fromEntries(groups.map(([name, items]) => [name, summarise(items)]))
