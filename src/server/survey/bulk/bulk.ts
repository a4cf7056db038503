/** Analyzes a file of answers and writes it with results. Rows run in order, so that the first of two copies is first. */
import { once } from 'node:events'
import { createWriteStream, existsSync, type WriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { RowAnalyzer, RowResult } from './analyzer.ts'
import type { ColumnOptions } from './columns.ts'

export interface BulkOptions extends ColumnOptions {
  readonly input: string
  readonly output: string
  readonly analyze: RowAnalyzer
  onProgress?(progress: BulkProgress): void
}

export interface BulkProgress {
  readonly total: number
  /** Includes the rows of an earlier run. */
  readonly done: number
  /** Rows of an earlier run. */
  readonly resumed: number
  readonly flagged: number
  readonly refused: number
}

export class BulkFault extends Error {
  override readonly name = 'BulkFault'
}

/** A file format: how rows are read, analyzed and written. */
export interface BulkFormat<Row> {
  readonly total: number
  rows(): AsyncIterable<Row>
  /** Text before the first row. */
  readonly head: string
  /** Finished rows of an earlier run, as written. Throws if the file was not created from this input. */
  finished(path: string): AsyncIterable<string>
  /** Undefined: the row is copied without an analysis. */
  analyze(row: Row): Promise<RowResult | undefined>
  write(row: Row, result: RowResult | undefined): string
}

export async function runFormat<Row>(
  format: BulkFormat<Row>,
  { output, onProgress }: BulkOptions,
): Promise<BulkProgress> {
  // Finished rows are copied to a new file first, which drops a row that a crash truncated.
  const part = `${output}.part`
  const fresh = `${output}.new`
  const before = [part, output].find((path) => existsSync(path))
  const out = createWriteStream(fresh)
  await once(out, 'open')
  let progress: BulkProgress = { total: format.total, done: 0, resumed: 0, flagged: 0, refused: 0 }
  try {
    await writeText(out, format.head)
    if (before !== undefined) {
      for await (const text of format.finished(before)) {
        await writeText(out, text)
        progress = { ...progress, done: progress.done + 1, resumed: progress.resumed + 1 }
      }
    }
    await rename(fresh, part)
    onProgress?.(progress)
    let skip = progress.resumed
    for await (const row of format.rows()) {
      if (skip-- > 0) continue
      const result = await format.analyze(row)
      await writeText(out, format.write(row, result))
      progress = withRow(progress, result)
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

function withRow(before: BulkProgress, row: RowResult | undefined): BulkProgress {
  const isRefused = row !== undefined && 'refused' in row
  const isFlagged = row !== undefined && 'result' in row && row.result.flagged
  return {
    ...before,
    done: before.done + 1,
    flagged: before.flagged + (isFlagged ? 1 : 0),
    refused: before.refused + (isRefused ? 1 : 0),
  }
}

async function writeText(out: WriteStream, text: string): Promise<void> {
  if (!out.write(text)) await once(out, 'drain')
}
