/** Where a command writes, and how a command fails. */

export interface Terminal {
  /** What was asked for. */
  out(text: string): void
  /** Progress and remarks. */
  note(text: string): void
  /** Whether remarks go to a person's screen, where a line can be drawn over. */
  readonly isScreen: boolean
}

export const processTerminal: Terminal = {
  out: (text) => process.stdout.write(`${text}\n`),
  note: (text) => process.stderr.write(text),
  isScreen: process.stderr.isTTY === true,
}

export const EXIT = { ok: 0, failed: 1, usage: 2 } as const

/** Said in one sentence; there is nothing to debug. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exitCode: number

  constructor(sentence: string, exitCode: number = EXIT.failed) {
    super(sentence)
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

/** `Name   value`, one a line. */
export const facts = (pairs: readonly (readonly [string, string])[]): string => table(pairs)

export const asDate = (ms: number | null): string =>
  ms === null ? 'never' : new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
