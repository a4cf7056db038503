/** Detection of language models' answers by manner, length and generator, from one answer and from three. */

import { type Share, shareOf } from '../../../tools/wilson.ts'
import { seededRandom } from '../../seeded_random.ts'
import { type Row, textOf } from '../../text/data.ts'
import {
  type AnswerSets,
  byName,
  groupsOf,
  type HumanAnswer,
  type ModelAnswer,
  pickFrom,
} from './answer_sets.ts'
import { baselineOf } from './baseline.ts'
import { CONTENT_CHECKS, isFound, readGiven } from './check_answer.ts'
import { auroc, recallAt } from './ranking.ts'

export interface StyleFigures {
  /** At the shipped thresholds. */
  readonly one: Share
  readonly three: Share
  /** At the score that 1% of real participants with as many answers exceed. */
  readonly oneAt1: number
  readonly threeAt1: number
}

export interface LengthFigures {
  readonly auroc: number
  readonly recallAt1: number
  /** The same for a plain regression on the same texts. */
  readonly baselineAuroc: number
  readonly baselineAt1: number
  readonly found: Share
  readonly falsePositives: Share
}

export interface GptFigures {
  readonly byStyle: Readonly<Record<string, StyleFigures>>
  /** The same answers, by the model that wrote them, all manners together. */
  readonly byModel: Readonly<Record<string, StyleFigures>>
  /** Texts of any kind, people and models on the same prompts. */
  readonly byWords: Readonly<Record<string, LengthFigures>>
  readonly bySource: Readonly<Record<string, LengthFigures>>
  readonly byGenerator: Readonly<Record<string, Share>>
  /** Chinese, by label: no expert covers it, so only traces of a chat window can be found. */
  readonly chinese: Readonly<Record<string, Share>>
  /** Essays of people from a test of English as a foreign language. */
  readonly foreignEssays: Share
  /** Three excerpts of one essay as three answers of its writer. */
  readonly piecesOfEssays: Share
}

const PARTICIPANTS = 1_500
const TRIPLES = 300
/** Number of texts per source. */
const TEXTS = 2_500
const CHINESE = 300
const NOTHING = Number.NEGATIVE_INFINITY

/** Rows of the Chinese set count characters instead of words. */
const isChinese = (row: Row): boolean => 'chars' in row

export function gptFigures({ people, modelAnswers, gpt, fitted, essays }: AnswerSets): GptFigures {
  const baseline = baselineOf(fitted)
  const english = people.filter(({ language }) => language === 'en')
  const answers = modelAnswers.filter(({ language }) => language === 'en')
  const honestOne = pickFrom(english, PARTICIPANTS).map((one) => checkGiven([one]).style)
  const honestThree = triplesOf(english, PARTICIPANTS).map((three) => checkGiven(three).style)
  const styleFigures = (own: readonly ModelAnswer[]): StyleFigures => {
    const single = own.map((one) => checkGiven([one]))
    const three = triplesOf(own, TRIPLES).map(checkGiven)
    const scores = (checked: readonly Checked[]) => checked.map(({ style }) => style)
    return {
      one: foundAmong(single),
      three: foundAmong(three),
      oneAt1: recallAt(0.01, honestOne, scores(single)),
      threeAt1: recallAt(0.01, honestThree, scores(three)),
    }
  }
  const texts = groupsOf(
    gpt.filter((row) => !isChinese(row)),
    (row) => `${textOf(row, 'source')} ${textOf(row, 'label')}`,
  )
    .flatMap(([, rows]) => pickFrom(rows, TEXTS))
    .map(
      (row): CheckedText => ({
        row,
        baseline: baseline?.(textOf(row, 'text')) ?? Number.NaN,
        ...checkGiven([{ question: textOf(row, 'question'), answer: textOf(row, 'text') }]),
      }),
    )
  const labeled = texts.filter(({ row }) => 'bucket' in row)
  return {
    byStyle: byName(
      groupsOf(answers, ({ style }) => style),
      styleFigures,
    ),
    byModel: byName(
      groupsOf(answers, ({ model }) => model),
      styleFigures,
    ),
    byWords: byName(
      groupsOf(labeled, ({ row }) => textOf(row, 'bucket')),
      textFigures,
    ),
    bySource: byName(
      groupsOf(labeled, ({ row }) => textOf(row, 'source')),
      textFigures,
    ),
    byGenerator: byName(
      groupsOf(
        texts.filter(({ row }) => row.label !== 'human'),
        ({ row }) => textOf(row, 'model').replace(/:.*$/, ''),
      ),
      foundAmong,
    ),
    chinese: byName(
      groupsOf(gpt.filter(isChinese), (row) => textOf(row, 'label')),
      (rows) =>
        foundAmong(
          pickFrom(rows, CHINESE).map((row) => checkGiven([{ question: '', answer: textOf(row, 'text') }])),
        ),
    ),
    foreignEssays: foundAmong(
      texts.filter(({ row }) => row.label === 'human' && textOf(row, 'source') === 'liang-toefl'),
    ),
    piecesOfEssays: foundAmong(piecesOf(essays).map(checkGiven)),
  }
}

