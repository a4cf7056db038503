/** Output of commands, and their expected errors. */

export interface Terminal {
  /** Writes the result to standard output. */
  out(text: string): void
  /** Writes a part of a file to standard output. */
  write(bytes: Uint8Array): Promise<void>
  /** Writes progress and notes to standard error. */
  note(text: string): void
  /** Whether notes go to a terminal, where a line can be overwritten. */
  readonly isScreen: boolean
}

export const processTerminal: Terminal = {
  out: (text) => process.stdout.write(`${text}\n`),
  write: (bytes) =>
    new Promise((resolve, reject) => {
      process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()))
    }),
  note: (text) => process.stderr.write(text),
  isScreen: process.stderr.isTTY === true,
}

/** Prints a result: as JSON with the option `--json`, else as text. */
export function printResult(
  terminal: Terminal,
  { json }: { readonly json?: boolean },
  value: unknown,
  text: () => string,
): void {
  terminal.out(json ? JSON.stringify(value, null, 2) : text())
}

export const EXIT = { ok: 0, failed: 1, usage: 2 } as const

/** An expected failure. Its message is shown without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exitCode: number

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Columns as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** The cells of an item, by the name of their column. */
export type Columns<Item> = Readonly<Record<string, (item: Item) => string | number>>

/** A table with a line for each item. */
export const listing = <Item>(columns: Columns<Item>, items: readonly Item[]): string =>
  table([
    Object.keys(columns),
    ...items.map((item) => Object.values(columns).map((cell) => String(cell(item)))),
  ])

/** `Name   value`, one pair per line. */
export const nameValueLines = (pairs: readonly (readonly [string, string])[]): string => table(pairs)

export const asDate = (ms: number | null): string =>
  ms === null ? 'never' : new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
