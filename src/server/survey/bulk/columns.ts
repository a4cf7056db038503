/** Finds the columns of a table: the participant, the survey, the open answers. */
import { ID_BYTES } from '../../../contract/limits.ts'

export class ColumnFault extends Error {
  override readonly name = 'ColumnFault'
}

export interface ColumnOptions {
  /** The survey id of all rows. */
  readonly survey?: string
  readonly surveyColumn?: string
  readonly participantColumn?: string
  /** Columns of open answers, with the text of the question if it is not the column's name. */
  readonly questions?: readonly QuestionOption[]
}

export interface QuestionOption {
  readonly column: string
  readonly text?: string
}

export interface QuestionColumn {
  readonly index: number
  /** The question id: usually the column's name. */
  readonly id: string
  readonly text: string
}

export interface Columns {
  /** Null: row numbers are used instead. */
  readonly participant: number | null
  /** A column index, or one id for all rows. */
  readonly survey: number | string
  readonly questions: readonly QuestionColumn[]
  /** Number of rows after the header that describe the columns and hold no answers. */
  readonly describingRows: number
}

const PARTICIPANT =
  /^(participant|respondent|response|subject|worker|user|person|panelist|prolific)?[ _-]?(p?id|participant|respondent)$/i
const SURVEY = /^survey([ _-]?id)?$/i

/** Rows sampled to tell open answers from choices, dates and numbers. */
export const SAMPLE_ROWS = 200
/** In a column of open answers, at least this share of cells has at least this many words. */
const OPEN_SHARE = 0.2
const OPEN_WORDS = 4

/** `sample`: the first rows after the header. */
export function findColumns(
  header: readonly string[],
  sample: readonly (readonly string[])[],
  options: ColumnOptions,
  fallbackSurvey: string,
): Columns {
  const texts = textsBelowHeader(sample)
  const rows = sample.slice(texts === null ? 0 : DESCRIBING_ROWS)
  const { participant, survey: surveyColumn } = columnsByName(header, options)
  const questions =
    options.questions?.map(({ column, text }) => ({ index: indexOfColumn(header, column), text })) ??
    openColumns(header, rows, [participant, surveyColumn]).map((index) => ({ index, text: undefined }))
  if (questions.length === 0) {
    throw new ColumnFault(
      'No column seems to contain open-ended answers. Specify them with --question column=text.',
    )
  }
  return {
    participant,
    survey: options.survey ?? surveyColumn ?? fallbackSurvey,
    questions: questions.map(({ index, text }) => ({
      index,
      id: idOf(header, index),
      text: text ?? (texts?.[index] || (header[index] as string)),
    })),
    describingRows: texts === null ? 0 : DESCRIBING_ROWS,
  }
}

/** The columns that identify the participant and the survey of a row. */
export function identityColumns(
  header: readonly string[],
  options: ColumnOptions,
  fallbackSurvey: string,
): Pick<Columns, 'participant' | 'survey'> {
  const { participant, survey } = columnsByName(header, options)
  return { participant, survey: options.survey ?? survey ?? fallbackSurvey }
}

function columnsByName(header: readonly string[], options: ColumnOptions) {
  return {
    participant: byName(header, options.participantColumn, PARTICIPANT),
    survey: byName(header, options.surveyColumn, SURVEY),
  }
}

/** The column's name, unless it is too long for an id or another column has the same name. */
function idOf(header: readonly string[], index: number): string {
  const name = header[index] as string
  if (Buffer.byteLength(name) > ID_BYTES) return `column ${index + 1}`
  return header.indexOf(name) === index ? name : `${name.slice(0, SHORT_NAME_CHARS)} (column ${index + 1})`
}

/** Leaves room for the suffix, even with multi-byte characters. */
const SHORT_NAME_CHARS = 50

/** Qualtrics writes two rows below the header: the texts of the questions, and ids for its import. */
const DESCRIBING_ROWS = 2

function textsBelowHeader(sample: readonly (readonly string[])[]): readonly string[] | null {
  const [texts, imports] = sample
  const isDescribed = imports?.length && imports.every((cell) => cell.startsWith('{"ImportId"'))
  return isDescribed ? (texts ?? null) : null
}

function byName(header: readonly string[], given: string | undefined, usual: RegExp): number | null {
  if (given !== undefined) return indexOfColumn(header, given)
  const index = header.findIndex((name) => usual.test(name.trim()))
  return index === -1 ? null : index
}

function indexOfColumn(header: readonly string[], name: string): number {
  const exact = header.indexOf(name)
  const index = exact === -1 ? header.findIndex((cell) => cell.trim() === name.trim()) : exact
  if (index === -1) throw new ColumnFault(`There is no column named ${JSON.stringify(name)}.`)
  return index
}

function openColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  taken: readonly (number | null)[],
): number[] {
  return [...header.keys()].filter((index) => {
    if (taken.includes(index)) return false
    const cells = rows.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '')
    const open = cells.filter((cell) => cell.split(/\s+/).length >= OPEN_WORDS)
    // Few different sentences are choices, not open answers.
    const isVaried = cells.length < 10 || new Set(cells).size > cells.length / 4
    return cells.length > 0 && isVaried && open.length / cells.length >= OPEN_SHARE
  })
}