interface Checked {
  readonly found: boolean
  readonly style: number
}

interface CheckedText extends Checked {
  readonly row: Row
  /** NaN without a baseline. */
  readonly baseline: number
}

/** The result of the check for one participant, and its scores before the thresholds. */
function checkGiven(given: readonly Pick<HumanAnswer, 'question' | 'answer'>[]): Checked {
  const answers = readGiven(given)
  return {
    found: answers.some((answer) => isFound(CONTENT_CHECKS.gpt.run(answer))),
    style: answers[0]?.participantTraces()?.style ?? NOTHING,
  }
}

function textFigures(texts: readonly CheckedText[]): LengthFigures {
  const people = texts.filter(({ row }) => row.label === 'human')
  const models = texts.filter(({ row }) => row.label !== 'human')
  const separation = (score: (text: CheckedText) => number) => {
    const [honest, others] = [people.map(score), models.map(score)]
    return [auroc(honest, others), recallAt(0.01, honest, others)] as const
  }
  const [own, ownAt1] = separation(({ style }) => style)
  const [baseline, baselineAt1] = texts.some((text) => Number.isNaN(text.baseline))
    ? [Number.NaN, Number.NaN]
    : separation((text) => text.baseline)
  return {
    auroc: own,
    recallAt1: ownAt1,
    baselineAuroc: baseline,
    baselineAt1,
    found: foundAmong(models),
    falsePositives: foundAmong(people),
  }
}

const foundAmong = (checked: readonly Checked[]): Share =>
  shareOf(checked.filter(({ found }) => found).length, checked.length)

const ESSAY_PARTS = 3

/** From each third of an essay, one to three sentences. */
function piecesOf(essays: readonly string[]): Pick<HumanAnswer, 'question' | 'answer'>[][] {
  const random = seededRandom(21)
  return essays.flatMap((essay) => {
    const sentences = essay.replace(/\s+/g, ' ').split(/(?<=[.!?])\s+/)
    const third = Math.floor(sentences.length / ESSAY_PARTS)
    if (third < 2) return []
    const pieces = Array.from({ length: ESSAY_PARTS }, (_, part) => {
      const start = part * third + random.below(Math.max(1, third - 2))
      return { question: '', answer: sentences.slice(start, start + 1 + random.below(ESSAY_PARTS)).join(' ') }
    })
    return [pieces]
  })
}

/** Three different answers of one source and manner, to different questions if there are several. */
function triplesOf<Answer extends HumanAnswer>(answers: readonly Answer[], count: number): Answer[][] {
  const random = seededRandom(12)
  const manner = (answer: Answer) => ('style' in answer ? String(answer.style) : '')
  const sources = groupsOf(answers, (answer) => `${answer.source} ${manner(answer)}`).filter(
    ([, own]) => own.length >= 3,
  )
  if (sources.length === 0) return []
  return Array.from({ length: count }, () => {
    const [, own] = random.pick(sources)
    const questions = groupsOf(own, ({ question }) => question)
    if (questions.length < 3) return random.shuffle(own).slice(0, 3)
    return random
      .shuffle(questions)
      .slice(0, 3)
      .map(([, each]) => random.pick(each))
  })
}
