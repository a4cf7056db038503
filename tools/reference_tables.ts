/**
 * Writes the tables of the reference that follow from the code: error codes, variables, commands, endpoints, permissions,
 * webhook events, fields, test sessions and traces of automation tools.
 * `node tools/reference_tables.ts`, after a change of any of them.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Argument, Command, Option } from 'commander'
import { CAUSES, MAX_BY_DEBUGGER } from '../src/checks/bot/causes.ts'
import { conditionOf } from '../src/checks/bot/conditions.ts'
import { LIMITS, PLACEHOLDER, type Trace, WEIGHTS } from '../src/checks/bot/trace.ts'
import { TRACES } from '../src/checks/bot/traces.ts'
import { loadAll } from '../src/cli/program.ts'
import { WEBHOOK_BODIES } from '../src/contract/webhook_events.ts'
import { CANNED_SESSIONS } from '../src/report/canned/canned_sessions.ts'
import { operationsByCaller } from '../src/server/boot/operations.ts'
import { VARIABLES } from '../src/server/config/config_variables.ts'
import { ERRORS } from '../src/server/http/errors.ts'
import type { Operation as Declared } from '../src/server/http/operation.ts'
import { partsInPlace } from './parts_in_place.ts'
import { servedOpenApi } from './served_openapi.ts'
import { type Table, tablesAsJson } from './tables.ts'

export const TABLES_FOLDER = join(import.meta.dirname, '../docs/reference/tables')

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}
interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly description?: string
  }[]
}
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: object
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** Operations whose parameters need a table of their own. */
const WITH_PARAMETERS = ['listSessions', 'createSurveyJob']

/** Schemas that the reference shows field by field. */
const SHOWN = [
  'SessionReport',
  'RiskContribution',
  'EvidenceCoverage',
  'StepUp',
  'VerifiedAgent',
  'EventLog',
  'EventEntry',
  'SurveyRequestV021',
  'SurveyResultV021',
  'SurveyResultV012',
  'FingerprintChecks',
  'SettingsChange',
]

const code = (text: string): string => `\`${text}\``
const idOf = (title: string): string =>
  title
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(' ', '-')

/** File name to its content. */
export async function referenceTables(served: unknown): Promise<ReadonlyMap<string, string>> {
  const document = partsInPlace(served as OpenApi)
  const terminal = { out: () => {}, write: async () => {}, note: () => {}, isScreen: false }
  const files: Readonly<Record<string, readonly Table[]>> = {
    errors: [errorTable()],
    test_sessions: [testSessionTable()],
    bot_traces: [traceTable(), causeTable()],
    configuration: [variableTable()],
    commands: (await loadAll(terminal)).commands.map(commandTable),
    endpoints: endpointTables(document),
    permissions: permissionTables(),
    webhooks: [eventTable()],
    parameters: parameterTables(document),
    fields: SHOWN.map((name) => fieldTable(name, document)),
  }
  return new Map(Object.entries(files).map(([name, tables]) => [`${name}.json`, tablesAsJson(tables)]))
}

const errorTable = (): Table => ({
  id: 'codes',
  title: 'All codes',
  head: ['code', 'status', 'title', 'detail'],
  rows: Object.entries(ERRORS).map(([name, { status, title, detail }]) => [
    code(name),
    String(status),
    title,
    detail,
  ]),
})

const testSessionTable = (): Table => ({
  id: 'sessions',
  title: 'Test sessions',
  head: ['session ID', 'report'],
  rows: CANNED_SESSIONS.map(({ id, meaning }) => [code(id), meaning]),
})

const traceTable = (): Table => ({
  id: 'traces',
  title: 'Traces',
  head: ['trace', 'weight', 'counts in', 'harmless cause', 'kind'],
  rows: TRACES.map((trace) => [
    traceName(trace),
    traceWeight(trace),
    conditionOf(trace.where ?? 'always').words || 'every browser',
    traceCause(trace),
    trace.kind,
  ]),
})

