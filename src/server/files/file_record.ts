export interface FileRecord {
  /** The number of the row in the file, from 1. */
  readonly row: number
  readonly cells: readonly string[]
  /** Only for NDJSON. */
  readonly json?: JsonLine
}

export interface JsonLine {
  readonly text: string
  readonly value: Readonly<Record<string, unknown>>
}
