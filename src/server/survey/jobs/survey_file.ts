/** A file of survey responses before its analysis: the options to read it with, and how it would be read. */
import { ENCODINGS } from '../../../contract/dashboard/encodings.ts'
import type { FileView } from '../../../contract/dashboard/surveys.ts'
import type { UploadQuery } from '../../../contract/dashboard/upload_query.ts'
import { defined } from '../../../contract/defined.ts'
import { BulkFault, UndecidedEncoding } from '../../files/bulk_fault.ts'
import { ApiError, invalid } from '../../http/errors.ts'
import { parseCheckName, parseQuestionType } from '../bulk/analysis_options.ts'
import { runFileTask } from '../bulk/file_process.ts'
import type { TableDescription } from '../bulk/file_reader.ts'
import type { TableOptions } from '../bulk/survey_table.ts'
import { fileName } from '../bulk/upload_name.ts'

export interface SurveyFile {
  readonly name: string
  readonly options: TableOptions
  readonly bytes: Buffer
}

export function surveyFile({ name = 'upload.csv', ...query }: UploadQuery, body: unknown): SurveyFile {
  if (!Buffer.isBuffer(body) || body.length === 0) throw invalid('', 'the body must be a file')
  if (query.survey_id !== undefined && query.survey_column !== undefined)
    throw invalid('survey_column', 'name exactly one of: survey_id, survey_column')
  const columns = linesOf(query.columns)
  const texts = query.questions?.split('\n') ?? []
  return {
    name,
    bytes: body,
    options: {
      ...defined({
        survey: query.survey_id,
        surveyColumn: query.survey_column,
        participantColumn: query.participant_column,
        conditionColumn: query.condition_column,
      }),
      ...(columns !== undefined && {
        questions: columns.map((column, at) => ({
          column,
          ...(texts[at]?.trim() && { text: texts[at].trim() }),
        })),
      }),
      ...(query.question_types !== undefined && {
        questionTypes: parseLines('question_types', query.question_types, parseQuestionType),
      }),
      ...(query.disabled_checks !== undefined && {
        disabledChecks: parseLines('disabled_checks', query.disabled_checks, parseCheckName),
      }),
      ...defined({ encoding: query.encoding, sheet: query.sheet, headerRows: query.header_rows }),
    },
  }
}

const linesOf = (text: string | undefined): string[] | undefined =>
  text?.split('\n').filter((line) => line !== '')

function parseLines<Value>(field: string, text: string, parse: (line: string) => Value): Value[] {
  try {
    return (linesOf(text) ?? []).map(parse)
  } catch (error) {
    throw error instanceof BulkFault ? invalid(field, error.message) : error
  }
}

/** Longer than any proxy waits. */
const INSPECT_MS = 60_000

/** `signal`: the service is shutting down. */
export async function inspectSurveyFile(
  { name, options, bytes }: SurveyFile,
  signal: AbortSignal,
): Promise<FileView> {
  const task = { kind: 'inspect', options } as const
  const given = { name: fileName(name), bytes, stuckAfterMs: INSPECT_MS, signal }
  try {
    return viewOf(await runFileTask<TableDescription>(task, given))
  } catch (error) {
    if (signal.aborted) throw new ApiError('shutting_down')
    if (error instanceof UndecidedEncoding)
      throw invalid('encoding', `cannot be determined; choose it, for example ${ENCODINGS.join(', ')}`)
    if (error instanceof BulkFault) throw invalid('', error.message)
    throw error
  }
}

function viewOf(table: TableDescription): FileView {
  const { file, platform, headerRows, total, choices, questions, isRequests, repeated } = table
  return {
    format: file.format,
    encoding: file.encoding,
    platform,
    sheet: file.sheet,
    sheets: [...file.sheets],
    header_rows: headerRows,
    rows: total,
    columns: choices.map(({ name, use, reason, text }) => ({ name, use, reason, text })),
    questions: isRequests ? questions.map(({ id, text }) => ({ id, text })) : null,
    repeated: {
      count: repeated.count,
      examples: repeated.examples.map(([participant_id, rows]) => ({ participant_id, rows })),
    },
  }
}
