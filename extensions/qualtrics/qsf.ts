/** The parts of a Qualtrics survey file (.qsf) that Byhand reads and changes. Everything else is kept as it is. */
import { CommandError } from '../../src/cli/terminal.ts'

export interface Qsf {
  readonly SurveyEntry: { SurveyID: string; SurveyName: string; [other: string]: unknown }
  readonly SurveyElements: SurveyElement[]
}

export interface SurveyElement {
  readonly Element: string
  readonly PrimaryAttribute?: string
  Payload?: unknown
}

export interface QuestionPayload {
  readonly QuestionID: string
  readonly QuestionType: string
  readonly Selector: string
  readonly QuestionText: string
  readonly ChoiceOrder?: readonly (string | number)[]
  QuestionJS?: string | false | null
}

export interface FlowElement {
  Type: string
  FlowID: string
  Flow?: FlowElement[]
  EmbeddedData?: { Field: string }[]
  URL?: string
  Properties?: { Count?: number }
}

export interface OptionsPayload {
  Header?: string | null
}

interface Block {
  readonly Type: string
  readonly BlockElements?: readonly { readonly Type: string; readonly QuestionID?: string }[]
}

export function parseQsf(text: string, name: string): Qsf {
  const damaged = () => new CommandError(`${name} is not a Qualtrics survey file (.qsf).`)
  let parsed: Partial<Qsf> | null
  try {
    parsed = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw damaged()
  }
  if (!Array.isArray(parsed?.SurveyElements) || typeof parsed.SurveyEntry?.SurveyID !== 'string')
    throw damaged()
  return parsed as Qsf
}

export const questionsOf = (qsf: Qsf): QuestionPayload[] => {
  const unused = new Set(trashOf(qsf))
  return qsf.SurveyElements.filter(({ Element, Payload }) => Element === 'SQ' && isObject(Payload))
    .map(({ Payload }) => Payload as QuestionPayload)
    .filter(({ QuestionID }) => !unused.has(QuestionID))
}

/** Qualtrics writes the blocks as an array or as an object with numbers as keys. */
function trashOf(qsf: Qsf): string[] {
  const { Payload } = qsf.SurveyElements.find(({ Element }) => Element === 'BL') ?? {}
  const blocks = (isObject(Payload) ? Object.values(Payload) : []) as Block[]
  return blocks
    .filter(({ Type }) => Type === 'Trash')
    .flatMap(({ BlockElements = [] }) => BlockElements.map(({ QuestionID = '' }) => QuestionID))
}

export function payloadOf<Payload>(qsf: Qsf, element: string): Payload {
  const found = qsf.SurveyElements.find(({ Element }) => Element === element)
  if (!isObject(found?.Payload)) throw new CommandError(`The survey file has no element ${element}.`)
  return found.Payload as Payload
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
