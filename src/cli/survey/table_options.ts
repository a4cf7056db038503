/** Options that say how a survey file is read, and messages about a file that cannot be read. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { defined } from '../../contract/defined.ts'
import { QUESTION_TYPES } from '../../contract/survey.ts'
import type { SurveyCheckName } from '../../contract/survey_checks.ts'
import { type Advice, BulkFault } from '../../server/files/bulk_fault.ts'
import {
  parseCheckName,
  parseQuestionType,
  type TypedColumn,
} from '../../server/survey/bulk/analysis_options.ts'
import type { QuestionOption } from '../../server/survey/bulk/columns/columns.ts'
import { MOST_HEADER_ROWS } from '../../server/survey/bulk/columns/platform.ts'
import type { TableOptions } from '../../server/survey/bulk/survey_table.ts'

export interface TableFlags {
  readonly survey?: string
  readonly surveyColumn?: string
  readonly participant?: string
  readonly conditionColumn?: string
  readonly question?: QuestionOption[]
  readonly questionType?: TypedColumn[]
  readonly disableCheck?: SurveyCheckName[]
  readonly headerRows?: number
  readonly encoding?: string
  readonly sheet?: string
}

export const tableOptionList = (): Option[] => [
  new Option('--survey <id>', 'survey ID (default: the survey column, else the name of the file)'),
  new Option('--survey-column <name>', 'column with the survey ID'),
  new Option('--participant <column>', 'column with the participant ID'),
  new Option('--condition-column <name>', 'column with the condition of an experiment'),
  new Option(
    '--question <column[=text]>',
    'column with answers, and the text of the question; repeatable',
  ).argParser(addQuestion),
  new Option(
    '--question-type <column=type>',
    `what a question asks for: ${QUESTION_TYPES.join(', ')}; repeatable`,
  ).argParser(collected(parseQuestionType)),
  new Option(
    '--disable-check <name>',
    'check to disable, such as "Automated test: Profane"; repeatable',
  ).argParser(collected(parseCheckName)),
  new Option('--header-rows <number>', 'rows above the first participant (default: detected)').argParser(
    headerRows,
  ),
  new Option('--encoding <name>', 'encoding of a text file, such as windows-1252 (default: detected)'),
  new Option('--sheet <name>', 'sheet of a workbook (default: the first visible one)'),
]

export function withTableOptions(command: Command): Command {
  command.argument('<file>', '.csv, .tsv, .xlsx or .ndjson')
  for (const option of tableOptionList()) command.addOption(option)
  return command
}

export function tableOptions(flags: TableFlags): TableOptions {
  return defined({
    survey: flags.survey,
    surveyColumn: flags.surveyColumn,
    participantColumn: flags.participant,
    conditionColumn: flags.conditionColumn,
    questions: flags.question,
    questionTypes: flags.questionType,
    disabledChecks: flags.disableCheck,
    headerRows: flags.headerRows,
    encoding: flags.encoding,
    sheet: flags.sheet,
  })
}

const ADVICE: Readonly<Record<Advice, string>> = {
  questions: 'Specify them with --question column=text.',
  encoding: 'Choose it with --encoding, for example --encoding windows-1251.',
  bytes: 'Correct them, or choose another encoding with --encoding.',
}

/** The message with the options of the command line. */
export const faultMessage = ({ reason, advice }: BulkFault): string =>
  advice === undefined ? reason : `${reason} ${ADVICE[advice]}`

function addQuestion(given: string, before: QuestionOption[] = []): QuestionOption[] {
  const equals = given.indexOf('=')
  if (equals === -1) return [...before, { column: given }]
  return [...before, { column: given.slice(0, equals), text: given.slice(equals + 1) }]
}

const collected =
  <Value>(parse: (given: string) => Value) =>
  (given: string, before: Value[] = []): Value[] => {
    try {
      return [...before, parse(given)]
    } catch (error) {
      if (error instanceof BulkFault) throw new InvalidArgumentError(error.message)
      throw error
    }
  }

function headerRows(given: string): number {
  const rows = Number(given)
  if (Number.isInteger(rows) && rows >= 1 && rows <= MOST_HEADER_ROWS) return rows
  throw new InvalidArgumentError(`Specify a number from 1 to ${MOST_HEADER_ROWS}.`)
}
