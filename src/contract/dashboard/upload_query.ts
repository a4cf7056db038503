/** How an uploaded file of survey responses is read and analyzed. */
import { type Static, Type } from 'typebox'
import { QUESTION_TYPES } from '../survey.ts'
import { Closed } from './page.ts'

/**
 * The file is the body (CSV, TSV, XLSX or NDJSON; at most 32 MiB). The extension of
 * `name` and the first bytes decide the format. Columns that are not given are detected as in `byhand survey check`.
 */
export const UploadQuery = Closed({
  name: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'File name. Its extension determines the format: .csv, .tsv, .xlsx or .ndjson. Without a name, the content type `application/x-ndjson` selects NDJSON.',
      examples: ['spring.csv'],
    }),
  ),
  survey_id: Type.Optional(
    Type.String({
      maxLength: 256,
      description:
        'Survey ID for all rows. Default: the survey column, or else the file name, with a number if there is such a survey.',
      examples: ['spring-2025'],
    }),
  ),
  survey_column: Type.Optional(
    Type.String({ maxLength: 256, description: 'Column with the survey ID.', examples: ['survey'] }),
  ),
  participant_column: Type.Optional(
    Type.String({
      maxLength: 256,
      description: 'Column with the participant ID. Detected by default.',
      examples: ['participant_id'],
    }),
  ),
  condition_column: Type.Optional(
    Type.String({
      maxLength: 256,
      description:
        'Column with the condition of an experiment. Answers are compared with those of participants in the same condition.',
      examples: ['condition'],
    }),
  ),
  columns: Type.Optional(
    Type.String({
      maxLength: 8_000,
      description:
        'Columns with answers, by name or as `column 3`, separated by line breaks. Detected by default.',
      examples: ['What do you like?'],
    }),
  ),
  questions: Type.Optional(
    Type.String({
      maxLength: 8_000,
      description:
        'Question texts, in the order of `columns`, separated by line breaks. For an empty line, the text is detected.',
      examples: ['What do you like about your neighborhood?'],
    }),
  ),
  question_types: Type.Optional(
    Type.String({
      maxLength: 8_000,
      description: `Question types, as \`column=type\`, separated by line breaks. Types: ${QUESTION_TYPES.join(', ')}.`,
      examples: ['What do you like?=open'],
    }),
  ),
  disabled_checks: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description: 'Names of checks to disable, separated by line breaks.',
      examples: ['Automated test: Profane'],
    }),
  ),
  encoding: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'Encoding of a text file: a label from the Encoding Standard. Detected by default.',
      examples: ['windows-1252'],
    }),
  ),
  sheet: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Sheet of a workbook. By default, the first visible one.',
      examples: ['Answers'],
    }),
  ),
  header_rows: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3,
      description: 'Number of rows above the first participant. Detected by default.',
      examples: [1],
    }),
  ),
})
export type UploadQuery = Static<typeof UploadQuery>