/** Traces that most people of one system or browser have count only with another one. */
function traceName({ evidence, isUsual, ...trace }: Trace): string {
  const count = 'value' in trace ? `${trace.least} or more` : undefined
  const name = evidence.replace(PLACEHOLDER, (given) => count ?? given.slice(1, -1))
  return `${name}${isUsual === true ? '; only with another trace' : ''}`
}

function traceWeight({ weight: name, parts: words = {}, within }: Trace): string {
  const { weight, parts = {}, most, measured } = WEIGHTS[name]
  const each = Object.entries(parts).map(([part, value]) => `${words[part]}: ${value}`)
  const all = [
    ...(weight === undefined ? each : [String(weight)]),
    ...(most === undefined ? [] : [`together at most ${most}`]),
    ...(within === undefined ? [] : [`all ${within} together at most ${LIMITS[within]}`]),
  ].join('; ')
  return measured === null ? all : `${all} ([measured](../../benchmarks/${measured}))`
}

function traceCause({ cause = {} }: Trace): string {
  if (typeof cause === 'string') return CAUSES[cause].words
  return Object.entries(cause)
    .map(([name, when]) => `${CAUSES[name as keyof typeof CAUSES].words} ${conditionOf(when).words}`.trim())
    .join('; otherwise ')
}

const causeTable = (): Table => ({
  id: 'causes',
  title: 'Harmless causes',
  head: ['cause', 'traces together at most'],
  rows: Object.entries(CAUSES).map(([name, { words, most }]) => [
    words,
    name === 'tools'
      ? `${most}; with a debugger ${MAX_BY_DEBUGGER.hidden}; with a panel beside the page ${MAX_BY_DEBUGGER.docked}`
      : most,
  ]),
})

const variableTable = (): Table => ({
  id: 'variables',
  title: 'All variables',
  head: ['variable', 'default', 'meaning'],
  rows: Object.entries(VARIABLES).map(([name, { fallback, meaning }]) => [
    code(name),
    fallback === undefined ? 'unset' : code(fallback),
    meaning,
  ]),
})

function commandTable(command: Command): Table {
  const title = `byhand ${command.name()}`
  return {
    id: idOf(title),
    title,
    head: ['command, argument or option', 'meaning'],
    rows: commandRows(command, 'byhand'),
  }
}

/** Options of almost every command, which the page describes once. */
const isCommon = ({ long, hidden }: Option): boolean =>
  hidden || ['--json', '--workspace'].includes(long ?? '')

