/**
 * A table, described once: its columns, how each value is stored, and its key. The row type, the statements, the mapping
 * between rows and stored values and the list of tables in a backup follow from the description.
 *
 * A description contains the columns of a row. Columns that only statements use (claims, revisions) have a default in the
 * migration and are named in those statements.
 */
import { bucketOf } from './values/bucket.ts'
import { packId, unpackId } from './values/packed_id.ts'
import { type Plain, seal, unseal } from './values/sealed.ts'

export type StoredValue = string | number | null | Uint8Array
export type StoredRow = Readonly<Record<string, StoredValue>>

/** How the values of a column are stored. `key`: the stored key of the row. */
export interface Column<Value> {
  readonly type: 'text' | 'bigint' | 'bytea'
  readonly isNullable?: true
  stored(value: Value, key: readonly Plain[]): StoredValue
  value(stored: StoredValue, key: readonly Plain[]): Value
}

/** Lone surrogates become U+FFFD: UTF-8 cannot encode them. */
export const text = <Text extends string = string>(): Column<Text> => ({
  type: 'text',
  stored: (value) => value.toWellFormed(),
  value: (stored) => stored as Text,
})

export const integer = (): Column<number> => ({
  type: 'bigint',
  stored: (value) => value,
  value: (stored) => stored as number,
})

/** 0 or 1. */
export const flag = (): Column<boolean> => ({
  type: 'bigint',
  stored: (value) => (value ? 1 : 0),
  value: (stored) => stored === 1,
})

export const json = <Value>(): Column<Value> => ({
  type: 'text',
  stored: (value) => JSON.stringify(value),
  value: (stored) => JSON.parse(stored as string),
})

export const bytes = (): Column<Uint8Array> => ({
  type: 'bytea',
  stored: (value) => value,
  value: (stored) => new Uint8Array(stored as Uint8Array),
})

/** An id of a session or a tab. */
export const packed = (): Column<string> => ({
  type: 'bytea',
  stored: packId,
  value: (stored) => unpackId(stored as Uint8Array),
})

/** Compressed, with a checksum that also covers the key of the row. */
export const sealed = (): Column<string> => ({
  type: 'bytea',
  stored: seal,
  value: (stored, key) => unseal(stored as Uint8Array, key).toString(),
})

export const sealedJson = <Value>(): Column<Value> => ({
  type: 'bytea',
  stored: (value, key) => seal(JSON.stringify(value), key),
  value: (stored, key) => JSON.parse(unseal(stored as Uint8Array, key).toString()),
})

export const nullable = <Value>(column: Column<Value>): Column<Value | null> => ({
  type: column.type,
  isNullable: true,
  stored: (value, key) => (value === null ? null : column.stored(value, key)),
  value: (stored, key) => (stored === null ? null : column.value(stored, key)),
})

/** Null in the database. The field is absent from the row. */
export const optional = <Value>(column: Column<Value>): Column<Value | undefined> => ({
  type: column.type,
  isNullable: true,
  stored: (value, key) => (value === undefined ? null : column.stored(value, key)),
  value: (stored, key) => (stored === null ? undefined : column.value(stored, key)),
})

type Columns = Readonly<Record<string, Column<unknown>>>
type ValueOf<Described> = Described extends Column<infer Value> ? Value : never
export type Row<Of extends Columns> = {
  readonly [Field in keyof Of as undefined extends ValueOf<Of[Field]> ? never : Field]: ValueOf<Of[Field]>
} & {
  readonly [Field in keyof Of as undefined extends ValueOf<Of[Field]> ? Field : never]?: Exclude<
    ValueOf<Of[Field]>,
    undefined
  >
}

