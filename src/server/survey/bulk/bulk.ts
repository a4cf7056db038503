/**
 * Analyzes a survey table and writes it with results. First all rows are collected, so that each row is compared with the
 * whole file. Then they are analyzed and written in their order.
 */
import { once } from 'node:events'
import { createWriteStream, existsSync, type WriteStream } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { format as formatPath, parse } from 'node:path'
import { isSelected, type OutcomeFilter } from '../../../contract/outcome_counts.ts'
import { BulkFault } from '../../files/bulk_fault.ts'
import type { RowAnalyzer } from './analyzer.ts'
import type { BulkProgress } from './bulk_progress.ts'
import { collectingOrder } from './collecting_order.ts'
import { type OutputFormat, otherInput, outputFormat } from './output.ts'
import { NO_ROWS, outcomeOf, withRow } from './row_outcome.ts'
import type { SurveyTable, TableRow } from './survey_table.ts'

export interface BulkOptions {
  readonly output: string
  readonly analyze: RowAnalyzer
  /** Writes only these rows. */
  readonly only?: OutcomeFilter
  onProgress?(progress: BulkProgress): void
}

/** All rows go to a `.part` file first, from which a later run can continue. The output appears at the end, whole. */
export async function runBulk(table: SurveyTable, options: BulkOptions): Promise<BulkProgress> {
  const { output, only } = options
  if (table.questions.length === 0) {
    throw new BulkFault('No column seems to contain open-ended answers.', 'questions')
  }
  const format = outputFormat(table, output)
  const part = `${output}.part`
  const before = await earlierRun(format, part, options)
  await writeCodebook(format, output, before)
  const progress = await writeRows(table, format, before, options)
  if (only === undefined) await rename(part, output)
  else {
    await writeSelected(format, part, `${output}.new`, table, only)
    await rename(`${output}.new`, output)
    await rm(part, { force: true })
  }
  return progress
}

/** The file to continue from. A finished file of selected rows is only replaced if it has the same columns. */
async function earlierRun(
  format: OutputFormat,
  part: string,
  { output, only }: BulkOptions,
): Promise<string | undefined> {
  if (existsSync(part)) return part
  if (!existsSync(output)) return undefined
  if (only === undefined) return output
  // Throws if the columns are others.
  for await (const _ of format.rows(output)) break
  return undefined
}

export function codebookPath(output: string): string {
  const { dir, name, ext } = parse(output)
  return formatPath({ dir, name: `${name}.codebook`, ext })
}

/** The columns of an earlier run have the same names for other questions. */
async function writeCodebook(
  { codebook }: OutputFormat,
  output: string,
  before: string | undefined,
): Promise<void> {
  if (codebook === null) return
  const path = codebookPath(output)
  if (before !== undefined && (await readFile(path, 'utf8').catch(() => '')) !== codebook)
    throw otherInput(before)
  await writeFile(path, codebook)
}

const NO_PROGRESS = { ...NO_ROWS, collected: 0, done: 0, resumed: 0 }

/** An earlier run collected its rows. */
async function collectRows(
  table: SurveyTable,
  before: BulkProgress,
  { analyze, onProgress }: BulkOptions,
): Promise<void> {
  let collected = before.done
  for await (const request of collectingOrder(table, { skip: before.done })) {
    await analyze(request, 'collect')
    onProgress?.({ ...before, collected: ++collected })
  }
}

async function writeRows(
  table: SurveyTable,
  format: OutputFormat,
  before: string | undefined,
  options: BulkOptions,
): Promise<BulkProgress> {
  const { output, analyze, onProgress } = options
  const fresh = `${output}.new`
  const rows = rowsToWrite(table, format)
  const out = createWriteStream(fresh)
  await once(out, 'open')
  const { total } = table
  let progress: BulkProgress = { ...NO_PROGRESS, total }
  try {
    await writeText(out, format.head)
    // Finished rows are copied to a new file, which drops a row that a crash truncated.
    for await (const written of before === undefined ? [] : format.rows(before)) {
      const { value: row, done } = await rows.next()
      if (done || !written.isOf(row)) throw otherInput(before as string)
      await writeText(out, written.text)
      if (row.isHeader) continue
      const counts = withRow(progress, written.outcome)
      const resumed = progress.done + 1
      progress = { ...progress, ...counts, collected: resumed, done: resumed, resumed }
    }
    await rename(fresh, `${output}.part`)
    onProgress?.(progress)
    await collectRows(table, progress, options)
    progress = { ...progress, collected: total }
    for await (const row of rows) {
      const result = row.request === null ? null : await analyze(row.request, 'analyze')
      await writeText(out, format.write(row, result))
      if (row.isHeader) continue
      progress = { ...progress, ...withRow(progress, outcomeOf(result)), done: progress.done + 1 }
      onProgress?.(progress)
    }
  } finally {
    out.end()
    await once(out, 'finish')
    await rm(fresh, { force: true })
  }
  return progress
}

async function* rowsToWrite(table: SurveyTable, format: OutputFormat): AsyncGenerator<TableRow> {
  for await (const row of table.rows()) if (!row.isHeader || format.hasHeaderRows) yield row
}

async function writeSelected(
  format: OutputFormat,
  from: string,
  to: string,
  { headerRows }: SurveyTable,
  only: OutcomeFilter,
): Promise<void> {
  const out = createWriteStream(to)
  await once(out, 'open')
  try {
    await writeText(out, format.head)
    let headers = format.hasHeaderRows ? headerRows - 1 : 0
    for await (const { text, outcome } of format.rows(from)) {
      if (headers-- > 0 || (outcome.state === 'analyzed' && isSelected(outcome, only)))
        await writeText(out, text)
    }
  } finally {
    out.end()
    await once(out, 'finish')
  }
}

async function writeText(out: WriteStream, text: string): Promise<void> {
  if (!out.write(text)) await once(out, 'drain')
}
