/**
 * The baseline for the style experts: a plain regression over the same hashed n-grams, fitted on the sources
 * for fitting and evaluated on the same texts.
 */
import { HASHED, styleOf } from '../../../src/features/text/style/style.ts'
import { styleWords } from '../../../src/features/text/style/style_words.ts'
import { seededRandom } from '../../seeded_random.ts'
import { type Row, textOf } from '../../text/data.ts'
import { fitLogistic, logitOf, type SparseRow } from '../../text/logistic.ts'

export type Baseline = (text: string) => number

/** The minimum number of texts for a fit. */
const LEAST_TEXTS = 1_000

const OPTIONS = { width: HASHED, passes: 6, rate: 0.1, shrink: 1e-4 }

/** Null: too few texts for a fit. */
export function baselineOf(texts: readonly Row[]): Baseline | null {
  const rows = texts.map(
    (row): SparseRow => ({
      ...styleOf(styleWords(textOf(row, 'text'))),
      label: row.label === 'human' ? 0 : 1,
      weight: 1,
    }),
  )
  if (rows.length < LEAST_TEXTS) return null
  const model = fitLogistic(rows, OPTIONS, seededRandom(1))
  return (text) => logitOf(model, styleOf(styleWords(text)))
}
