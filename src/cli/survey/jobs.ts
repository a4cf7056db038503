/** `byhand surveys jobs`: files of survey responses that the running service analyzes. */
import { Command } from 'commander'
import type { UploadItem, UploadList, UploadSummary } from '../../contract/dashboard/surveys.ts'
import { outcomeSentence } from '../../contract/outcome_counts.ts'
import { type Given, openNames } from '../operations/named.ts'
import { asDate, type Columns, CommandError, type Terminal } from '../terminal.ts'
import { codebookOption } from './participant_options.ts'
import { type TableFlags, tableOptionList } from './table_options.ts'

export function jobsCommand(terminal: Terminal): Command {
  const named = openNames(terminal, 'surveys jobs')
  const missing = ({ fields: { id } }: Given) =>
    `There is no job ${id}. Run \`byhand surveys jobs list\` to see all.`
  return new Command('jobs')
    .description('files of survey responses that the running service analyzes')
    .addCommand(
      named<UploadList>({
        name: 'list',
        description: 'list jobs, newest first',
        operation: 'listSurveyJobs',
        columns: COLUMNS,
      }),
    )
    .addCommand(
      named<UploadItem>({
        name: 'create',
        description: 'let the running service analyze a file of survey responses',
        operation: 'createSurveyJob',
        offered: [],
        more: tableOptionList(),
        want: ({ fields, options }) => ({ fields: { ...fields, ...queryOf(options) } }),
        text: ({ id }) => id,
        after({ id }, { options: { json } }) {
          if (!json) terminal.note(`Progress: byhand surveys jobs show ${id}\n`)
        },
      }),
    )
    .addCommand(
      named<UploadItem>({
        name: 'show',
        description: 'show the progress of a job',
        operation: 'getSurveyJob',
        columns: COLUMNS,
        missing,
        after({ problem }) {
          if (problem !== null) throw new CommandError(problem)
        },
      }),
    )
    .addCommand(
      named<UploadItem>({
        name: 'cancel',
        description: 'cancel a job; analyzed rows stay in the survey, the others are removed',
        operation: 'cancelSurveyJob',
        columns: COLUMNS,
        missing,
      }),
    )
    .addCommand(
      named({
        name: 'summary',
        description: 'count the rows of a job by result and failed check',
        operation: 'getSurveyJobSummary',
        text: summaryText,
        missing,
      }),
    )
    .addCommand(
      named({
        name: 'result',
        description: 'write the result of a job to a file',
        operation: 'getSurveyJobResult',
        options: { codebook: codebookOption() },
        out: 'required',
        missing,
      }),
    )
}

/** The options of `byhand survey check` as parameters of the API. */
function queryOf(flags: TableFlags): Readonly<Record<string, unknown>> {
  const lines = (texts: readonly string[] | undefined) => texts?.join('\n')
  return {
    survey_id: flags.survey,
    survey_column: flags.surveyColumn,
    participant_column: flags.participant,
    condition_column: flags.conditionColumn,
    columns: lines(flags.question?.map(({ column }) => column)),
    questions: lines(flags.question?.map(({ text = '' }) => text)),
    question_types: lines(flags.questionType?.map(({ column, type }) => `${column}=${type}`)),
    disabled_checks: lines(flags.disableCheck),
    header_rows: flags.headerRows,
    encoding: flags.encoding,
    sheet: flags.sheet,
  }
}

function summaryText({ rows, rejected, skipped, checks, ...counts }: UploadSummary): string {
  return [
    `${rows} rows: ${rejected} rejected, ${skipped} skipped because they have no answers.`,
    ...checks.map(({ check, count }) => `  ${String(count).padStart(String(rows).length)}  ${check}`),
    outcomeSentence(counts),
  ].join('\n')
}

const COLUMNS: Columns<UploadItem> = {
  id: ({ id }) => id,
  file: ({ name }) => name,
  created: ({ created_at }) => asDate(created_at),
  state: ({ state }) => state,
  rows: ({ done, total }) => `${done}/${total}`,
  'failed a check': ({ flagged }) => flagged,
  rejected: ({ rejected }) => rejected,
}
