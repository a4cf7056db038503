/** The canonical form of a request: all code after the parser uses it. */
import { closestWord } from '../../../contract/closest_word.ts'
import { ID_BYTES, SURVEY } from '../../../contract/limits.ts'
import { type ChangeEntry, QUESTION_TYPES, type QuestionType } from '../../../contract/survey.ts'
import { SURVEY_CHECKS, type SurveyCheckName, type SurveyVersion } from '../../../contract/survey_checks.ts'
import { type BodyTree, parseTree } from './body.ts'
import { pointerTo, RequestFault } from './fault.ts'
import { parseHistory } from './history.ts'
import { parseJson } from './json.ts'

export interface CanonicalQuestion {
  readonly id: string
  readonly text: string
  /** Empty when the participant did not answer. */
  readonly answer: string
  /** Sorted by time; null when none was sent. */
  readonly history: readonly ChangeEntry[] | null
  /** Absent: an open question. */
  readonly type?: Exclude<QuestionType, 'open'>
}

export interface CanonicalRequest {
  readonly version: SurveyVersion
  readonly surveyId: string
  readonly participantId: string
  /** In the order of the body; any string is a valid id. */
  readonly questions: readonly CanonicalQuestion[]
  readonly lowEffortThreshold: number
  /** Null: not sent. An empty id was sent, but is not valid. */
  readonly fingerprintId: string | null
  readonly sessionId: string | null
  /** Of an experiment. Absent: none was sent. */
  readonly condition?: string
  /** In the order of the contract. Absent: all checks run. */
  readonly disabledChecks?: readonly SurveyCheckName[]
  /** Fields that are ignored, though they look like one that is missing: `[sent, meant]`. Absent: none. */
  readonly misspelled?: readonly (readonly [string, string])[]
}

const utf8 = new TextEncoder()

/** Longer names are no typing errors. */
const MISSPELLED_CHARS = 40
/** Enough for a request that a person wrote. */
const UNKNOWN_FIELDS = 50

export function parseRequest(
  bytes: Uint8Array,
  contentType: string,
  version: SurveyVersion,
): CanonicalRequest {
  const tree = parseTree(bytes, contentType)
  const questions = parseMap(tree, 'questions')
  if (questions === null) throw new RequestFault('/questions', 'is required')
  if (questions.size === 0) throw new RequestFault('/questions', 'must name at least one question')
  if (questions.size > SURVEY.questions) {
    throw new RequestFault('/questions', `must not name more than ${SURVEY.questions} questions`)
  }
  const responses = parseMap(tree, 'responses')
  if (responses === null) throw new RequestFault('/responses', 'is required')
  const histories = parseMap(tree, 'question_histories')
  rejectUnknownIds(questions, 'responses', responses)
  rejectUnknownIds(questions, 'question_histories', histories)
  const types = parseTypes(tree, questions)
  const disabledChecks = parseDisabledChecks(tree)
  const condition = parseOptionalId(tree, 'condition') || undefined
  const misspelled = misspelledIn(tree)
  return {
    version,
    surveyId: parseId(tree, 'survey_id'),
    participantId: parseId(tree, 'participant_id'),
    questions: [...questions].map(([id, text]) => ({
      id: checkedId(id, pointerTo('/questions', id)),
      text: checkedText(text, pointerTo('/questions', id)),
      answer: checkedText(responses.get(id) ?? '', pointerTo('/responses', id)),
      history: parseHistoryOf(histories, id),
      ...typeOf(types.get(id)),
    })),
    lowEffortThreshold: version === 'v021' ? parseThreshold(tree) : 0,
    fingerprintId: version === 'v021' ? parseOptionalId(tree, 'fingerprint_id') : null,
    sessionId: parseOptionalId(tree, 'session_id') || null,
    ...(condition !== undefined && { condition }),
    ...(disabledChecks.length > 0 && { disabledChecks }),
    ...(misspelled.length > 0 && { misspelled }),
  }
}

/** Without these, checks are missing in the result, and nothing else shows it. */
const OPTIONAL_FIELDS = [
  'question_histories',
  'question_types',
  'disabled_checks',
  'condition',
  'session_id',
  'fingerprint_id',
  'low_effort_threshold',
]

function misspelledIn({ fields }: BodyTree): (readonly [string, string])[] {
  const missing = OPTIONAL_FIELDS.filter((name) => !Object.hasOwn(fields, name))
  const known = new Set([...OPTIONAL_FIELDS, 'survey_id', 'participant_id', 'questions', 'responses'])
  return Object.keys(fields)
    .filter((name) => !known.has(name) && name.length <= MISSPELLED_CHARS)
    .slice(0, UNKNOWN_FIELDS)
    .flatMap((name) => {
      const meant = closestWord(name, missing)
      return meant === undefined ? [] : [[name.toWellFormed(), meant] as const]
    })
}

