/** `byhand survey`: analyzes a file of survey responses and writes a copy with the results. */
import { Command, InvalidArgumentError, Option } from 'commander'
import { AnalyzerFault, openRemoteAnalyzer } from '../server/survey/bulk/analyzer.ts'
import { runBulk } from '../server/survey/bulk/bulk.ts'
import { BulkFault } from '../server/survey/bulk/bulk_fault.ts'
import type { QuestionOption } from '../server/survey/bulk/columns/columns.ts'
import { MOST_HEADER_ROWS } from '../server/survey/bulk/columns/platform.ts'
import { openFileBytes } from '../server/survey/bulk/read/bytes.ts'
import type { RowFilter } from '../server/survey/bulk/row_outcome.ts'
import { openSurveyTable, type TableOptions } from '../server/survey/bulk/survey_table.ts'
import { columnLines, describeTable } from './survey/describe_table.ts'
import { type OpenedAnalyzer, openStoreAnalyzer } from './survey/open_store_analyzer.ts'
import { openProgress, summaryLines } from './survey/summary.ts'

interface TableFlags {
  readonly survey?: string
  readonly surveyColumn?: string
  readonly participant?: string
  readonly question?: QuestionOption[]
  readonly headerRows?: number
  readonly encoding?: string
  readonly sheet?: string
}

interface CheckFlags extends TableFlags {
  readonly out: string
  readonly only?: RowFilter
  readonly workspace?: string
  readonly url?: string
  readonly key?: string
}

export interface SurveyCommandOptions {
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Receives progress and errors. */
  readonly write?: (text: string) => void
  /** Receives the result of `survey columns`. */
  readonly out?: (text: string) => void
  /** Whether a line can be overwritten. */
  readonly isTerminal?: boolean
}

export function surveyCommand({
  env,
  write = (text) => process.stderr.write(text),
  out = (text) => process.stdout.write(text),
  isTerminal = process.stderr.isTTY === true,
}: SurveyCommandOptions = {}): Command {
  const command = new Command('survey').description('analyze survey responses')
  withTableOptions(command.command('check'))
    .description('analyze a file of survey responses and write a copy with the results')
    .requiredOption(
      '--out <file>',
      'output file, .csv or .ndjson; run the command again to resume a stopped run',
    )
    .addOption(new Option('--only <rows>', 'write only these rows').choices(['flagged', 'clean']))
    .option('--workspace <id>', 'workspace, if there are several')
    .option('--url <address>', 'send the responses to a running service instead of analyzing them here')
    .option('--key <key>', 'secret key of that service, with the scope survey')
    .action((file: string, flags: CheckFlags) => reportFaults(() => check(file, flags)))
  withTableOptions(command.command('columns'))
    .description('show how the columns of a file would be used, without analyzing it')
    .action((file: string, flags: TableFlags) => reportFaults(() => showColumns(file, flags)))

  async function reportFaults(run: () => Promise<void>): Promise<void> {
    try {
      await run()
    } catch (error) {
      if (!isExpected(error)) throw error
      write(`${error.message}\n`)
      process.exitCode = 1
    }
  }

  async function check(file: string, flags: CheckFlags): Promise<void> {
    const startedAt = performance.now()
    const table = await openSurveyTable(await openFileBytes(file), tableOptions(flags))
    write(describeTable(table))
    const { analyze, close } = await openAnalyzer(flags)
    try {
      const { only, out: output } = flags
      const end = await runBulk(table, {
        output,
        analyze,
        ...(only !== undefined && { only }),
        onProgress: openProgress(write, isTerminal),
      })
      const seconds = (performance.now() - startedAt) / 1000
      write(`${isTerminal ? '\n' : ''}${summaryLines(end, seconds, output, only)}`)
    } finally {
      await close()
    }
  }

  async function showColumns(file: string, flags: TableFlags): Promise<void> {
    const table = await openSurveyTable(await openFileBytes(file), tableOptions(flags))
    out(columnLines(table))
  }

  async function openAnalyzer({ url, key, workspace }: CheckFlags): Promise<OpenedAnalyzer> {
    if (url === undefined) return openStoreAnalyzer({ env, workspace, write })
    if (key === undefined) throw new BulkFault('--url requires --key.')
    return { analyze: openRemoteAnalyzer({ url, key }), close: async () => {} }
  }

  return command
}

function withTableOptions(command: Command): Command {
  return command
    .argument('<file>', '.csv, .tsv, .xlsx or .ndjson')
    .option('--survey <id>', 'survey id (default: the survey column, else the name of the file)')
    .option('--survey-column <name>', 'column with the survey id')
    .option('--participant <column>', 'column with the participant id')
    .option(
      '--question <column[=text]>',
      'column with answers, and the text of the question; repeatable',
      addQuestion,
    )
    .option('--header-rows <number>', 'rows above the first participant (default: detected)', headerRows)
    .option('--encoding <name>', 'encoding of a text file, such as windows-1252 (default: detected)')
    .option('--sheet <name>', 'sheet of a workbook (default: the first visible one)')
}

function tableOptions(flags: TableFlags): TableOptions {
  return {
    ...(flags.survey !== undefined && { survey: flags.survey }),
    ...(flags.surveyColumn !== undefined && { surveyColumn: flags.surveyColumn }),
    ...(flags.participant !== undefined && { participantColumn: flags.participant }),
    ...(flags.question !== undefined && { questions: flags.question }),
    ...(flags.headerRows !== undefined && { headerRows: flags.headerRows }),
    ...(flags.encoding !== undefined && { encoding: flags.encoding }),
    ...(flags.sheet !== undefined && { sheet: flags.sheet }),
  }
}

function addQuestion(given: string, before: QuestionOption[] = []): QuestionOption[] {
  const equals = given.indexOf('=')
  if (equals === -1) return [...before, { column: given }]
  return [...before, { column: given.slice(0, equals), text: given.slice(equals + 1) }]
}

function headerRows(given: string): number {
  const rows = Number(given)
  if (Number.isInteger(rows) && rows >= 1 && rows <= MOST_HEADER_ROWS) return rows
  throw new InvalidArgumentError(`Give a number from 1 to ${MOST_HEADER_ROWS}.`)
}

const isExpected = (error: unknown): error is Error =>
  error instanceof BulkFault ||
  error instanceof AnalyzerFault ||
  (error instanceof Error && (error as NodeJS.ErrnoException).code === 'ENOENT')
