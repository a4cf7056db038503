/** `byhand survey`: analyzes a file of survey responses and writes a copy with the results. */
import { Command, InvalidArgumentError, Option } from 'commander'
import { defined } from '../contract/defined.ts'
import type { OutcomeFilter } from '../contract/outcome_counts.ts'
import { BulkFault } from '../server/files/bulk_fault.ts'
import { openFileBytes } from '../server/files/bytes.ts'
import { AnalyzerFault, openRemoteAnalyzer } from '../server/survey/bulk/analyzer.ts'
import { runBulk } from '../server/survey/bulk/bulk.ts'
import { openSurveyTable } from '../server/survey/bulk/survey_table.ts'
import { cannotRead, cannotWrite } from './file_error.ts'
import { serviceUrl } from './service_url.ts'
import { columnLines, describeTable } from './survey/describe_table.ts'
import { type OpenedAnalyzer, openStoreAnalyzer } from './survey/open_store_analyzer.ts'
import { openProgress, summaryLines } from './survey/summary.ts'
import { faultMessage, type TableFlags, tableOptions, withTableOptions } from './survey/table_options.ts'
import { CommandError, EXIT } from './terminal.ts'

interface CheckFlags extends TableFlags {
  readonly out: string
  readonly only?: OutcomeFilter
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
      notWorkbook,
    )
    .addOption(
      new Option(
        '--only <rows>',
        'write only rows with the verdict keep (clean), or with a failed check (flagged)',
      ).choices(['flagged', 'clean']),
    )
    .option('--workspace <id>', 'workspace, if there are several')
    .option(
      '--url <url>',
      'send the responses to a running service instead of analyzing them here',
      serviceUrl,
    )
    .option('--key <key>', 'secret key of that service, with the survey permission')
    .action((file: string, flags: CheckFlags) => reportFaults(() => check(file, flags)))
  withTableOptions(command.command('columns'))
    .description('show how the columns of a file would be used, without analyzing it')
    .action((file: string, flags: TableFlags) => reportFaults(() => showColumns(file, flags)))

  async function reportFaults(run: () => Promise<void>): Promise<void> {
    try {
      await run()
    } catch (error) {
      if (!isExpected(error)) throw error
      write(`${error instanceof BulkFault ? faultMessage(error) : error.message}\n`)
      process.exitCode = error instanceof CommandError ? error.exitCode : EXIT.failed
    }
  }

  async function check(file: string, flags: CheckFlags): Promise<void> {
    if ((flags.url === undefined) !== (flags.key === undefined))
      throw new CommandError('Specify both --url and --key, or neither.', EXIT.usage)
    const startedAt = performance.now()
    const table = await openTable(file, flags)
    write(describeTable(table))
    const { analyze, close } = await openAnalyzer(flags)
    try {
      const { only, out: output } = flags
      const end = await runBulk(table, {
        output,
        analyze,
        ...defined({ only }),
        onProgress: openProgress(write, isTerminal),
      }).catch((error) => {
        throw cannotWrite(output, error)
      })
      const seconds = (performance.now() - startedAt) / 1000
      write(`${isTerminal ? '\n' : ''}${summaryLines(end, seconds, output, only)}`)
    } finally {
      await close()
    }
  }

  async function showColumns(file: string, flags: TableFlags): Promise<void> {
    out(columnLines(await openTable(file, flags)))
  }

  async function openAnalyzer({ url, key, workspace }: CheckFlags): Promise<OpenedAnalyzer> {
    if (url === undefined || key === undefined) return openStoreAnalyzer({ env, workspace, write })
    return { analyze: openRemoteAnalyzer({ url, key }), close: async () => {} }
  }

  return command
}

function notWorkbook(path: string): string {
  if (/\.xlsx?$/i.test(path))
    throw new InvalidArgumentError('The output is CSV or NDJSON: end the name in .csv or .ndjson.')
  return path
}

const openTable = async (file: string, flags: TableFlags) =>
  openSurveyTable(
    await openFileBytes(file).catch((error) => {
      throw cannotRead(file, error)
    }),
    tableOptions(flags),
  )

const isExpected = (error: unknown): error is Error =>
  error instanceof BulkFault || error instanceof AnalyzerFault || error instanceof CommandError
