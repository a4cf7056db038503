import type { Value } from './database.ts'

/** `($1, $2), ($3, $4)` and the values that go with it. Casts in the first row tell the types of all. */
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

/** `INSERT INTO table (a, b) VALUES ($1, $2)` */
export function insertInto(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns}) VALUES (${columns.map((_, index) => `$${index + 1}`)})`
}
