/** Writes the types of the Node client from the schemas of the contract: `node tools/node_client_types.ts`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../src/contract/problem.ts'
import { SignedResult, VerifyAnswer } from '../src/contract/result.ts'
import { EventLog, SessionRecord, SessionReport, TagSessions, UserSessions } from '../src/contract/session.ts'
import {
  SurveyRequestV012,
  SurveyRequestV021,
  SurveyResultV012,
  SurveyResultV021,
} from '../src/contract/survey.ts'

export const TYPES_FILE = join(import.meta.dirname, '../clients/node/src/contract.ts')

const WRITTEN = {
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
  Problem,
}

interface Schema {
  readonly title?: string
  readonly description?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema | readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, Schema>>
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

function typeOf(schema: Schema, depth: number): string {
  const { title } = schema
  if (depth > 0 && title !== undefined && title in WRITTEN) return title
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.anyOf) return schema.anyOf.map((part) => typeOf(part, depth + 1)).join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => typeOf(part, depth + 1)).join(' & ')
  if (schema.type === 'array') return arrayOf(schema, depth)
  if (schema.properties) return objectOf(schema, depth)
  const [values] = Object.values(schema.patternProperties ?? {})
  if (values) return `Readonly<Record<string, ${typeOf(values, depth + 1)}>>`
  return PLAIN[schema.type ?? ''] ?? 'unknown'
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))

function arrayOf({ items }: Schema, depth: number): string {
  if (Array.isArray(items)) return `readonly [${items.map((item) => typeOf(item, depth + 1)).join(', ')}]`
  const item = typeOf((items ?? {}) as Schema, depth + 1)
  return /[|&]/.test(item) && !item.startsWith('{') ? `readonly (${item})[]` : `readonly ${item}[]`
}

function objectOf({ properties = {}, required = [] }: Schema, depth: number): string {
  const indent = '  '.repeat(depth + 1)
  const lines = Object.entries(properties).map(([name, schema]) => {
    const comment = schema.description ? `${indent}/** ${schema.description} */\n` : ''
    return `${comment}${indent}readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema, depth + 1)}`
  })
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`
}

export function clientTypes(): string {
  const types = Object.entries(WRITTEN).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema, 0)}\n`,
  )
  return `/** Types of the API. Written by tools/node_client_types.ts from the contract. */\n\n${types.join('\n')}`
}

if (process.argv[1] === import.meta.filename) writeFileSync(TYPES_FILE, clientTypes())
