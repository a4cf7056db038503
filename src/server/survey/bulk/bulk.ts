/** A file of answers in, the same file with verdicts out. Row by row and in order, so that the first of two copies is first. */
import { once } from 'node:events'
import { createWriteStream, existsSync, type WriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Checker, RowVerdict } from './checker.ts'
import type { ColumnOptions } from './columns.ts'

export interface BulkOptions extends ColumnOptions {
  readonly input: string
  readonly output: string
  readonly check: Checker
  onProgress?(progress: BulkProgress): void
}

export interface BulkProgress {
  readonly total: number
  /** Those of an earlier run included. */
  readonly done: number
  /** Rows that an earlier run had finished. */
  readonly resumed: number
  readonly flagged: number
  readonly refused: number
}

export class BulkFault extends Error {
  override readonly name = 'BulkFault'
}

/** One format: how its rows are read, sent and written. */
export interface BulkFormat<Row> {
  readonly total: number
  rows(): AsyncIterable<Row>
  /** What comes before the first row. */
  readonly head: string
  /** Finished rows of an earlier run, as written; throws when the file was not made from this input. */
  finished(path: string): AsyncIterable<string>
  /** Undefined: a row that is carried over unjudged. */
  judge(row: Row): Promise<RowVerdict | undefined>
  write(row: Row, verdict: RowVerdict | undefined): string
}

export async function runFormat<Row>(
  format: BulkFormat<Row>,
  { output, onProgress }: BulkOptions,
): Promise<BulkProgress> {
  // Finished rows are copied first, so that a row cut short by a crash is not half in the file.
  const part = `${output}.part`
  const fresh = `${output}.new`
  const before = [part, output].find((path) => existsSync(path))
  const out = createWriteStream(fresh)
  await once(out, 'open')
  let progress: BulkProgress = { total: format.total, done: 0, resumed: 0, flagged: 0, refused: 0 }
  try {
    await put(out, format.head)
    if (before !== undefined) {
      for await (const text of format.finished(before)) {
        await put(out, text)
        progress = { ...progress, done: progress.done + 1, resumed: progress.resumed + 1 }
      }
    }
    await rename(fresh, part)
    onProgress?.(progress)
    let skip = progress.resumed
    for await (const row of format.rows()) {
      if (skip-- > 0) continue
      const verdict = await format.judge(row)
      await put(out, format.write(row, verdict))
      progress = counted(progress, verdict)
      onProgress?.(progress)
    }
  } finally {
    out.end()
    await once(out, 'finish')
    await rm(fresh, { force: true })
  }
  await rename(part, output)
  return progress
}

function counted(before: BulkProgress, verdict: RowVerdict | undefined): BulkProgress {
  const isRefused = verdict !== undefined && 'refused' in verdict
  const isFlagged = verdict !== undefined && 'result' in verdict && verdict.result.flagged
  return {
    ...before,
    done: before.done + 1,
    flagged: before.flagged + (isFlagged ? 1 : 0),
    refused: before.refused + (isRefused ? 1 : 0),
  }
}

async function put(out: WriteStream, text: string): Promise<void> {
  if (!out.write(text)) await once(out, 'drain')
}
