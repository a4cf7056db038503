/** The bounds of the score ranges, as a schema. */
import { Type } from 'typebox'

export const BANDS_TEXT =
  'Minimum scores for `Accept with monitoring`, `Manual review or require additional verification` and `Auto-reject or high-priority review`, in ascending order.'

/** A plain array: common tools do not read the schema of a tuple. */
export const Bands = Type.Unsafe<[number, number, number]>({
  type: 'array',
  items: { type: 'integer', minimum: 1, maximum: 100 },
  minItems: 3,
  maxItems: 3,
  description: BANDS_TEXT,
  examples: [[25, 50, 70]],
})
