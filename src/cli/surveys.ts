/** `byhand surveys`: lists surveys, participants and results, and analyzes files in the background. */
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Command, Option } from 'commander'
import type { ParticipantItem, SurveyItem, UploadItem, UploadSummary } from '../contract/dashboard/surveys.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../server/http/export_file.ts'
import { JOB_FILE_BYTES, openSurveyJobs } from '../server/survey/jobs/survey_jobs.ts'
import { openManagedSurveys } from '../server/survey/results/managed_surveys.ts'
import { openSurveyResults } from '../server/survey/results/survey_results.ts'
import { writeNewFile } from './new_file.ts'
import { analyzeStoredAgain } from './survey/analyze_stored_again.ts'
import { methodsCommand } from './survey/methods.ts'
import { panelCommand } from './survey/panel.ts'
import {
  type FilterOptions,
  filterOfOptions,
  onlyOption,
  withParticipantFilters,
} from './survey/participant_options.ts'
import { referencesCommand } from './survey/references.ts'
import { settingsCommand } from './survey/settings.ts'
import { subcommand } from './survey/subcommand.ts'
import { type TableFlags, tableOptions, withTableOptions } from './survey/table_options.ts'
import { verdictCommand } from './survey/verdict.ts'
import { asDate, CommandError, EXIT, type Terminal, table } from './terminal.ts'
import { type CommandOptions, inWorkspace } from './workspace_command.ts'

const noSurvey = (id: string) => `There is no survey ${id}. Run \`byhand surveys list\` to see all.`

interface ResultOptions extends CommandOptions, FilterOptions {
  readonly out?: string
  readonly format: ExportFormat
}

interface ListOptions extends CommandOptions, FilterOptions {
  readonly flagged?: boolean
  readonly cursor?: string
}

export function surveysCommand(terminal: Terminal): Command {
  const print = (json: boolean | undefined, value: unknown, text: () => string) =>
    terminal.out(json ? JSON.stringify(value, null, 2) : text())

  const list = subcommand('list', 'list surveys').action(async (options: CommandOptions) => {
    const { items } = await inWorkspace('surveys', options, ({ store, actor }) =>
      openManagedSurveys(store).list(actor.workspace),
    )
    const head = ['survey', 'participants', 'flagged', 'last response']
    print(options.json, items, () => table([head, ...items.map(surveyCells)]))
  })

  const participants = withParticipantFilters(
    subcommand('participants', 'list participants of a survey, newest first'),
  )
    .argument('<survey>', 'the ID of the survey')
    .option('--flagged', 'only flagged participants')
    .option('--cursor <cursor>', '`next` of the previous page')
    .action(async (id: string, options: ListOptions) => {
      const query = {
        ...filterOfOptions(options),
        limit: 200,
        cursor: options.cursor,
        ...(options.flagged && { flagged: 'true' as const }),
      }
      const page = await inWorkspace(
        'surveys',
        options,
        ({ store, actor }) => openManagedSurveys(store).participants(actor.workspace, id, query),
        noSurvey(id),
      )
      const head = ['participant', 'analyzed', 'flagged', 'verdict', 'severity', 'effective', 'failed checks']
      print(options.json, page, () => table([head, ...page.items.map(participantCells)]))
      if (page.next !== null && !options.json) terminal.note(`More: --cursor ${page.next}\n`)
    })

  const results = withParticipantFilters(
    subcommand('results', "print one participant's result, or write all results to a file"),
  )
    .argument('<survey>', 'the ID of the survey')
    .argument('[participant]', 'the ID of the participant')
    .option('--out <file>', 'a new file for the results of all participants')
    .addOption(new Option('--format <format>', 'format of the file').choices(EXPORT_FORMATS).default('csv'))
    .addOption(onlyOption())
    .action(async (survey: string, participant: string | undefined, options: ResultOptions) => {
      if ((participant === undefined) === (options.out === undefined)) {
        throw new CommandError('Specify a participant, or a file with --out.', EXIT.usage)
      }
      if (participant !== undefined) return printResult(survey, participant, options)
      const out = options.out as string
      await inWorkspace(
        'surveys results',
        options,
        ({ store, actor, audit }) =>
          writeNewFile(out, () =>
            openSurveyResults({ store, audit })(actor, survey, options.format, filterOfOptions(options)),
          ),
        noSurvey(survey),
      )
      await printFile(out, options.json)
    })

  async function printResult(survey: string, participant: string, options: ResultOptions): Promise<void> {
    const found = await inWorkspace(
      'surveys',
      options,
      ({ store, actor }) =>
        openManagedSurveys(store).participant(
          actor.workspace,
          survey,
          participant,
          undefined,
          options.lowEffortThreshold,
        ),
      `There is no participant ${participant} in the survey ${survey}.`,
    )
    terminal.out(JSON.stringify(found, null, 2))
  }

  async function printFile(path: string, json: boolean | undefined): Promise<void> {
    const { size } = await stat(path)
    print(json, { file: path, bytes: size }, () => `Wrote ${path}, ${size} bytes.`)
  }

  return new Command('surveys')
    .description('list analyzed surveys, and analyze files in the background')
    .addCommand(list)
    .addCommand(participants)
    .addCommand(results)
    .addCommand(methodsCommand(terminal, noSurvey))
    .addCommand(panelCommand(terminal, noSurvey))
    .addCommand(verdictCommand(terminal))
    .addCommand(referencesCommand(terminal))
    .addCommand(settingsCommand(terminal))
    .addCommand(analyzeAgainCommand(terminal))
    .addCommand(jobsCommand(terminal, print, printFile))
}

