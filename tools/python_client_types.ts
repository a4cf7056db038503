/** Writes the types of the Python client from the schemas of the contract and of extensions: `node tools/python_client_types.ts`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AgentFinding, VerifiedAgent } from '../src/contract/agent_finding.ts'
import { QuestionReferencesView, SavedReferences } from '../src/contract/dashboard/survey_references.ts'
import { UploadItem, UploadSummary } from '../src/contract/dashboard/surveys.ts'
import { Problem } from '../src/contract/problem.ts'
import { SignedResult, VerifyAnswer } from '../src/contract/result.ts'
import { EventLog, SessionRecord, SessionReport, TagSessions, UserSessions } from '../src/contract/session.ts'
import {
  SurveyRequestV012,
  SurveyRequestV021,
  SurveyResultV012,
  SurveyResultV021,
} from '../src/contract/survey.ts'
import { describedOperations } from '../src/server/boot/operations.ts'

interface Schema {
  readonly title?: string
  readonly description?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema | readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, Schema>>
}

export const PYTHON_TYPES_FILE = join(import.meta.dirname, '../clients/python/src/byhand/contract.py')

/** Of an operation, if the service has it: an extension may be absent. */
const documentOf = (operationId: string) =>
  describedOperations().find(({ document }) => document?.operationId === operationId)?.document
const answerOf = (operationId: string): Schema | undefined =>
  documentOf(operationId)?.response.content?.['application/json']?.schema as Schema | undefined

const WRITTEN: Readonly<Record<string, Schema | undefined>> = {
  SessionRecord,
  SessionReport,
  UserSessions,
  TagSessions,
  EventLog,
  SurveyRequestV021,
  SurveyResultV021,
  SurveyRequestV012,
  SurveyResultV012,
  SignedResult,
  VerifyAnswer,
  AgentRequest: documentOf('verifyAgent')?.body?.content['application/json']?.schema as Schema | undefined,
  AgentFinding,
  VerifiedAgent,
  Problem,
  SurveyJob: UploadItem,
  SurveyJobSummary: UploadSummary,
  SurveyMethods: answerOf('getSurveyMethods'),
  QuestionReferences: QuestionReferencesView,
  SavedReferences,
}

const HEAD = `"""Types of the API. Written by tools/python_client_types.ts from the contract."""

from typing import Any, Dict, List, Literal, Optional, Tuple, TypedDict, Union
`

const PLAIN: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

/** Classes in the order of their definition. Python needs a name for every object. */
type Classes = Map<string, string>

function typeOf(schema: Schema, name: string, classes: Classes): string {
  const { title } = schema
  if (title !== undefined && classes.has(title)) return title
  if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`
  if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`
  if (schema.anyOf) return unionOf(schema.anyOf, name, classes)
  if (schema.type === 'array') return arrayOf(schema, name, classes)
  if (schema.properties) return classOf(schema, title ?? name, classes)
  const [values] = Object.values(schema.patternProperties ?? {})
  if (values) return `Dict[str, ${typeOf(values, name, classes)}]`
  return PLAIN[schema.type ?? ''] ?? 'Any'
}

const literal = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)

function unionOf(parts: readonly Schema[], name: string, classes: Classes): string {
  const isSeveral = parts.filter(({ properties }) => properties).length > 1
  const types = parts.map((part, at) => typeOf(part, isSeveral ? `${name}${at + 1}` : name, classes))
  const others = types.filter((type) => type !== 'None')
  const union = others.length === 1 ? (others[0] as string) : `Union[${others.join(', ')}]`
  return others.length === types.length ? union : `Optional[${union}]`
}

function arrayOf({ items }: Schema, name: string, classes: Classes): string {
  if (Array.isArray(items)) return `Tuple[${items.map((item) => typeOf(item, name, classes)).join(', ')}]`
  return `List[${typeOf((items ?? {}) as Schema, name, classes)}]`
}

/** Python 3.9 has no optional fields in a class, so these are in a class of their own. */
function classOf({ properties = {}, required = [] }: Schema, name: string, classes: Classes): string {
  const fields = Object.entries(properties).map(([field, schema]) => {
    const comment = schema.description ? `    # ${schema.description}\n` : ''
    const type = typeOf(schema, name + pascal(field), classes)
    return { isRequired: required.includes(field), text: `${comment}    ${field}: ${type}\n` }
  })
  const text = (isRequired: boolean) =>
    fields.flatMap((field) => (field.isRequired === isRequired ? [field.text] : [])).join('')
  const [always, sometimes] = [text(true), text(false)]
  if (sometimes === '') classes.set(name, `class ${name}(TypedDict):\n${always}`)
  else {
    classes.set(`_${name}`, `class _${name}(TypedDict):\n${always}`)
    classes.set(name, `class ${name}(_${name}, total=False):\n${sometimes}`)
  }
  return name
}

const pascal = (field: string) => field.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

export function pythonTypes(): string {
  const classes: Classes = new Map()
  for (const [name, schema] of Object.entries(WRITTEN)) {
    if (schema === undefined) continue
    const type = typeOf(schema, name, classes)
    if (type !== name) classes.set(name, `${name} = ${type}\n`)
  }
  return [HEAD, ...classes.values()].join('\n\n')
}

if (process.argv[1] === import.meta.filename) writeFileSync(PYTHON_TYPES_FILE, pythonTypes())
