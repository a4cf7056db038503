/** Recognizes exports of survey platforms by their header rows: which rows are headers, and where the question texts are. */

export type Platform = 'Qualtrics' | 'SurveyMonkey' | 'Decipher' | 'LimeSurvey' | 'REDCap'

export interface Layout {
  readonly platform: Platform | null
  /** Number of rows above the first participant. */
  readonly headerRows: number
  /** Names of columns with the participant, the best first, in lower case. */
  readonly participantNames: readonly string[]
  /** The text of a column's question, if the file has it. */
  textOf(index: number): string | undefined
  /** A shorter id than the column's name, if the file has one. */
  codeOf(index: number): string | undefined
  /** Whether the platform says that participants typed the answers. */
  isTextEntry(index: number): boolean
}

export const MOST_HEADER_ROWS = 3

type Rows = readonly (readonly string[])[]

/** `rows`: the first rows of the file. `given`: the number of header rows, if it should not be detected. */
export function recognizeLayout(rows: Rows, given?: number): Layout {
  const found =
    qualtrics(rows) ?? surveyMonkey(rows) ?? limeSurvey(rows) ?? redcap(rows) ?? decipher(rows) ?? plain(rows)
  if (given === undefined || given === found.headerRows) return found
  return { ...found, headerRows: given, textOf: (index) => textInRows(rows.slice(0, given), index) }
}

const NOTHING = {
  participantNames: [],
  textOf: () => undefined,
  codeOf: () => undefined,
  isTextEntry: () => false,
} as const

const plain = (_rows: Rows): Layout => ({ platform: null, headerRows: 1, ...NOTHING })

/** The longest cell below the name: texts of questions are longer than codes. */
function textInRows(rows: Rows, index: number): string | undefined {
  const texts = rows.slice(1).map((row) => (row[index] ?? '').trim())
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '') || undefined
}

const IMPORT_ID = /^\{"ImportId":/

/** Names, texts of the questions, ids for the import. Researchers delete one of the last two rows at times. */
function qualtrics(rows: Rows): Layout | null {
  const header = namesOf(rows)
  const isImportRow = (row: readonly string[] | undefined) => {
    const cells = row?.filter((cell) => cell.trim() !== '') ?? []
    return cells.length > 0 && cells.every((cell) => IMPORT_ID.test(cell))
  }
  const importRow = [1, 2].find((at) => isImportRow(rows[at]))
  const started = header.indexOf('startdate')
  const isTextRow = started !== -1 && /^start date$/i.test(rows[1]?.[started]?.trim() ?? '')
  if (importRow === undefined && !isTextRow) return null
  const texts = importRow === 1 ? undefined : rows[1]
  return {
    platform: 'Qualtrics',
    headerRows: importRow === undefined ? 2 : importRow + 1,
    participantNames: ['responseid', 'response id', '_recordid'],
    textOf: (index) => texts?.[index]?.trim() || undefined,
    codeOf: () => undefined,
    isTextEntry: (index) => /_TEXT"/.test(rows[importRow ?? -1]?.[index] ?? ''),
  }
}

const GENERIC_PART = /^(response|open-ended response)$/i

/** Questions, then the parts of each question. Only the first part has the question above it. */
function surveyMonkey(rows: Rows): Layout | null {
  const header = namesOf(rows)
  const id = header.findIndex((name) => /^respondent[ _]?id$/.test(name))
  const hasCollector = header.some((name) => /^collector[ _]?id$/.test(name))
  if (id === -1 || !hasCollector) return null
  const [questions = [], parts = []] = rows
  // The second row is a header if it describes parts but belongs to no respondent.
  const hasParts = (parts[id] ?? '').trim() === '' && parts.some((cell) => cell.trim() !== '')
  return {
    platform: 'SurveyMonkey',
    headerRows: hasParts ? 2 : 1,
    participantNames: [header[id] as string],
    textOf(index) {
      let at = index
      while (at > 0 && (questions[at] ?? '').trim() === '') at--
      const question = (questions[at] ?? '').trim()
      const part = hasParts ? (parts[index] ?? '').trim() : ''
      return (
        [question, GENERIC_PART.test(part) ? '' : part].filter((text) => text !== '').join(' – ') || undefined
      )
    },
    codeOf: () => undefined,
    isTextEntry: (index) => hasParts && /^open-ended response$/i.test((parts[index] ?? '').trim()),
  }
}

const LIME_CODES = ['submitdate', 'lastpage', 'startlanguage', 'seed', 'startdate', 'datestamp', 'token']
/** `Q01[SQ001]. What do you like?` */
const CODE_AND_TEXT = /^([A-Za-z]\w*(?:\[[^\]]*\])*)\. (.*)$/s

/** One row of codes, of texts, or of both. */
function limeSurvey(rows: Rows): Layout | null {
  const names = rows[0]?.map((cell) => cell.trim()) ?? []
  const codes = names.map((name) => (CODE_AND_TEXT.exec(name)?.[1] ?? name).toLowerCase())
  const isCoded = codes.includes('id') && LIME_CODES.filter((code) => codes.includes(code)).length >= 2
  const lower = names.map((name) => name.toLowerCase())
  const isText = ['response id', 'date submitted', 'last page'].every((name) => lower.includes(name))
  if (!isCoded && !isText) return null
  const matchOf = (index: number) => (isCoded ? CODE_AND_TEXT.exec(names[index] ?? '') : null)
  return {
    platform: 'LimeSurvey',
    headerRows: 1,
    participantNames: isText ? ['response id'] : ['id', 'id. response id', 'token'],
    textOf: (index) => matchOf(index)?.[2]?.trim() || undefined,
    codeOf: (index) => matchOf(index)?.[1],
    isTextEntry: () => false,
  }
}

/** One row of variable names, or of labels. The record id is the first column, under any name. */
function redcap(rows: Rows): Layout | null {
  const names = namesOf(rows)
  const isRaw =
    names.some((name) =>
      /^redcap_(event_name|repeat_in\w+|survey_identifier|data_access_group)$/.test(name),
    ) ||
    (names[0] === 'record_id' && names.some((name) => name.endsWith('_complete')))
  const isLabeled =
    names[0] === 'record id' &&
    names.some((name) => ['event name', 'repeat instrument', 'survey identifier', 'complete?'].includes(name))
  if (!isRaw && !isLabeled) return null
  return {
    ...NOTHING,
    platform: 'REDCap',
    headerRows: 1,
    participantNames: ['record_id', 'record id', names[0] ?? ''],
  }
}

const DECIPHER_NAMES = ['status', 'qtime', 'start_date', 'date', 'markers', 'vlist', 'list', 'source', 'dcua']

/** One row of variable names. */
function decipher(rows: Rows): Layout | null {
  const names = namesOf(rows)
  const others = DECIPHER_NAMES.filter((name) => names.includes(name)).length
  if (!names.includes('uuid') || !names.includes('record') || others < 2) return null
  return { ...NOTHING, platform: 'Decipher', headerRows: 1, participantNames: ['uuid', 'record'] }
}

const namesOf = (rows: Rows): string[] => rows[0]?.map((cell) => cell.trim().toLowerCase()) ?? []
