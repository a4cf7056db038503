import type { Scalar, Value } from './pool.ts'

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

/** Rows as a query with typed columns, and its values. */
export type RowsQuery = (
  rows: readonly (readonly Value[])[],
  types: readonly string[],
) => { text: string; values: Value[] }

/** For Citus, which derives the shard of a row from its values. */
export const listedRows: RowsQuery = (rows, types) => {
  const { text, values } = valueRows(rows, types)
  return { text: `VALUES ${text}`, values }
}

/** One array per column: driver and server handle far fewer values, and the text is the same for any number of rows. */
export const arrayRows: RowsQuery = (rows, types) => ({
  text: `SELECT * FROM unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})`,
  values: types.map((type, index) => {
    const column = rows.map((row) => row[index])
    return type === 'bytea' ? byteaArray(column as Uint8Array[]) : (column as Scalar[])
  }),
})

const BYTEA = 17

/** An array in PostgreSQL's binary format: as text, every byte would take two digits. */
export function byteaArray(items: readonly Uint8Array[]): Buffer {
  const bytes = items.reduce((sum, { length }) => sum + 4 + length, 20)
  const array = Buffer.allocUnsafe(bytes)
  const [dimensions, hasNull, lowerBound] = [1, 0, 1]
  let at = 0
  for (const field of [dimensions, hasNull, BYTEA, items.length, lowerBound])
    at = array.writeInt32BE(field, at)
  for (const item of items) {
    at = array.writeInt32BE(item.length, at)
    array.set(item, at)
    at += item.length
  }
  return array
}
