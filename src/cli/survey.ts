/** `byhand survey check`: analyzes a file of survey responses and writes a copy with the results. */
import { Command } from 'commander'
import { readConfig } from '../server/base/config.ts'
import { openLog } from '../server/base/log.ts'
import { openMetrics } from '../server/base/metrics.ts'
import { openConfiguredSurveyService } from '../server/boot/survey_service.ts'
import { openScoring } from '../server/scoring/scoring.ts'
import {
  AnalyzerFault,
  openLocalAnalyzer,
  openRemoteAnalyzer,
  type RowAnalyzer,
} from '../server/survey/bulk/analyzer.ts'
import { BulkFault, type BulkOptions, type BulkProgress, runFormat } from '../server/survey/bulk/bulk.ts'
import { ColumnFault, type QuestionOption } from '../server/survey/bulk/columns.ts'
import { CsvFault } from '../server/survey/bulk/csv.ts'
import { openLines } from '../server/survey/bulk/lines.ts'
import { openTable } from '../server/survey/bulk/table.ts'
import { openSurveyPool } from '../server/survey/pool.ts'
import { openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'

interface Flags {
  readonly out: string
  readonly survey?: string
  readonly surveyColumn?: string
  readonly participant?: string
  readonly question?: QuestionOption[]
  readonly workspace?: string
  readonly url?: string
  readonly key?: string
}

export interface SurveyCommandOptions {
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Receives progress and errors. */
  readonly write?: (text: string) => void
  /** Whether a line can be overwritten. */
  readonly isTerminal?: boolean
}

export function surveyCommand({
  env,
  write = (text) => process.stderr.write(text),
  isTerminal = process.stderr.isTTY === true,
}: SurveyCommandOptions = {}): Command {
  const command = new Command('survey').description('analyze survey responses')
  command
    .command('check')
    .description('analyze a file of survey responses (CSV or NDJSON) and write a copy with the results')
    .argument('<file>', '.csv with a header row, or .ndjson/.jsonl with one API request per line')
    .requiredOption('--out <file>', 'output file; run the command again to resume a stopped run')
    .option('--survey <id>', 'survey id (default: the survey column, else the name of the file)')
    .option('--survey-column <name>', 'column with the survey id')
    .option('--participant <column>', 'column with the participant id')
    .option(
      '--question <column[=text]>',
      'column with answers, and the text of the question; repeatable',
      addQuestion,
    )
    .option('--workspace <id>', 'workspace, if there are several')
    .option('--url <address>', 'send the responses to a running service instead of analyzing them here')
    .option('--key <key>', 'secret key of that service, with the scope survey')
    .action(async (file: string, flags: Flags) => {
      try {
        await check(file, flags)
      } catch (error) {
        if (!isExpected(error)) throw error
        write(`${error.message}\n`)
        process.exitCode = 1
      }
    })

  async function check(file: string, flags: Flags): Promise<void> {
    const { analyzer, close } = await (flags.url === undefined
      ? openLocal(flags)
      : openRemote(flags.url, flags.key))
    try {
      const options = {
        ...bulkOptions(file, flags),
        analyze: analyzer,
        onProgress: openProgress(write, isTerminal),
      }
      const isLines = /\.(ndjson|jsonl)$/i.test(file)
      const end = isLines
        ? await runFormat(await openLines(options), options)
        : await runFormat(await openTable(options), options)
      write(`${isTerminal ? '\n' : ''}${summaryLine(end, flags.out)}\n`)
    } finally {
      await close()
    }
  }

  async function openLocal({ workspace }: Flags): Promise<Opened> {
    const config = env === undefined ? readConfig() : readConfig(env)
    const store = await openStore(config.store, config.dataFolder, { beside: true })
    const log = openLog('warn', write)
    const metrics = openMetrics()
    const scoring = openScoring({ store, log, metrics, now: Date.now, background: false })
    const pool = openSurveyPool()
    const close = async () => {
      await Promise.all([pool.close(), scoring.close()])
      metrics.close()
      await store.close()
    }
    try {
      const survey = await openConfiguredSurveyService({
        config,
        store,
        scoring,
        pool,
        log,
        metrics,
        fallbackUrl: () => `http://${config.host}:${config.port}`,
        now: Date.now,
      })
      return { analyzer: openLocalAnalyzer(survey, await findWorkspaceId(store, workspace)), close }
    } catch (error) {
      await close()
      throw error
    }
  }

  return command
}

interface Opened {
  readonly analyzer: RowAnalyzer
  close(): Promise<void>
}

async function openRemote(url: string, key: string | undefined): Promise<Opened> {
  if (key === undefined) throw new BulkFault('--url requires --key.')
  return { analyzer: openRemoteAnalyzer({ url, key }), close: async () => {} }
}

async function findWorkspaceId(store: Store, given: string | undefined): Promise<string> {
  const all = await store.keys.workspaces()
  if (given !== undefined) {
    const found = all.find(({ id, name }) => id === given || name === given)
    if (found === undefined) throw new BulkFault(`There is no workspace ${given}.`)
    return found.id
  }
  if (all.length === 1 && all[0] !== undefined) return all[0].id
  if (all.length === 0)
    throw new BulkFault('There is no workspace yet. Start the service once to create one.')
  throw new BulkFault(
    `There are several workspaces. Choose one with --workspace: ${all.map(({ id, name }) => `${id} (${name})`).join(', ')}.`,
  )
}

function bulkOptions(input: string, flags: Flags): Omit<BulkOptions, 'analyze'> {
  return {
    input,
    output: flags.out,
    ...(flags.survey !== undefined && { survey: flags.survey }),
    ...(flags.surveyColumn !== undefined && { surveyColumn: flags.surveyColumn }),
    ...(flags.participant !== undefined && { participantColumn: flags.participant }),
    ...(flags.question !== undefined && { questions: flags.question }),
  }
}

function addQuestion(given: string, before: QuestionOption[] = []): QuestionOption[] {
  const equals = given.indexOf('=')
  if (equals === -1) return [...before, { column: given }]
  return [...before, { column: given.slice(0, equals), text: given.slice(equals + 1) }]
}

const BAR_CHARS = 30

function openProgress(write: (text: string) => void, isTerminal: boolean): (progress: BulkProgress) => void {
  if (!isTerminal) return () => {}
  const startedAt = performance.now()
  return ({ total, done, resumed, flagged, refused }) => {
    const share = total === 0 ? 1 : done / total
    const filled = Math.round(share * BAR_CHARS)
    const analyzed = done - resumed
    const secondsLeft =
      analyzed === 0 ? 0 : ((performance.now() - startedAt) / 1000 / analyzed) * (total - done)
    const bar = `${'#'.repeat(filled)}${'-'.repeat(BAR_CHARS - filled)}`
    const rest = `${flagged} flagged, ${refused} rejected, ${Math.ceil(secondsLeft)} s left`
    write(`\r[${bar}] ${done}/${total} ${rest}   `)
  }
}

function summaryLine({ done, resumed, flagged, refused }: BulkProgress, out: string): string {
  const before = resumed > 0 ? `, ${resumed} of them in an earlier run` : ''
  return `${done} rows${before}: ${flagged} flagged, ${refused} rejected. Written to ${out}`
}

const isExpected = (error: unknown): error is Error =>
  error instanceof BulkFault ||
  error instanceof ColumnFault ||
  error instanceof CsvFault ||
  error instanceof AnalyzerFault ||
  (error instanceof Error && (error as NodeJS.ErrnoException).code === 'ENOENT')