export interface Table<Of extends Columns, Key extends string> {
  readonly name: string
  readonly described: Of
  /** The column that the bucket of a row is derived from; null: the table has no buckets. */
  readonly bucketFrom: string | null
  /** Names in the database, without `bucket`. */
  readonly columns: readonly string[]
  /** With `bucket`, as in the database. */
  readonly keyColumns: readonly string[]
  /** `bucket = :bucket AND id = :id` */
  readonly isKey: string
  /** Parameters: a stored row. */
  readonly insert: string
  /** Inserts the row, or replaces the one with the same key. Parameters: a stored row. */
  readonly upsert: string
  /** `a = :a, b = :b` for all columns outside the key. */
  readonly assignments: string
  stored(row: Row<Of>): StoredRow
  storedKey(key: { readonly [Field in Key & keyof Of]: ValueOf<Of[Field]> }): StoredRow
  row(stored: object): Row<Of>
  /** The same rows with further columns, which are not part of a backup. */
  with<More extends Columns>(more: More): Table<Of & More, Key>
  /** The same rows with fewer columns. */
  without<Field extends keyof Of>(...fields: Field[]): Table<Omit<Of, Field>, Key>
}

export type RowOf<Described> = Described extends Table<infer Of, infer _Key> ? Row<Of> : never

/** `bucket`: where Citus distributes the table, the column `bucket` leads its key. It is derived from this field. */
export const table = <Of extends Columns, Key extends keyof Of & string>(
  name: string,
  columns: Of,
  { key, bucket = null }: { readonly key: readonly Key[]; readonly bucket?: NoInfer<Key> | null },
): Table<Of, Key> => describe(name, columns, key, bucket)

function describe<Of extends Columns, Key extends string>(
  name: string,
  described: Of,
  key: readonly Key[],
  bucket: string | null,
): Table<Of, Key> {
  const fields = Object.keys(described)
  const columns = fields.map(columnName)
  const ownKey = key.map(columnName)
  const keyColumns = [...(bucket === null ? [] : ['bucket']), ...ownKey]
  const inserted = [...(bucket === null ? [] : ['bucket']), ...columns]
  const assigned = columns.filter((column) => !keyColumns.includes(column))
  const insert = `INSERT INTO ${name} (${inserted}) VALUES (${inserted.map((column) => `:${column}`)})`
  const columnOf = (field: string) => described[field] as Column<unknown>

  function storedKey(row: Readonly<Record<string, unknown>>): StoredRow {
    const stored = Object.fromEntries(
      key.map((field, index) => [ownKey[index], columnOf(field).stored(row[field], [])]),
    )
    return bucket === null ? stored : { bucket: bucketOf(String(row[bucket]).toWellFormed()), ...stored }
  }
  const ownerOf = (stored: StoredRow): Plain[] => ownKey.map((column) => stored[column] as Plain)

  return {
    name,
    described,
    bucketFrom: bucket && columnName(bucket),
    columns,
    keyColumns,
    isKey: matching(keyColumns),
    insert,
    upsert: `${insert} ON CONFLICT (${keyColumns}) DO UPDATE
      SET ${assigned.map((column) => `${column} = excluded.${column}`)}`,
    assignments: assigned.map((column) => `${column} = :${column}`).join(', '),
    stored(given) {
      const row = given as Readonly<Record<string, unknown>>
      const head = storedKey(row)
      const owner = ownerOf(head)
      const rest = fields.map((field, index) => [columns[index], columnOf(field).stored(row[field], owner)])
      return { ...Object.fromEntries(rest), ...head }
    },
    storedKey,
    row(stored) {
      const held = stored as StoredRow
      const owner = ownerOf(held)
      const row: Record<string, unknown> = {}
      for (const [index, field] of fields.entries()) {
        const value = columnOf(field).value(held[columns[index] as string] as StoredValue, owner)
        if (value !== undefined) row[field] = value
      }
      return row as Row<Of>
    },
    with: (more) => describe(name, { ...described, ...more }, key, bucket),
    without(...left) {
      const kept = Object.entries(described).filter(([field]) => !left.includes(field as never))
      return describe(name, Object.fromEntries(kept) as Omit<Of, (typeof left)[number]>, key, bucket)
    },
  }
}

/** `oldSecret` is stored as `old_secret`. */
const columnName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** `a = :a AND b = :b` */
export const matching = (columns: readonly string[]): string =>
  columns.map((column) => `${column} = :${column}`).join(' AND ')
