/**
 * The floor under the experts on writing: a plain regression over the same hashed n-grams and measures, fitted on the
 * sources that may be fitted on and judged on the same texts as they are.
 */
import { HASHED, styleOf } from '../../../src/features/text/style.ts'
import { MEASURES } from '../../../src/features/text/style_measures.ts'
import { chance } from '../../text/chance.ts'
import { type Row, textOf } from '../../text/data.ts'
import { fitLogistic, logitOf, type SparseRow } from '../../text/logistic.ts'

export type Floor = (text: string) => number

/** Fewer texts than this make no floor. */
const LEAST_TEXTS = 1_000

const OPTIONS = { width: HASHED + MEASURES, passes: 6, rate: 0.1, shrink: 1e-4 }

/** Null where there is too little to fit on. */
export function floorOf(texts: readonly Row[]): Floor | null {
  const rows = texts.map(
    (row): SparseRow => ({
      ...styleOf(textOf(row, 'text')),
      label: row.label === 'human' ? 0 : 1,
      weight: 1,
    }),
  )
  if (rows.length < LEAST_TEXTS) return null
  const model = fitLogistic(rows, OPTIONS, chance(1))
  return (text) => logitOf(model, styleOf(text))
}
