import type { Value } from './database.ts'

/** `($1, $2), ($3, $4)` and its values. Casts in the first row set the column types. */
export function valueRows(
  rows: readonly (readonly Value[])[],
  casts: readonly string[] = [],
): { text: string; values: Value[] } {
  const values: Value[] = []
  const text = rows
    .map((row, rowIndex) => {
      const places = row.map((value, index) => {
        values.push(value)
        return `$${values.length}${rowIndex === 0 && casts[index] ? `::${casts[index]}` : ''}`
      })
      return `(${places.join(', ')})`
    })
    .join(', ')
  return { text, values }
}
