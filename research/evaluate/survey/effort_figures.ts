/** How well effort ratings follow two readers: over all answers, among answers of about the same length, and padded. */
import { informationIn } from '../../../src/features/text/information.ts'
import { plainText } from '../../../src/features/text/normalize.ts'
import { isSimpleAnswer } from '../../../src/features/text/simple_answers.ts'
import { wordsOf } from '../../../src/features/text/words.ts'
import { curveAt } from '../../../src/models/text/effort.ts'
import { textOf } from '../../text/data.ts'
import { fitCurve, type Rated } from '../../text/effort_curve.ts'
import type { AnswerSets } from './answer_sets.ts'
import { readGiven } from './check_answer.ts'
import { rankCorrelation } from './ranking.ts'

export interface EffortFigures {
  readonly answers: number
  readonly rankCorrelation: number
  readonly meanError: number
  /** Correlation between the two readers. */
  readonly readers: { readonly rankCorrelation: number; readonly meanError: number }
  readonly byLength: readonly EffortOfLength[]
  readonly padded: readonly EffortOfPadded[]
}

/** Rank correlations with the mean of the readers, among answers of this many words. */
export interface EffortOfLength {
  readonly least: number
  /** Absent: the last one. */
  readonly most?: number
  readonly answers: number
  readonly check: number
  readonly words: number
  /** Of one reader with the other. */
  readonly readers: number
}

/** Mean ratings of the same answers. */
export interface EffortOfPadded {
  readonly padding: string
  readonly words: number
  readonly answers: number
  readonly before: number
  readonly after: number
}

const FOLDS = 4
const LENGTHS = [1, 4, 7, 11, 21, 41]

/** Answers that readers rate in this range are padded. */
const PADDED_RATINGS = [4, 6] as const
const PADDED_ANSWERS = 60

/** Texts that answer nothing. Only phrases of the first one are in the list of stock phrases. */
const PADDINGS = {
  'stock phrases':
    'At the end of the day, it is what it is. When all is said and done, all things considered, that goes without saying. As far as I am concerned, in my humble opinion, to be perfectly honest with you, for what it is worth, in the long run only time will tell. Last but not least, each and every one has two sides. You have to take the good with the bad. Everyone is entitled to their own opinion, to each their own. What matters most is what matters most.',
  'other empty sentences':
    'There are many different things that people think about when it comes to something like this, and it can really depend on the situation. Some people may see it one way and other people may see it in another way, and both of them can have a point. It is always good to think about these things and to take the time to look at them from all sides. In general I would say that it is an important topic and that it matters a lot to a lot of people in their life today. So that is more or less what I wanted to say about this.',
  'a sentence about something else':
    'The Battle of Hastings was fought in October 1066 between the Norman army of William and an English army under King Harold near the town of Battle in East Sussex, and it began the conquest of England.',
} as const

interface RatedAnswer {
  readonly question: string
  readonly ratings: readonly [number, number]
  readonly answer: string
}

/** Each answer is rated by a curve fitted on other questions. */
export function effortFigures({ effort }: AnswerSets): EffortFigures {
  const rated = effort
    .filter((row) => Array.isArray(row.ratings))
    .map(
      (row): RatedAnswer => ({
        question: textOf(row, 'question'),
        ratings: row.ratings as [number, number],
        answer: textOf(row, 'answer'),
      }),
    )
  const given = ratingsOf(rated, (one) => one.answer)
  const all = rated.map((one, at) => ({ ...one, mean: meanOf(one.ratings), given: given[at] as number }))
  const compared = (ofWhom: typeof all) => ({
    answers: ofWhom.length,
    check: correlation(ofWhom, ({ given }) => given),
    words: correlation(ofWhom, ({ answer }) => wordsOf(answer).length),
    readers: correlation(
      ofWhom,
      ({ ratings }) => ratings[0],
      ({ ratings }) => ratings[1],
    ),
  })
  const whole = compared(all)
  return {
    answers: all.length,
    rankCorrelation: whole.check,
    meanError: meanOf(all.map(({ given, mean }) => Math.abs(given - mean))),
    readers: {
      rankCorrelation: whole.readers,
      meanError: meanOf(all.map(({ ratings: [first, second] }) => Math.abs(first - second))),
    },
    byLength: LENGTHS.map((least, at) => {
      const next = LENGTHS[at + 1]
      const own = all.filter(({ answer }) => {
        const words = wordsOf(answer).length
        return words >= least && (next === undefined || words < next)
      })
      return { least, ...(next !== undefined && { most: next - 1 }), ...compared(own) }
    }),
    padded: paddedFigures(rated),
  }
}

function paddedFigures(rated: readonly RatedAnswer[]): EffortOfPadded[] {
  const [least, most] = PADDED_RATINGS
  const own = rated
    .filter(({ ratings }) => meanOf(ratings) >= least && meanOf(ratings) <= most)
    .slice(0, PADDED_ANSWERS)
  const before = meanOf(ofThem(ratingsOf(rated, (one) => one.answer)))
  return Object.entries(PADDINGS).map(([padding, text]) => ({
    padding,
    words: wordsOf(text).length,
    answers: own.length,
    before,
    after: meanOf(ofThem(ratingsOf(rated, (one) => `${one.answer} ${text}`))),
  }))

  function ofThem(ratings: readonly number[]): number[] {
    return own.map((one) => ratings[rated.indexOf(one)] as number)
  }
}

/** `textIn`: the text to rate. The curves are fitted on the answers as they are. */
function ratingsOf(rated: readonly RatedAnswer[], textIn: (one: RatedAnswer) => string): number[] {
  const questions = [...new Set(rated.map(({ question }) => question))]
  const foldOf = ({ question }: RatedAnswer) => questions.indexOf(question) % FOLDS
  const curves = Array.from({ length: FOLDS }, (_, fold) =>
    fitCurve(
      rated
        .filter((one) => foldOf(one) !== fold && !isSimpleAnswer(one.answer))
        .map((one): Rated => [informationIn(plainText(one.answer), one.question), meanOf(one.ratings)]),
    ),
  )
  return rated.map((one) => {
    const answer = textIn(one)
    const [features] = readGiven([{ question: one.question, answer }])
    if (features === undefined || features.simple || features.effort === 1) return 1
    const curve = curves[foldOf(one)] ?? []
    return Math.round(curveAt(informationIn(plainText(answer), one.question), curve))
  })
}

function correlation<Item extends { readonly mean: number }>(
  items: readonly Item[],
  first: (item: Item) => number,
  second: (item: Item) => number = ({ mean }) => mean,
): number {
  return items.length === 0 ? 0 : rankCorrelation(items.map(first), items.map(second))
}

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
