/** Chooses the columns of a table: the participant, the survey, the open answers. */
import { counted } from '../../../../checks/sentence.ts'
import { elementAt } from '../../../../contract/element_at.ts'
import { ID_BYTES } from '../../../../contract/limits.ts'
import type { QuestionType } from '../../../../contract/survey.ts'
import { BulkFault } from '../../../files/bulk_fault.ts'
import type { TypedColumn } from '../analysis_options.ts'
import type { Layout } from './platform.ts'
import type { ColumnKind, ColumnProfile } from './profile.ts'

export interface ColumnOptions {
  /** The survey id of all rows. */
  readonly survey?: string
  readonly surveyColumn?: string
  /** The survey id without either of them; by default the name of the file. */
  readonly fileSurvey?: string
  readonly participantColumn?: string
  /** The condition of an experiment. By default there is none. */
  readonly conditionColumn?: string
  /** Columns of open answers, with the text of the question if it should not be detected. */
  readonly questions?: readonly QuestionOption[]
  /** A column with a type is a question, even if it is not detected or listed as one. */
  readonly questionTypes?: readonly TypedColumn[]
  /** Number of rows above the first participant. */
  readonly headerRows?: number
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
  readonly type?: QuestionType
}

export type ColumnUse = 'participant' | 'survey' | 'question' | 'none'

/** How a column is used, and why. */
export interface ColumnChoice {
  readonly index: number
  /** The column's name, or its number if it has none of its own. */
  readonly name: string
  readonly use: ColumnUse
  readonly kind: ColumnKind
  readonly reason: string
  /** The text of the question, if the column is one. */
  readonly text: string
}

export interface Columns extends IdentityColumns {
  readonly questions: readonly QuestionColumn[]
  readonly choices: readonly ColumnChoice[]
}

export interface IdentityColumns {
  /** Null: row numbers are used instead. */
  readonly participant: number | null
  /** A column index, or one id for all rows. */
  readonly survey: number | string
  /** Null: the survey has no conditions. */
  readonly condition: number | null
}

/** Names of participant columns, the best first. The layout's own names come before them. */
const PARTICIPANT = [
  /^(participant|respondent|response|subject)[ _-]?p?id$/i,
  /^(prolific|worker|user|person|panelist|record|case|external)[ _-]?p?id$/i,
  /^(participant|respondent)$/i,
  /^p?id$/i,
  /^(uuid|token|rid|psid|record)$/i,
]
const SURVEY = [/^survey([ _-]?id)?$/i]

/** Rows in which a participant column must have a value. */
export const SAMPLE_ROWS = 200

/** `profiles` are of all rows below the header rows. */
export function chooseColumns(
  header: readonly string[],
  layout: Layout,
  profiles: readonly ColumnProfile[],
  identity: IdentityColumns,
  options: ColumnOptions,
): Columns {
  const given = options.questions?.map(({ column, text }) => ({
    index: indexOfColumn(header, layout, column),
    text,
  }))
  const types = new Map(
    options.questionTypes?.map(({ column, type }) => [indexOfColumn(header, layout, column), type]),
  )
  const taken = [identity.participant, identity.survey, identity.condition]
  const chosen =
    given ??
    profiles.flatMap(({ kind }, index) =>
      kind === 'open' && !taken.includes(index) ? [{ index, text: undefined }] : [],
    )
  const typed = [...types.keys()].filter((index) => !chosen.some((question) => question.index === index))
  const questions = [...chosen, ...typed.map((index) => ({ index, text: undefined }))]
  return {
    ...identity,
    questions: questions.map(({ index, text }) => ({
      index,
      id: idOf(header, layout, index),
      text: text || textOf(header, layout, index),
      ...(types.has(index) && { type: types.get(index) as QuestionType }),
    })),
    choices: header.map((_, index): ColumnChoice => {
      const profile = elementAt(profiles, index)
      const use = useOf(index, identity, questions)
      return {
        index,
        name: nameOf(header, index),
        use,
        kind: profile.kind,
        reason: reasonOf(use, profile, given !== undefined || types.has(index)),
        text: textOf(header, layout, index),
      }
    }),
  }
}

