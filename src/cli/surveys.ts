/** `byhand surveys`: lists surveys, participants and results, and analyzes files in the background. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Command, Option } from 'commander'
import type { ParticipantItem, SurveyItem, UploadItem, UploadSummary } from '../contract/dashboard/surveys.ts'
import { outcomeSentence } from '../contract/outcome_counts.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../server/http/export_file.ts'
import { JOB_FILE_BYTES, openSurveyJobs } from '../server/survey/jobs/survey_jobs.ts'
import { openManagedSurveys } from '../server/survey/review/managed_surveys.ts'
import { openSurveyResults } from '../server/survey/review/survey_results.ts'
import { isDiskLow } from './disk_space.ts'
import { cannotRead } from './file_error.ts'
import { writeNewFile, wroteText } from './new_file.ts'
import { analyzeStoredAgain } from './survey/analyze_stored_again.ts'
import { noSurvey } from './survey/missing.ts'
import {
  codebookOption,
  type FilterOptions,
  filterOfOptions,
  onlyOption,
  withParticipantFilters,
} from './survey/participant_options.ts'
import { referencesCommand } from './survey/references.ts'
import { settingsCommand } from './survey/settings.ts'
import { type TableFlags, tableOptions, withTableOptions } from './survey/table_options.ts'
import { verdictCommand } from './survey/verdict.ts'
import { asDate, type Columns, CommandError, EXIT, listing, printResult, type Terminal } from './terminal.ts'
import { type CommandOptions, type CommandWorkspace, inWorkspace, subcommand } from './workspace_command.ts'

interface ResultOptions extends CommandOptions, FilterOptions {
  readonly codebook?: boolean
  readonly out?: string
  readonly format: ExportFormat
}

interface ListOptions extends CommandOptions, FilterOptions {
  readonly flagged?: boolean
  readonly cursor?: string
}

/** `added`: subcommands of extensions. */
export function surveysCommand(terminal: Terminal, added: readonly Command[]): Command {
  const list = subcommand('list', 'list surveys').action(async (options: CommandOptions) => {
    const { items } = await inWorkspace('surveys', options, ({ store, actor }) =>
      openManagedSurveys(store).list(actor.workspace),
    )
    printResult(terminal, options, items, () => listing(SURVEY_COLUMNS, items))
  })

  const participants = withParticipantFilters(
    subcommand('participants', 'list participants of a survey, newest first'),
  )
    .argument('<survey>', 'the ID of the survey')
    .option('--flagged', 'only participants who failed a check')
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
      printResult(terminal, options, page, () => listing(PARTICIPANT_COLUMNS, page.items))
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
    .addOption(codebookOption())
    .action(async (survey: string, participant: string | undefined, options: ResultOptions) => {
      if ((participant === undefined) === (options.out === undefined)) {
        throw new CommandError('Specify a participant, or a file with --out.', EXIT.usage)
      }
      if (participant !== undefined) return printParticipant(survey, participant, options)
      const out = options.out as string
      const written = await inWorkspace(
        'surveys results',
        options,
        ({ store, actor, audit }) =>
          writeNewFile(out, () =>
            options.codebook === true
              ? openSurveyResults({ store, audit }).codebook(actor, survey)
              : openSurveyResults({ store, audit }).file(
                  actor,
                  survey,
                  options.format,
                  filterOfOptions(options),
                ),
          ),
        noSurvey(survey),
      )
      printResult(terminal, options, written, () => wroteText(written))
    })

  async function printParticipant(
    survey: string,
    participant: string,
    options: ResultOptions,
  ): Promise<void> {
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

  const command = new Command('surveys')
    .description('list analyzed surveys, and analyze files in the background')
    .addCommand(list)
    .addCommand(participants)
    .addCommand(results)
  for (const one of added) command.addCommand(one)
  return command
    .addCommand(verdictCommand(terminal))
    .addCommand(referencesCommand(terminal))
    .addCommand(settingsCommand(terminal))
    .addCommand(analyzeAgainCommand(terminal))
    .addCommand(jobsCommand(terminal))
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
      printResult(
        terminal,
        options,
        counts,
        () => `${done} analyzed again, ${changed} changed${failed > 0 ? `, ${failed} failed` : ''}.`,
      )
      if (failed > 0)
        throw new CommandError('Not all participants could be analyzed. See the messages above.')
    })
}

