/** A file of survey responses before its analysis: the options to read it with, and how it would be read. */
import type { EncodingChoice, FileView, UploadQuery } from '../../contract/dashboard/surveys.ts'
import { invalid } from '../http/errors.ts'
import { BulkFault, UndecidedEncoding } from '../survey/bulk/bulk_fault.ts'
import { openMemoryBytes } from '../survey/bulk/read/bytes.ts'
import { ENCODINGS } from '../survey/bulk/read/encoding.ts'
import { openSurveyTable, type SurveyTable, type TableOptions } from '../survey/bulk/survey_table.ts'
import { fileName } from '../survey/bulk/upload_name.ts'

export interface SurveyFile {
  readonly name: string
  readonly options: TableOptions
  readonly bytes: Buffer
}

export function surveyFile({ name = 'upload.csv', ...query }: UploadQuery, body: unknown): SurveyFile {
  if (!Buffer.isBuffer(body) || body.length === 0) throw invalid('', 'the body must be a file')
  const columns = query.columns?.split('\n').filter((column) => column !== '')
  const texts = query.questions?.split('\n') ?? []
  return {
    name,
    bytes: body,
    options: {
      ...(query.survey_id !== undefined && { survey: query.survey_id }),
      ...(query.survey_column !== undefined && { surveyColumn: query.survey_column }),
      ...(query.participant_column !== undefined && { participantColumn: query.participant_column }),
      ...(columns !== undefined && {
        questions: columns.map((column, at) => ({
          column,
          ...(texts[at]?.trim() && { text: texts[at].trim() }),
        })),
      }),
      ...(query.encoding !== undefined && { encoding: query.encoding }),
      ...(query.sheet !== undefined && { sheet: query.sheet }),
      ...(query.header_rows !== undefined && { headerRows: query.header_rows }),
    },
  }
}

export async function inspectSurveyFile({
  name,
  options,
  bytes,
}: SurveyFile): Promise<FileView | EncodingChoice> {
  try {
    return viewOf(await openSurveyTable(openMemoryBytes(fileName(name), bytes), options))
  } catch (error) {
    if (error instanceof UndecidedEncoding) return { encodings: [...ENCODINGS] }
    if (error instanceof BulkFault) throw invalid('', error.message)
    throw error
  }
}

function viewOf({ file, platform, headerRows, total, choices, repeated }: SurveyTable): FileView {
  return {
    format: file.format,
    encoding: file.encoding,
    platform,
    sheet: file.sheet,
    sheets: [...file.sheets],
    header_rows: headerRows,
    rows: total,
    columns: choices.map(({ name, use, reason, text }) => ({ name, use, reason, text })),
    repeated: {
      count: repeated.count,
      examples: repeated.examples.map(([participant_id, rows]) => ({ participant_id, rows })),
    },
  }
}
