/** Says how a file was read: its format, the columns that are used, those that are not, and repeated ids. */

import { encodingName } from '../../server/files/encoding.ts'
import type { ColumnChoice } from '../../server/survey/bulk/columns/columns.ts'
import type { SurveyTable } from '../../server/survey/bulk/survey_table.ts'
import { table } from '../terminal.ts'

const LONGEST_TEXT = 60
/** Names listed for each reason. */
const LISTED = 8

const DELIMITERS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' } as const

/** For `survey check`: the questions in full, the other columns by reason. */
export function describeTable(given: SurveyTable): string {
  const { choices } = given
  const left = Map.groupBy(
    choices.filter(({ use }) => use === 'none'),
    ({ reason }) => reason.replace(/:.*/s, ''),
  )
  return [
    formatLine(given),
    participantLine(given),
    'Questions:',
    ...questionLines(given),
    ...(left.size === 0 ? [] : ['Not analyzed:']),
    ...[...left].map(([reason, columns]) => `  ${reason}: ${nameList(columns)}`),
    ...repeatedLines(given),
    '',
  ].join('\n')
}

/** For `survey columns`: every column with its reason. */
export function columnLines(given: SurveyTable): string {
  const rows = given.choices.map(({ index, name, use, reason }) => [
    String(index + 1),
    shortened(name),
    use === 'none' ? 'not analyzed' : use,
    reason,
  ])
  return [
    formatLine(given),
    participantLine(given),
    ...repeatedLines(given),
    '',
    table([['column', 'name', 'use', 'reason'], ...rows]),
    '',
    'Questions:',
    ...questionLines(given),
    '',
  ].join('\n')
}

function formatLine({ file, platform, headerRows, total }: SurveyTable): string {
  const parts = [
    platform === null ? undefined : `${platform} export`,
    file.encoding === null ? undefined : encodingName(file.encoding),
    file.format === 'csv' ? `separated by ${DELIMITERS[file.delimiter]}` : file.format,
    file.sheet === null || file.sheets.length < 2
      ? undefined
      : `sheet ${JSON.stringify(file.sheet)} of ${file.sheets.length} (choose another one with --sheet)`,
    file.format === 'ndjson' ? undefined : countRows(headerRows, 'header '),
    countRows(total, 'participant '),
  ]
  return `${file.name}: ${parts.filter((part) => part !== undefined).join(', ')}`
}

const countRows = (count: number, kind: string): string => `${count} ${kind}${count === 1 ? 'row' : 'rows'}`

function participantLine({ participant, choices }: SurveyTable): string {
  const name = choices.find(({ index }) => index === participant)?.name
  return name === undefined
    ? 'Participant ID: none found, so rows are numbered (choose a column with --participant)'
    : `Participant ID: ${shortened(name)}`
}

function questionLines({ questions, choices }: SurveyTable): string[] {
  return table(
    questions.map(({ index, id, text, type }, at) => [
      ` q${at + 1}`,
      shortened(id),
      text === id ? '' : JSON.stringify(shortened(text)),
      [type, choices.find((choice) => choice.index === index)?.reason].filter(Boolean).join(', '),
    ]),
  ).split('\n')
}

function repeatedLines({ repeated: { count, examples } }: SurveyTable): string[] {
  if (count === 0) return []
  const ids = examples.map(([id, rows]) => `${shortened(id)} (${rows} rows)`)
  const more = count > examples.length ? ` and ${count - examples.length} more` : ''
  const what = count === 1 ? '1 participant ID has' : `${count} participant IDs have`
  return [
    `Warning: ${what} more than one row: ${ids.join(', ')}${more}. Each row is analyzed as a separate participant.`,
  ]
}

function nameList(columns: readonly ColumnChoice[]): string {
  const names = columns.slice(0, LISTED).map(({ name }) => shortened(name))
  const more = columns.length - names.length
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** On one line, without control characters of the file. */
function shortened(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removed from what a terminal shows
  const line = text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim()
  return line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT - 1)}…` : line
}