function argumentName(argument: Argument): string {
  const text = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${text}>` : `[${text}]`
}

function commandRows(command: Command, parent: string): [string, string][] {
  const name = `${parent} ${command.name()}`
  const help = command.createHelp()
  return [
    [
      `**${code([name, ...command.registeredArguments.map(argumentName)].join(' '))}**`,
      command.description(),
    ],
    ...command.registeredArguments
      .filter(({ description }) => description !== '')
      .map((one): [string, string] => [code(argumentName(one)), help.argumentDescription(one)]),
    ...command.options
      .filter((option) => !isCommon(option))
      .map((option): [string, string] => [code(option.flags), help.optionDescription(option)]),
    ...help
      .visibleCommands(command)
      .filter((one) => command.commands.includes(one))
      .flatMap((one) => commandRows(one, name)),
  ]
}

interface EventData {
  readonly description: string
  readonly properties: { readonly data: EventFields }
}
interface EventFields {
  readonly properties?: Readonly<Record<string, EventFields>>
  readonly required?: readonly string[]
}

const eventTable = (): Table => ({
  id: 'events',
  title: 'Events',
  head: ['type', 'when', 'fields of `data`'],
  rows: Object.entries(WEBHOOK_BODIES as unknown as Readonly<Record<string, EventData>>).map(
    ([type, { description, properties }]) => [code(type), description, fieldNames(properties.data)],
  ),
})

/** `a`, `b` (optional), `c` with `d` and `e` */
const fieldNames = ({ properties = {}, required = [] }: EventFields): string =>
  Object.entries(properties)
    .map(([name, { properties: inner }]) => {
      const fields = inner === undefined ? '' : ` (${Object.keys(inner).map(code).join(', ')})`
      return `${code(name)}${required.includes(name) ? '' : ' (optional)'}${fields}`
    })
    .join(', ')

const CALLERS = {
  api: 'API',
  dashboard: 'Dashboard only',
  command: 'Command line only',
} as const

const permissionTables = (): Table[] =>
  Object.entries(operationsByCaller()).map(([caller, operations]) => ({
    id: caller,
    title: CALLERS[caller as keyof typeof CALLERS],
    head: ['operation', 'permission of a key', 'lowest role of a member', 'audit entry'],
    rows: operations.map(permissionRow),
  }))

function permissionRow({ route, allow, audit }: Declared): string[] {
  const { scope, role } = allow === 'anyone' ? {} : allow
  const entry =
    typeof audit === 'object' && 'none' in audit ? `none: ${audit.none}` : [audit].flat().map(code).join(', ')
  return [
    code(`${route.method} ${route.url}`),
    scope === undefined ? '' : code(scope),
    allow === 'anyone' ? 'without a login' : (role ?? ''),
    entry,
  ]
}

function endpointTables({ paths }: OpenApi): Table[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags))]
  return tags.map((tag) => ({
    id: idOf(tag),
    title: tag,
    head: ['endpoint', 'meaning'],
    rows: operations
      .filter(({ operation }) => operation.tags.includes(tag))
      // The page describes the second form of these once.
      .filter(({ operation }) => !operation.summary.endsWith('(ID in the query)'))
      .map(({ path, method, operation }) => [code(`${method.toUpperCase()} ${path}`), meaningOf(operation)]),
  }))
}

function meaningOf({ summary, description, parameters = [] }: Operation): string {
  const names = parameters.filter((one) => one.in === 'query').map(({ name }) => code(name))
  return [
    `${summary}.`,
    description,
    ...(names.length === 0 ? [] : [`Parameters: ${names.join(', ')}.`]),
  ].join(' ')
}

const parameterTables = ({ paths }: OpenApi): Table[] =>
  WITH_PARAMETERS.map((id) => {
    const operation = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .find(({ operationId }) => operationId === id) as Operation
    return {
      id: idOf(id),
      title: operation.summary,
      head: ['parameter', 'meaning'],
      rows: (operation.parameters ?? [])
        .filter((one) => one.in === 'query')
        .map(({ name, description = '' }) => [code(name), description]),
    }
  })

function fieldTable(name: string, { components }: OpenApi): Table {
  const { properties = {}, required = [] } = components.schemas[name] as Schema
  return {
    id: idOf(name),
    title: name,
    head: ['field', 'type', 'meaning'],
    rows: Object.entries(properties).map(([field, schema]) => [
      code(field),
      `${typeOf(schema, components.schemas)}${required.includes(field) ? '' : ', optional'}`,
      schema.description ?? '',
    ]),
  }
}

function typeOf(schema: Schema, schemas: Readonly<Record<string, Schema>>): string {
  if (schema.$ref !== undefined) return typeOf(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas)
  if (schema.anyOf !== undefined)
    return [...new Set(schema.anyOf.map((one) => typeOf(one, schemas)))].join(' or ')
  if (schema.type !== undefined) return [schema.type].flat().join(' or ')
  return schema.const === undefined && schema.enum === undefined ? 'object' : 'string'
}

if (process.argv[1] === import.meta.filename) {
  for (const [name, text] of await referenceTables(await servedOpenApi()))
    writeFileSync(join(TABLES_FOLDER, name), text)
}
