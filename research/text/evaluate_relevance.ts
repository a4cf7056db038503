/**
 * Prints how many answers of each survey, and how many unrelated ones, are below the limits of Off-topic.
 *
 *   node research/text/evaluate_relevance.ts --data ../shared/data
 *
 * Evaluates the weights in src/models/text/relevance.json, which name the surveys that they were fitted on.
 */
import { MIN_DEVIATIONS, QUESTION_LIMIT } from '../../src/checks/survey/relevance.ts'
import { relevanceAmong, relevanceToQuestion } from '../../src/models/text/relevance.ts'
import { shareOf, writeShare } from '../../tools/wilson.ts'
import { seededRandom } from '../seeded_random.ts'
import { option, required } from './args.ts'
import { otherTextsIn, type RelevanceRow, relevanceRows, surveysIn } from './relevance_rows.ts'

const SETS = [
  { others: 6, junk: 0, rows: 500 },
  { others: 12, junk: 0, rows: 1_500 },
  { others: 12, junk: 1 / 3, rows: 1_500 },
  { others: 30, junk: 0, rows: 500 },
  { others: 30, junk: 1 / 3, rows: 500 },
]

const data = required('data')
const random = seededRandom(Number(option('seed') ?? 61))
const surveys = surveysIn(data)
const otherTexts = otherTextsIn(data)
const limits = (option('limits') ?? '-2.6,-2.4,-2.2,-2,-1.8,-1.6').split(',').map(Number)
const near = 0.5
for (const set of SETS) {
  const rows = relevanceRows(surveys, otherTexts, set, random)
  console.log(`\n${set.others} others, ${Math.round(100 * set.junk)}% of them unrelated`)
  print(rows, ({ input, alone }) => {
    const fromQuestion = relevanceToQuestion(alone)
    const { logit, deviations } = relevanceAmong(input)
    const isOrdinary = deviations >= MIN_DEVIATIONS && fromQuestion >= QUESTION_LIMIT
    return fromQuestion >= near || isOrdinary ? Number.POSITIVE_INFINITY : logit
  })
  if (set.others === 12 && set.junk === 0) {
    console.log('the question only')
    print(rows, ({ alone }) => relevanceToQuestion(alone))
  }
}

function print(rows: readonly RelevanceRow[], score: (row: RelevanceRow) => number): void {
  const scored = rows.map((row) => ({ ...row, score: score(row) }))
  for (const limit of limits) {
    const below = (own: typeof scored) => shareOf(own.filter((row) => row.score < limit).length, own.length)
    const of = (own: typeof scored) =>
      `${writeShare(below(own.filter(({ isOff }) => !isOff)))} / ${writeShare(below(own.filter(({ isOff }) => isOff)))}`
    const parts = [...surveys.keys()].map((survey) => {
      const own = scored.filter((row) => row.survey === survey)
      const rate = (isOff: boolean) => {
        const kind = own.filter((row) => row.isOff === isOff)
        return ((100 * kind.filter((row) => row.score < limit).length) / kind.length).toFixed(1)
      }
      return `${survey} ${rate(false)}/${rate(true)}`
    })
    console.log(`  limit ${limit}: real / unrelated below: ${of(scored)}; ${parts.join(', ')}`)
  }
}