function jobsCommand(terminal: Terminal): Command {
  const noJob = (id: string) => `There is no job ${id}. Run \`byhand surveys jobs list\` to see all.`
  // A running service takes up new jobs within seconds.
  const openJobs = ({ config, ...opened }: CommandWorkspace) =>
    openSurveyJobs({ ...opened, wake: () => {}, isDiskLow: () => isDiskLow(config) })

  const list = subcommand('list', 'list jobs, newest first').action(async (options: CommandOptions) => {
    const jobs = await inWorkspace('surveys jobs', options, (opened) =>
      openJobs(opened).list(opened.actor.workspace),
    )
    printResult(terminal, options, jobs, () => listing(JOB_COLUMNS, jobs))
  })

  const create = withTableOptions(
    subcommand('create', 'let the running service analyze a file of survey responses'),
  ).action(async (path: string, options: CommandOptions & TableFlags) => {
    const file = { name: basename(path), options: tableOptions(options), bytes: await bytesOf(path) }
    const job = await inWorkspace('surveys jobs', options, (opened) =>
      openJobs(opened).create(opened.actor, file),
    )
    printResult(terminal, options, job, () => job.id)
    if (!options.json) terminal.note(`Progress: byhand surveys jobs show ${job.id}\n`)
  })

  const show = subcommand('show', 'show the progress of a job')
    .argument('<id>', 'the ID of the job')
    .action(async (id: string, options: CommandOptions) => {
      const job = await inWorkspace(
        'surveys jobs',
        options,
        (opened) => openJobs(opened).find(opened.actor.workspace, id),
        noJob(id),
      )
      printResult(terminal, options, job, () => listing(JOB_COLUMNS, [job]))
      if (job.problem !== null) throw new CommandError(job.problem)
    })

  const cancel = subcommand(
    'cancel',
    'cancel a job; analyzed rows stay in the survey, the others are removed',
  )
    .argument('<id>', 'the ID of the job')
    .action(async (id: string, options: CommandOptions) => {
      const job = await inWorkspace(
        'surveys jobs',
        options,
        (opened) => openJobs(opened).cancel(opened.actor, id),
        noJob(id),
      )
      printResult(terminal, options, job, () => listing(JOB_COLUMNS, [job]))
    })

  const result = withParticipantFilters(subcommand('result', 'write the result of a job to a file'))
    .argument('<id>', 'the ID of the job')
    .requiredOption('--out <file>', 'a new file; an existing file is never overwritten')
    .addOption(onlyOption())
    .addOption(codebookOption())
    .action(async (id: string, options: ResultOptions & { out: string }) => {
      const written = await inWorkspace(
        'surveys jobs',
        options,
        (opened) =>
          writeNewFile(options.out, async () => {
            const jobs = openJobs(opened)
            const { file } = await (options.codebook === true
              ? jobs.codebook(opened.actor, id)
              : jobs.result(opened.actor, id, filterOfOptions(options)))
            return file
          }),
        noJob(id),
      )
      printResult(terminal, options, written, () => wroteText(written))
    })

  const summary = subcommand('summary', 'count the rows of a job by result and failed check')
    .argument('<id>', 'the ID of the job')
    .action(async (id: string, options: CommandOptions) => {
      const counts = await inWorkspace(
        'surveys jobs',
        options,
        (opened) => openJobs(opened).summary(opened.actor.workspace, id),
        noJob(id),
      )
      printResult(terminal, options, counts, () => summaryText(counts))
    })

  return new Command('jobs')
    .description('files of survey responses that the running service analyzes')
    .addCommand(list)
    .addCommand(create)
    .addCommand(show)
    .addCommand(cancel)
    .addCommand(summary)
    .addCommand(result)
}

async function bytesOf(path: string): Promise<Buffer> {
  const file = await readFile(path).catch((error) => {
    throw cannotRead(path, error)
  })
  if (file.length > JOB_FILE_BYTES) throw new CommandError(`${path} is larger than ${JOB_FILE_BYTES} bytes.`)
  if (file.length === 0) throw new CommandError(`${path} is empty.`)
  return file
}

function summaryText({ rows, rejected, skipped, checks, ...counts }: UploadSummary): string {
  return [
    `${rows} rows: ${rejected} rejected, ${skipped} skipped because they have no answers.`,
    ...checks.map(({ check, count }) => `  ${String(count).padStart(String(rows).length)}  ${check}`),
    outcomeSentence(counts),
  ].join('\n')
}

const SURVEY_COLUMNS: Columns<SurveyItem> = {
  survey: ({ survey_id }) => survey_id,
  participants: ({ participants }) => participants,
  'failed a check': ({ flagged }) => flagged,
  'last response': ({ last_at }) => asDate(last_at),
}

const PARTICIPANT_COLUMNS: Columns<ParticipantItem> = {
  participant: ({ participant_id }) => participant_id,
  analyzed: ({ analyzed_at }) => asDate(analyzed_at),
  'failed a check': ({ flagged }) => (flagged ? 'yes' : 'no'),
  verdict: ({ verdict }) => verdict,
  severity: ({ severity }) => severity,
  effective: ({ effective_verdict }) => effective_verdict,
  'failed checks': ({ checks }) => checks.join(', '),
}

const JOB_COLUMNS: Columns<UploadItem> = {
  id: ({ id }) => id,
  file: ({ name }) => name,
  created: ({ created_at }) => asDate(created_at),
  state: ({ state }) => state,
  rows: ({ done, total }) => `${done}/${total}`,
  'failed a check': ({ flagged }) => flagged,
  rejected: ({ rejected }) => rejected,
}
