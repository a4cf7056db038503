/** Which column of a table is what: the participant, the survey, the open answers. */
import { ID_BYTES } from '../../../contract/limits.ts'

export class ColumnFault extends Error {
  override readonly name = 'ColumnFault'
}

export interface ColumnOptions {
  /** The survey's id, the same for all rows. */
  readonly survey?: string
  readonly surveyColumn?: string
  readonly participantColumn?: string
  /** Columns of open answers, with the question's text where it is not the column's name. */
  readonly questions?: readonly QuestionOption[]
}

export interface QuestionOption {
  readonly column: string
  readonly text?: string
}

export interface QuestionColumn {
  readonly index: number
  /** The column's name, which is the question's id. */
  readonly id: string
  readonly text: string
}

export interface Columns {
  /** Null: rows are numbered instead. */
  readonly participant: number | null
  /** A column, or the same id for all. */
  readonly survey: number | string
  readonly questions: readonly QuestionColumn[]
  /** Rows after the header that describe the columns and hold no answers. */
  readonly describingRows: number
}

const PARTICIPANT =
  /^(participant|respondent|response|subject|worker|user|person|panelist|prolific)?[ _-]?(p?id|participant|respondent)$/i
const SURVEY = /^survey([ _-]?id)?$/i

/** Rows looked at to tell open answers from choices, dates and numbers. */
export const SAMPLE_ROWS = 200
/** A column of open answers has this share of cells with so many words. */
const OPEN_SHARE = 0.2
const OPEN_WORDS = 4

/** `sample`: the first rows after the header. */
export function findColumns(
  header: readonly string[],
  sample: readonly (readonly string[])[],
  options: ColumnOptions,
  fallbackSurvey: string,
): Columns {
  const texts = describedBy(sample)
  const rows = sample.slice(texts === null ? 0 : DESCRIBING_ROWS)
  const { participant, survey: surveyColumn } = columnsByName(header, options)
  const asked =
    options.questions?.map(({ column, text }) => ({ index: named(header, column), text })) ??
    openColumns(header, rows, [participant, surveyColumn]).map((index) => ({ index, text: undefined }))
  if (asked.length === 0) {
    throw new ColumnFault('no column looks like open answers; name them with --question column=text')
  }
  return {
    participant,
    survey: options.survey ?? surveyColumn ?? fallbackSurvey,
    questions: asked.map(({ index, text }) => ({
      index,
      id: idOf(header, index),
      text: text ?? (texts?.[index] || (header[index] as string)),
    })),
    describingRows: texts === null ? 0 : DESCRIBING_ROWS,
  }
}

/** Where a row says whose it is. */
export function whoseColumns(
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

/** The column's name, unless it is too long for an id or another column has it too. */
function idOf(header: readonly string[], index: number): string {
  const name = header[index] as string
  if (Buffer.byteLength(name) > ID_BYTES) return `column ${index + 1}`
  return header.indexOf(name) === index ? name : `${name.slice(0, SHORT_NAME_CHARS)} (column ${index + 1})`
}

/** Leaves room for what is put behind it, whatever its characters. */
const SHORT_NAME_CHARS = 50

/** Qualtrics puts two rows below its header: the questions' texts, and ids for its own import. */
const DESCRIBING_ROWS = 2

function describedBy(sample: readonly (readonly string[])[]): readonly string[] | null {
  const [texts, imports] = sample
  const isDescribed = imports?.length && imports.every((cell) => cell.startsWith('{"ImportId"'))
  return isDescribed ? (texts ?? null) : null
}

function byName(header: readonly string[], given: string | undefined, usual: RegExp): number | null {
  if (given !== undefined) return named(header, given)
  const index = header.findIndex((name) => usual.test(name.trim()))
  return index === -1 ? null : index
}

function named(header: readonly string[], name: string): number {
  const exact = header.indexOf(name)
  const index = exact === -1 ? header.findIndex((cell) => cell.trim() === name.trim()) : exact
  if (index === -1) throw new ColumnFault(`there is no column named ${JSON.stringify(name)}`)
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
    // A choice among a few sentences is not an open answer.
    const isVaried = cells.length < 10 || new Set(cells).size > cells.length / 4
    return cells.length > 0 && isVaried && open.length / cells.length >= OPEN_SHARE
  })
}