function analyzeAgainCommand(terminal: Terminal): Command {
  return subcommand(
    'analyze-again',
    'analyze stored responses again and compare them with all answers received since',
  )
    .argument('<survey>', 'the ID of the survey')
    .argument('[participant]', 'the ID of one participant')
    .action(async (survey: string, participant: string | undefined, options: CommandOptions) => {
      const counts = await analyzeStoredAgain({
        survey,
        participant,
        workspace: options.workspace,
        write: terminal.note,
      })
      const { done, changed, failed } = counts
      terminal.out(
        options.json
          ? JSON.stringify(counts, null, 2)
          : `${done} analyzed again, ${changed} changed${failed > 0 ? `, ${failed} failed` : ''}.`,
      )
      if (failed > 0)
        throw new CommandError('Not all participants could be analyzed. See the messages above.')
    })
}

function jobsCommand(
  terminal: Terminal,
  print: (json: boolean | undefined, value: unknown, text: () => string) => void,
  printFile: (path: string, json: boolean | undefined) => Promise<void>,
): Command {
  const noJob = (id: string) => `There is no job ${id}. Run \`byhand surveys jobs list\` to see all.`
  const head = ['id', 'file', 'created', 'state', 'rows', 'flagged', 'rejected']
  // A running service takes up new jobs within seconds.
  const wake = () => {}

  const list = subcommand('list', 'list jobs, newest first').action(async (options: CommandOptions) => {
    const jobs = await inWorkspace('surveys jobs', options, ({ actor, ...opened }) =>
      openSurveyJobs({ ...opened, wake }).list(actor.workspace),
    )
    print(options.json, jobs, () => table([head, ...jobs.map(jobCells)]))
  })

  const create = withTableOptions(
    subcommand('create', 'let the running service analyze a file of survey responses'),
  ).action(async (path: string, options: CommandOptions & TableFlags) => {
    const file = { name: basename(path), options: tableOptions(options), bytes: await bytesOf(path) }
    const job = await inWorkspace('surveys jobs', options, ({ actor, ...opened }) =>
      openSurveyJobs({ ...opened, wake }).create(actor, file),
    )
    print(options.json, job, () => job.id)
    if (!options.json) terminal.note(`Progress: byhand surveys jobs show ${job.id}\n`)
  })

  const show = subcommand('show', 'show the progress of a job')
    .argument('<id>', 'the ID of the job')
    .action(async (id: string, options: CommandOptions) => {
      const job = await inWorkspace(
        'surveys jobs',
        options,
        ({ actor, ...opened }) => openSurveyJobs({ ...opened, wake }).find(actor.workspace, id),
        noJob(id),
      )
      print(options.json, job, () => table([head, jobCells(job)]))
      if (job.problem !== null) throw new CommandError(job.problem)
    })

  const result = withParticipantFilters(subcommand('result', 'write the result of a job to a file'))
    .argument('<id>', 'the ID of the job')
    .requiredOption('--out <file>', 'a new file; an existing file is never overwritten')
    .addOption(onlyOption())
    .action(async (id: string, options: CommandOptions & FilterOptions & { out: string }) => {
      await inWorkspace(
        'surveys jobs',
        options,
        ({ actor, ...opened }) =>
          writeNewFile(options.out, async () => {
            const jobs = openSurveyJobs({ ...opened, wake })
            return (await jobs.result(actor, id, filterOfOptions(options))).file
          }),
        noJob(id),
      )
      await printFile(options.out, options.json)
    })

  const summary = subcommand('summary', 'count the rows of a job by result and failed check')
    .argument('<id>', 'the ID of the job')
    .action(async (id: string, options: CommandOptions) => {
      const counts = await inWorkspace(
        'surveys jobs',
        options,
        ({ actor, ...opened }) => openSurveyJobs({ ...opened, wake }).summary(actor.workspace, id),
        noJob(id),
      )
      print(options.json, counts, () => summaryText(counts))
    })

  return new Command('jobs')
    .description('files of survey responses that the running service analyzes')
    .addCommand(list)
    .addCommand(create)
    .addCommand(show)
    .addCommand(summary)
    .addCommand(result)
}

async function bytesOf(path: string): Promise<Buffer> {
  const file = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${path} cannot be read: ${error.code}.`)
  })
  if (file.length > JOB_FILE_BYTES) throw new CommandError(`${path} is larger than ${JOB_FILE_BYTES} bytes.`)
  if (file.length === 0) throw new CommandError(`${path} is empty.`)
  return file
}

function summaryText({ rows, flagged, rejected, skipped, checks }: UploadSummary): string {
  return [
    `${rows} rows: ${flagged} flagged, ${rejected} rejected, ${skipped} skipped because they have no answers.`,
    ...checks.map(({ check, count }) => `  ${String(count).padStart(String(rows).length)}  ${check}`),
  ].join('\n')
}

const surveyCells = ({ survey_id, participants, flagged, last_at }: SurveyItem): string[] => [
  survey_id,
  String(participants),
  String(flagged),
  asDate(last_at),
]

const participantCells = ({
  participant_id,
  analyzed_at,
  flagged,
  verdict,
  severity,
  effective_verdict,
  checks,
}: ParticipantItem): string[] => [
  participant_id,
  asDate(analyzed_at),
  flagged ? 'yes' : 'no',
  verdict,
  String(severity),
  effective_verdict,
  checks.join(', '),
]

const jobCells = ({ id, name, created_at, state, total, done, flagged, rejected }: UploadItem): string[] => [
  id,
  name,
  asDate(created_at),
  state,
  `${done}/${total}`,
  String(flagged),
  String(rejected),
]
