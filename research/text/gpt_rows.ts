/** Answers of people and of language models to the same questions, weighted so that only the writing differs. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type StyleFeatures, styleOf } from '../../src/features/text/style/style.ts'
import { styleWords } from '../../src/features/text/style/style_words.ts'
import type { SeededRandom } from '../seeded_random.ts'
import { type Row, rowsIn, rowsOf, textOf } from './data.ts'
import { EVALUATION_SURVEY, essaySets, evaluationSurvey, openSurveys } from './survey_sets.ts'

export interface GptAnswer {
  readonly text: string
  readonly question: string
  readonly source: string
  readonly participant: string
  /** `human`, or the manner that the model was prompted for. */
  readonly style: string
  readonly isModel: boolean
  readonly words: readonly string[]
  readonly features: StyleFeatures
}

/** Shorter answers are neither fitted nor evaluated. */
const MIN_WORDS = 4

/** Surveys for evaluation only, because of their license. */
const EVALUATED = ['isear', EVALUATION_SURVEY]

export const isFitted = ({ source, style }: Pick<GptAnswer, 'source' | 'style'>): boolean =>
  !EVALUATED.includes(source) && !style.startsWith(INDEPENDENT)

/** Models' answers to the questions of the published surveys, generated for this project. */
const MODELS_FILE = fileURLToPath(new URL('survey_models.ndjson.gz', import.meta.url))

/**
 * Models that took a whole survey, each without knowledge of the others: what they share is what independent models share.
 * For evaluation only.
 */
const INDEPENDENT_FILE = fileURLToPath(new URL('independent_models.ndjson.gz', import.meta.url))
export const INDEPENDENT = 'independent'

/** All English answers. `data`: a folder laid out like the development data; `sets`: checkouts of the published sets. */
export function gptAnswers(data: string, sets: string): GptAnswer[] {
  const essays = rowsIn(join(data, 'human/klicke')).map((row) => textOf(row, 'final'))
  const people = [
    ...participantsIn(data),
    ...openSurveys(sets),
    ...evaluationSurvey(sets),
    ...essaySets(sets, essays),
  ]
  const models = [
    ...rowsIn(join(data, 'text/gpt')).filter(isEnglishManner),
    ...rowsOf(MODELS_FILE),
    ...rowsOf(INDEPENDENT_FILE),
  ]
  return [
    ...people.map((answer) => answerOf(answer.text, { ...answer, style: 'human', isModel: false })),
    ...models.map((row) => answerOf(textOf(row, 'text'), { ...aboutModel(row), isModel: true })),
  ].filter(({ words }) => words.length >= MIN_WORDS)
}

const isEnglishManner = (row: Row): boolean => 'style' in row && row.lang === 'en'

const aboutModel = (row: Row) => ({
  question: textOf(row, 'question'),
  source: textOf(row, 'source'),
  style: textOf(row, 'style'),
  participant: textOf(row, 'participant'),
})

/** Respondents with several answers, and further single answers of the same surveys. */
function participantsIn(data: string) {
  const respondents = rowsIn(join(data, 'text/survey_people')).filter(({ lang }) => lang === 'en')
  const grouped = respondents.flatMap((row) =>
    Object.entries(row.answers as Readonly<Record<string, string>>).map(([question, text]) => ({
      source: textOf(row, 'source'),
      participant: textOf(row, 'person'),
      question,
      text,
    })),
  )
  const known = new Set(grouped.map(({ source, text }) => `${source} ${text}`))
  const single = rowsIn(join(data, 'text/survey_human'))
    .filter((row) => row.lang === 'en' && !known.has(`${textOf(row, 'source')} ${textOf(row, 'text')}`))
    .map((row, at) => ({
      source: textOf(row, 'source'),
      participant: `single ${at}`,
      question: textOf(row, 'question'),
      text: textOf(row, 'text'),
    }))
  return [...grouped, ...single]
}

export function answerOf(
  text: string,
  about: Pick<GptAnswer, 'question' | 'source' | 'style' | 'isModel' | 'participant'>,
): GptAnswer {
  const { question, source, style, isModel, participant } = about
  const words = styleWords(text)
  return { text, question, source, style, isModel, participant, words, features: styleOf(words) }
}

/** The share of words that get a typing error. */
const TYPO_SHARE = 0.06

/** A text with typing errors: a letter is doubled, dropped, or swapped with the next. */
export function withTypos(text: string, random: SeededRandom): string {
  return text.replace(/[A-Za-z]{3,}/g, (word) => {
    if (random.next() > TYPO_SHARE) return word
    const at = random.below(word.length - 1)
    const kind = random.below(3)
    if (kind === 0) return word.slice(0, at) + word[at] + word.slice(at)
    if (kind === 1) return word.slice(0, at) + word.slice(at + 1)
    return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
  })
}

/** Copies with typing errors of some answers of people and of models, so that errors say nothing. */
export function mistyped(answers: readonly GptAnswer[], random: SeededRandom): GptAnswer[] {
  return answers.flatMap((answer) =>
    random.next() < (answer.isModel ? 0.5 : 0.25) ? [answerOf(withTypos(answer.text, random), answer)] : [],
  )
}

const LENGTHS = [5, 10, 15, 20, 30, 40, 55, 70, 100]

function lengthBucket(words: number): number {
  const at = LENGTHS.findIndex((limit) => words < limit)
  return at === -1 ? LENGTHS.length : at
}

/**
 * In every question and length, people have the same total weight as models. A question or length with only one side has
 * little weight. Otherwise the model would fit topics and lengths.
 */
export function balance(answers: readonly GptAnswer[]): number[] {
  const keyOf = ({ question, words }: GptAnswer) => `${question}|${Math.min(8, lengthBucket(words.length))}`
  const counts = new Map<string, [number, number]>()
  for (const answer of answers) {
    const count = counts.get(keyOf(answer)) ?? [0, 0]
    counts.set(keyOf(answer), count)
    count[answer.isModel ? 1 : 0]++
  }
  const raw = answers.map((answer) => {
    const [people, models] = counts.get(keyOf(answer)) as [number, number]
    if (people === 0 || models === 0) return 0.15
    return answer.isModel ? 1 : Math.min(3, models / people)
  })
  const sum = (isModel: boolean) =>
    raw.reduce(
      (total, weight, at) => total + ((answers[at] as GptAnswer).isModel === isModel ? weight : 0),
      0,
    )
  const scale = sum(false) / sum(true)
  return raw.map((weight, at) => Math.min(4, (answers[at] as GptAnswer).isModel ? weight * scale : weight))
}
