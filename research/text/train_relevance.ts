/**
 * Fits the weights of meaning and shared words that separate answers to the question from answers to other surveys.
 *
 *   node research/text/train_relevance.ts --data ../shared/data --out src/models/text/relevance.json
 *
 * `--fit SURVEY,...` names the surveys to fit on, to evaluate on the others.
 */
import { writeFileSync } from 'node:fs'
import { peersFeatures, questionFeatures } from '../../src/models/text/relevance.ts'
import { seededRandom } from '../seeded_random.ts'
import { option, required } from './args.ts'
import { fitDense } from './dense.ts'
import { otherTextsIn, type RelevanceRow, relevanceRows, surveysIn } from './relevance_rows.ts'

const SOURCES = (option('fit') ?? 'haskell-survey,learning-r').split(',')
const SETS = [
  { others: 12, junk: 0, rows: 500 },
  { others: 12, junk: 1 / 3, rows: 500 },
  { others: 6, junk: 0, rows: 300 },
  { others: 6, junk: 1 / 3, rows: 300 },
  { others: 30, junk: 0, rows: 300 },
  { others: 30, junk: 1 / 3, rows: 300 },
]

const data = required('data')
const out = required('out')
const surveys = surveysIn(data)
const otherTexts = otherTextsIn(data)
const random = seededRandom(6)
const rows = SETS.flatMap((set) => relevanceRows(surveys, otherTexts, set, random)).filter(({ survey }) =>
  SOURCES.includes(survey),
)
const background = backgroundOf(rows)
writeFileSync(
  out,
  `${JSON.stringify(
    {
      provenance: {
        what: 'logistic regressions over the features in relevance.ts, in their own units; the mean vector of answers',
        fittedOn: `${SOURCES.join(', ')} (learning-r Apache-2.0, Haskell survey ODbL-1.0), against answers to other surveys`,
        made: '2026-11-16',
        script: 'research/text/train_relevance.ts',
      },
      withOthers: fit(rows, ({ input }) => peersFeatures(input, background).own),
      fromQuestion: fit(rows, ({ alone }) => questionFeatures(alone)),
      background,
    },
    null,
    1,
  )}\n`,
)

function fit(own: readonly RelevanceRow[], features: (row: RelevanceRow) => number[]): number[] {
  const off = own.filter(({ isOff }) => isOff).length
  return fitDense(
    own.map(features),
    own.map(({ isOff }) => (isOff ? 0 : 1)),
    own.map(({ isOff }) => (isOff ? 0.5 / off : 0.5 / (own.length - off))),
  ).map((weight) => Number(weight.toPrecision(5)))
}

/** The mean of all answers, each survey with the same weight. */
function backgroundOf(own: readonly RelevanceRow[]): number[] {
  const sum = new Float64Array(own[0]?.input.answer.vector.length ?? 0)
  for (const { input } of own) {
    for (const [at, value] of input.answer.vector.entries()) sum[at] = (sum[at] as number) + value
  }
  return Array.from(sum, (value) => Number((value / own.length).toFixed(4)))
}