function useOf(
  index: number,
  { participant, survey }: IdentityColumns,
  questions: readonly { index: number }[],
) {
  if (questions.some((question) => question.index === index)) return 'question'
  if (index === participant) return 'participant'
  return index === survey ? 'survey' : 'none'
}

function reasonOf(
  use: ColumnUse,
  { kind, filled, long, different }: ColumnProfile,
  isGiven: boolean,
): string {
  const longOnes = `${long} of ${filled} answers ${long === 1 ? 'has' : 'have'} four words or more`
  if (use === 'participant') return 'participant ID'
  if (use === 'survey') return 'survey ID'
  if (use === 'question') return isGiven ? 'chosen by you' : `open-ended: ${longOnes}`
  switch (kind) {
    case 'open':
      return `not chosen by you, but open-ended: ${longOnes}`
    case 'choices':
      return `choices: ${counted(different, 'different value')} in ${counted(filled, 'answer')}`
    case 'short':
      return `short: ${longOnes}`
    case 'data':
      return 'URLs or technical data'
    default:
      return kind
  }
}

/** The first columns with a known name that have a value in the sample. */
export function chooseIdentity(
  header: readonly string[],
  layout: Layout,
  sample: readonly (readonly string[])[],
  options: ColumnOptions,
  fallbackSurvey: string,
): IdentityColumns {
  const isFilled = (index: number) =>
    sample.length === 0 || sample.some((row) => (row[index] ?? '').trim() !== '')
  const byName = (
    given: string | undefined,
    usual: readonly ((name: string) => boolean)[],
  ): number | null => {
    if (given !== undefined) return indexOfColumn(header, layout, given)
    for (const isUsual of usual) {
      const index = header.findIndex((name, at) => isUsual(name.trim()) && isFilled(at))
      if (index !== -1) return index
    }
    return null
  }
  const own = layout.participantNames.map((known) => (name: string) => name.toLowerCase() === known)
  const survey = byName(options.surveyColumn, SURVEY.map(testOf))
  return {
    participant: byName(options.participantColumn, [...own, ...PARTICIPANT.map(testOf)]),
    survey: options.survey ?? survey ?? fallbackSurvey,
    condition: byName(options.conditionColumn, []),
  }
}

const testOf = (pattern: RegExp) => (name: string) => pattern.test(name)

const textOf = (header: readonly string[], layout: Layout, index: number): string =>
  layout.textOf(index) || (header[index]?.trim() ? elementAt(header, index) : columnNumber(index))

const columnNumber = (index: number): string => `column ${index + 1}`

/** Unique and not empty, so that it can be given as an option. */
function nameOf(header: readonly string[], index: number): string {
  const name = header[index] ?? ''
  if (name.trim() === '') return columnNumber(index)
  return header.indexOf(name) === index ? name : `${name.slice(0, SHORT_NAME_CHARS)} (column ${index + 1})`
}

/** The column's code or name, unless it is too long for an id or another column has the same name. */
function idOf(header: readonly string[], { codeOf }: Layout, index: number): string {
  const code = codeOf(index)
  const isUnique = header.every((_, at) => at === index || codeOf(at) !== code)
  const name = code !== undefined && isUnique ? code : nameOf(header, index)
  return Buffer.byteLength(name) > ID_BYTES ? columnNumber(index) : name
}

/** Leaves room for the suffix, even with multi-byte characters. */
const SHORT_NAME_CHARS = 50

/** A column by its name, its question id, or its number as `column 3`. */
function indexOfColumn(header: readonly string[], layout: Layout, wanted: string): number {
  const isWanted = [
    (name: string) => name === wanted,
    (name: string) => name.trim() === wanted.trim(),
    (_: string, index: number) => idOf(header, layout, index) === wanted.trim(),
    (_: string, index: number) => columnNumber(index) === wanted.trim(),
  ]
  for (const test of isWanted) {
    const index = header.findIndex(test)
    if (index !== -1) return index
  }
  throw new BulkFault(`There is no column named ${JSON.stringify(wanted)}.`)
}
