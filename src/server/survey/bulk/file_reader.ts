/** A process that reads one uploaded file from its standard input. `file_process.ts` starts it. */
import { once } from 'node:events'
import type { UploadRow } from '../../../store/uploads.ts'
import { type Advice, BulkFault, UndecidedEncoding } from '../../files/bulk_fault.ts'
import { openMemoryBytes } from '../../files/bytes.ts'
import type { RowRequest, RowResult, RowStep } from './analyzer.ts'
import { runBulk } from './bulk.ts'
import type { BulkProgress } from './bulk_progress.ts'
import { hasRowOf, type Wanted } from './participant_rows.ts'
import { openSurveyTable, type SurveyTable, type TableOptions } from './survey_table.ts'

export type FileTask =
  /** Returns a `TableDescription`. */
  | { readonly kind: 'inspect'; readonly options: TableOptions }
  /** Whether the file holds a row of a participant. */
  | { readonly kind: 'find'; readonly upload: UploadRow; readonly wanted: Wanted }
  /** Sends each row to be analyzed, and writes the file `output`. Returns the questions as `ResultQuestion[]`. */
  | { readonly kind: 'analyze'; readonly options: TableOptions; readonly output: string }

  /** Sends each row to be removed, if it was only collected. */
  | { readonly kind: 'discard'; readonly options: TableOptions }

export interface FileJob {
  readonly task: FileTask
  /** The name of the file, which decides its format. */
  readonly name: string
}

/** A table without its rows. */
export type TableDescription = Omit<SurveyTable, 'rows' | 'file'> & {
  readonly file: Omit<SurveyTable['file'], 'records'>
}

export interface FileFault {
  readonly reason: string
  readonly advice: Advice | undefined
  readonly isUndecided: boolean
}

export type FromFileReader =
  | { readonly done: unknown }
  | { readonly fault: FileFault }
  /** The stack of an error. */
  | { readonly failure: string }
  | { readonly progress: BulkProgress }
  /** The JSON of a request. A `RowResult` is the reply. */
  | { readonly request: Uint8Array<ArrayBuffer>; readonly step: RowStep }

const post = (message: FromFileReader) => process.send?.(message)

async function run({ task, name }: FileJob): Promise<unknown> {
  const bytes = Buffer.concat(await process.stdin.toArray())
  if (task.kind === 'find') return hasRowOf(task.upload, bytes, task.wanted)
  const table = await openSurveyTable(openMemoryBytes(name, bytes), task.options)
  if (task.kind === 'inspect') return describe(table)
  if (task.kind === 'discard') {
    for await (const { request } of table.rows()) if (request !== null) await analyze(request, 'discard')
    return null
  }
  const { output } = task
  await runBulk(table, { output, analyze, onProgress: (progress) => post({ progress }) })
  return table.questions.map(({ id, text }) => ({ id, text }))
}

function describe({ rows: _, file: { records: __, ...file }, ...table }: SurveyTable): TableDescription {
  return { ...table, file }
}

async function analyze(given: RowRequest, step: RowStep): Promise<RowResult> {
  post({ request: new TextEncoder().encode(JSON.stringify(given)), step })
  const [result] = await once(process, 'message')
  return result
}

function messageOf(error: unknown): FromFileReader {
  if (!(error instanceof BulkFault))
    return { failure: error instanceof Error ? `${error.stack}` : `${error}` }
  const { reason, advice } = error
  return { fault: { reason, advice, isUndecided: error instanceof UndecidedEncoding } }
}

// The service ends this process. A signal to the whole group must not make a stopped job a failed one.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {})
process.on('disconnect', () => process.exit())
const [job] = await once(process, 'message')
post(await run(job).then((done) => ({ done }), messageOf))