const typeOf = (type: QuestionType | undefined) => (type === undefined || type === 'open' ? {} : { type })

type QuestionMap = ReadonlyMap<string, unknown>

/** An entry under a wrong ID would be lost, and with it the checks that need it. */
function rejectUnknownIds(questions: QuestionMap, name: string, entries: QuestionMap | null): void {
  for (const id of entries?.keys() ?? []) {
    if (!questions.has(id)) throw new RequestFault(pointerTo(`/${name}`, id), 'matches no question')
  }
}

function parseTypes(tree: BodyTree, questions: QuestionMap): Map<string, QuestionType> {
  const sent = parseMap(tree, 'question_types')
  rejectUnknownIds(questions, 'question_types', sent)
  const types = new Map<string, QuestionType>()
  for (const [id, value] of sent ?? []) {
    const pointer = pointerTo('/question_types', id)
    if (value === null || (tree.form && value === '')) continue
    const type = QUESTION_TYPES.find((name) => name === value)
    if (type === undefined) throw new RequestFault(pointer, `must be one of ${QUESTION_TYPES.join(', ')}`)
    types.set(id, type)
  }
  return types
}

/** Accepts an array, a JSON string of it, and `disabled_checks[]` of a form. */
function parseDisabledChecks(tree: BodyTree): SurveyCheckName[] {
  const sent = parseMap(tree, 'disabled_checks')
  if (sent === null) return []
  const named = new Set<SurveyCheckName>()
  for (const [at, value] of sent) {
    const check = SURVEY_CHECKS.find((name) => name === value)
    if (check === undefined) {
      const names = SURVEY_CHECKS.join(', ')
      throw new RequestFault(pointerTo('/disabled_checks', at), `is not the name of a check: ${names}`)
    }
    named.add(check)
  }
  return SURVEY_CHECKS.filter((name) => named.has(name))
}

const field = (tree: BodyTree, name: string) =>
  Object.hasOwn(tree.fields, name) ? tree.fields[name] : undefined

/** Accepts an object, a JSON string of it, or an array: some encoders turn the keys 0, 1, 2 into an array. */
function parseMap(tree: BodyTree, name: string): Map<string, unknown> | null {
  let value = field(tree, name)
  if (value === undefined || value === null) return null
  if (typeof value === 'string') value = value.trim() === '' ? {} : parseJson(value, `/${name}`)
  if (typeof value !== 'object' || value === null) {
    throw new RequestFault(
      `/${name}`,
      name === 'disabled_checks'
        ? 'must be an array of check names'
        : 'must be an object keyed by question ID',
    )
  }
  return new Map(Object.entries(value))
}

function parseHistoryOf(histories: Map<string, unknown> | null, id: string): readonly ChangeEntry[] | null {
  const value = histories?.get(id)
  if (value === undefined || value === null) return null
  const history = parseHistory(value, pointerTo('/question_histories', id))
  return history.length === 0 ? null : history
}

function parseId(tree: BodyTree, name: string): string {
  const value = field(tree, name)
  if (value === undefined || value === null) throw new RequestFault(`/${name}`, 'is required')
  const id = checkedId(value, `/${name}`)
  if (id === '') throw new RequestFault(`/${name}`, 'must not be empty')
  // Such an ID would have no URL.
  if (!id.isWellFormed()) throw new RequestFault(`/${name}`, 'must not contain half of a surrogate pair')
  if (id === '.' || id === '..') throw new RequestFault(`/${name}`, 'must not be . or ..')
  return id
}

function parseOptionalId(tree: BodyTree, name: string): string | null {
  const value = field(tree, name)
  return value === undefined || value === null ? null : checkedId(value, `/${name}`)
}

function checkedId(value: unknown, pointer: string): string {
  if (typeof value !== 'string') throw new RequestFault(pointer, 'must be a string')
  if (value.length > ID_BYTES || utf8.encode(value).byteLength > ID_BYTES) {
    throw new RequestFault(pointer, `must not be longer than ${ID_BYTES} bytes`)
  }
  return value
}

function checkedText(value: unknown, pointer: string): string {
  if (typeof value !== 'string') throw new RequestFault(pointer, 'must be a string')
  if (value.length > SURVEY.answerChars) {
    throw new RequestFault(pointer, `must not be longer than ${SURVEY.answerChars} characters`)
  }
  return value.toWellFormed()
}

function parseThreshold(tree: BodyTree): number {
  const value = field(tree, 'low_effort_threshold')
  if (value === undefined || value === null || (tree.form && value === '')) return 0
  const threshold = tree.form && typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : value
  if (typeof threshold !== 'number' || !Number.isInteger(threshold) || threshold < 0 || threshold > 10) {
    throw new RequestFault('/low_effort_threshold', 'must be an integer from 0 to 10')
  }
  return threshold
}
