/**
 * Fits the weights of meaning and shared words that separate answers to the question from answers to other surveys.
 *
 *   node tools/text/train_relevance.ts --data ../shared/data --out src/models/text/relevance.json
 */
import { writeFileSync } from 'node:fs'
import { relevanceFeatures } from '../../src/models/text/relevance.ts'
import { seededRandom } from '../seeded_random.ts'
import { option, required } from './args.ts'
import { fitDense } from './dense.ts'
import { type RelevanceRow, relevanceRows } from './relevance_rows.ts'

const SOURCES = (option('fit') ?? 'haskell-survey,learning-r').split(',')
const OTHERS = 12

const fits = (row: RelevanceRow) =>
  SOURCES.includes(row.source) && (!row.isOff || row.kind === 'other-survey')
const fit = (rows: readonly RelevanceRow[]) => {
  const usable = rows.filter((row) => fits(row) && row.input !== null)
  const off = usable.filter(({ isOff }) => isOff).length
  return fitDense(
    usable.map(({ input }) => relevanceFeatures(input as NonNullable<typeof input>)),
    usable.map(({ isOff }) => (isOff ? 0 : 1)),
    usable.map(({ isOff }) => (isOff ? 0.5 / off : 0.5 / (usable.length - off))),
  ).map((weight) => Number(weight.toPrecision(5)))
}
const data = required('data')
writeFileSync(
  required('out'),
  `${JSON.stringify(
    {
      provenance: {
        what: 'logistic regressions over the features in relevance.ts, in their own units',
        fittedOn: `${SOURCES.join(', ')} (learning-r Apache-2.0, Haskell survey ODbL-1.0), against answers to other surveys`,
        made: '2026-11-15',
        script: 'tools/text/train_relevance.ts',
      },
      withOthers: fit(relevanceRows(data, OTHERS, seededRandom(6))),
      fromQuestion: fit(relevanceRows(data, 0, seededRandom(6))),
    },
    null,
    1,
  )}\n`,
)
