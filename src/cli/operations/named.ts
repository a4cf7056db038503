/** Commands that are names of operations: arguments, options and their help come from the schemas. */
import { type Argument, Command, Option } from 'commander'
import { ApiError, ERRORS } from '../../server/http/errors.ts'
import { findWorkspace, type ReadableKeys, workspaceOption } from '../find_workspace.ts'
import { writeNewFile, wroteText } from '../new_file.ts'
import { readWhole } from '../read_whole.ts'
import { type Columns, CommandError, EXIT, listing, printResult, type Terminal } from '../terminal.ts'
import { type Fields, jsonOf, type Operations, operationOf, withOperations } from './api.ts'
import { argumentOf, type Field, fieldsOf, meaningOf, optionOf } from './fields.ts'

export interface Given {
  /** By the names of the API. */
  readonly fields: Fields
  /** As commander names them. */
  // biome-ignore lint/suspicious/noExplicitAny: the declaration of an option says its type
  readonly options: Readonly<Record<string, any>>
}

/** What is sent to the operation, or to another one. */
export interface Wanted {
  readonly operation?: string
  readonly fields?: Fields
}

export interface NamedOperation<Answer> {
  readonly name: string
  /** The operation ID, or the route of an internal operation. */
  readonly operation: string
  /** Default: the summary of the operation. */
  readonly description?: string
  /** Fields that are arguments, after the IDs in the path; undefined: as the schema says. */
  readonly arguments?: Readonly<Record<string, Argument | undefined>>
  /** Other names of options, other options for fields, and fields without an option (null). */
  readonly options?: Readonly<Record<string, string | Option | null>>
  /** Arguments and options that are no fields. */
  readonly more?: readonly (Argument | Option)[]
  /** Of fields that are not given. */
  readonly defaults?: Fields
  /** Parameters and fields of the body with an option; default: all. */
  readonly offered?: readonly string[]
  /** Required fields that may be missing, because `want` calls another operation then. */
  readonly mayLack?: readonly string[]
  /** Adds `--body`, so that no field of the body is required. */
  readonly hasBodyOption?: boolean
  /** Whether a file is written to `--out` only, or also to standard output. Undefined: the result is JSON. */
  readonly out?: 'required' | 'optional'
  want?(given: Given): Wanted
  /** Instead of calling the operation. */
  run?(operations: Operations, given: Given): Promise<Answer>
  /** Throws if the operation would be of no use. */
  check?(given: Given): Promise<void>
  /** Creates the store if there is none. */
  readonly createsStore?: boolean
  /** The ID of the workspace. Default: that of the option `--workspace`. */
  workspace?(keys: ReadableKeys, given: Given): Promise<string>
  /** The sentence if the operation finds nothing. */
  missing?(given: Given): string
  /** The columns of a list of items. */
  // biome-ignore lint/suspicious/noExplicitAny: of the items of the answer
  readonly columns?: Columns<any>
  text?(answer: Answer, given: Given): string
  /** What `--json` prints. Default: the answer, or the items of a list without pages. */
  json?(answer: Answer, given: Given): unknown
  /** Prints notes, and throws if the result is a failure. */
  after?(answer: Answer, given: Given): void
}

interface Items {
  readonly items: readonly unknown[]
  readonly next: string | null
}

/** Commands by the names that the audit log has, such as `webhooks create`. */
const names = new WeakMap<Command, string>()

/** The operation that a command calls; undefined: none. */
export const operationOfCommand = (command: Command): string | undefined => names.get(command)

/** `group`: the words before the name. */
export const openNames =
  (terminal: Terminal, group = '') =>
  <Answer>(declared: NamedOperation<Answer>): Command => {
    const operation = operationOf(declared.operation)
    const all = fieldsOf(operation)
    const command = new Command(declared.name).description(
      declared.description ?? lowerFirst(operation.document?.summary ?? ''),
    )
    names.set(command, declared.operation)

    const typed: TypedField[] = []
    const further = Object.entries(declared.arguments ?? {})
    const asArguments = [
      ...all.filter(({ place }) => place === 'path').map(({ name }) => [name, undefined] as const),
      ...further,
      ...all.filter(({ place }) => place === 'file').map(({ name }) => [name, undefined] as const),
    ]
    for (const [name, own] of asArguments) {
      const at = typed.length
      const argument = own ?? argumentOf(fieldNamed(all, name))
      command.addArgument(argument)
      typed.push({ name, shown: argument.name(), read: () => command.processedArgs[at] })
    }
    for (const field of all) {
      const own = declared.options?.[field.name]
      const isOffered = declared.offered?.includes(field.name) ?? true
      if (own === null || !isOffered || typed.some(({ name }) => name === field.name)) continue
      const option = own instanceof Option ? own : optionOf(field, own)
      const isInBody = field.place === 'body' && declared.hasBodyOption
      const byDefault = isInBody ? undefined : (declared.defaults?.[field.name] ?? field.schema.default)
      const isRequired = field.isRequired && !isInBody && !declared.mayLack?.includes(field.name)
      if (byDefault !== undefined) option.default(byDefault)
      else if (isRequired) option.makeOptionMandatory()
      command.addOption(option)
      const key = option.attributeName()
      typed.push({ name: field.name, shown: option.long as string, read: () => command.opts()[key] })
    }
    for (const one of declared.more ?? []) {
      if (one instanceof Option) command.addOption(one)
      else command.addArgument(one)
    }
    if (declared.hasBodyOption)
      command.option(
        '--body <json|@file>',
        'the whole body as JSON, or a file that holds it; options change fields of it',
      )
    if (declared.out !== undefined)
      command[declared.out === 'required' ? 'requiredOption' : 'option'](
        '--out <file>',
        'a new file that only you can read; an existing file is never overwritten',
      )
    if (declared.workspace === undefined) command.addOption(workspaceOption())
    command.option('--json', 'print JSON')

    return command.action(async () => {
      const given: Given = {
        fields: Object.fromEntries(typedValues(typed)),
        options: { ...command.opts(), ...restOf(command, typed) },
      }
      try {
        await run(given)
      } catch (error) {
        throw inOneSentence(error, typed, all, declared.missing?.(given), given)
      }
    })

    async function run(given: Given): Promise<void> {
      const { operation: name = declared.operation, fields = given.fields } = declared.want?.(given) ?? {}
      const { out, json, body: bodyText } = given.options
      const body = declared.hasBodyOption && bodyText !== undefined ? await readBody(bodyText) : undefined
      const isEmpty = !all.some(({ place, name }) => place === 'body' && fields[name] !== undefined)
      if (operation.route.method === 'PATCH' && isEmpty && body === undefined)
        throw new CommandError('Specify at least one change.')
      const find =
        declared.workspace ??
        (async (keys: ReadableKeys) => (await findWorkspace(keys, given.options.workspace)).id)
      const caller = {
        command: `${group} ${declared.name}`.trim(),
        terminal,
        createsStore: declared.createsStore,
        workspace: (keys: ReadableKeys) => find(keys, given),
      }
      await declared.check?.(given)
      await withOperations(caller, async (operations) => {
        if (declared.run !== undefined) return print(await declared.run(operations, given), given)
        const send = () => operations.send(name, fields, body)
        if (out !== undefined) {
          const written = await writeNewFile(out, async () => (await send()).content)
          return printResult(terminal, { json }, written, () => wroteText(written))
        }
        const response = await send()
        if (response.isJson) return print(await jsonOf<Answer>(response), given)
        for await (const bytes of response.content) await terminal.write(bytes)
      })
    }

    function print(answer: Answer, given: Given): void {
      const { columns, text, json, after } = declared
      const isPaged = all.some(({ name }) => name === 'cursor')
      const { items, next } = answer as Items
      const isList = columns !== undefined && items !== undefined
      printResult(
        terminal,
        { json: given.options.json ?? (columns === undefined && text === undefined) },
        json === undefined ? (isList && !isPaged ? items : answer) : json(answer, given),
        () =>
          text?.(answer, given) ?? listing(columns as NonNullable<typeof columns>, isList ? items : [answer]),
      )
      if (isList && isPaged && next !== null && !given.options.json) terminal.note(`More: --cursor ${next}\n`)
      after?.(answer, given)
    }
  }

interface TypedField {
  readonly name: string
  /** As the user types it. */
  readonly shown: string
  read(): unknown
}

const fieldNamed = (all: readonly Field[], name: string): Field => {
  const found = all.find((field) => field.name === name)
  if (found === undefined) throw new Error(`there is no field ${name}`)
  return found
}

const typedValues = (typed: readonly TypedField[]) =>
  typed.map(({ name, read }) => [name, read()] as const).filter(([, value]) => value !== undefined)

/** Arguments that are no fields, by their names. */
const restOf = (command: Command, typed: readonly TypedField[]) =>
  Object.fromEntries(
    command.registeredArguments
      .map((argument, at) => [argument.name(), command.processedArgs[at]] as const)
      .filter(([name]) => !typed.some(({ shown }) => shown === name)),
  )

/** The sentence for an error of an operation. Other errors stay as they are. */
function inOneSentence(
  error: unknown,
  typed: readonly TypedField[],
  all: readonly Field[],
  missing: string | undefined,
  { fields }: Given,
): unknown {
  if (!(error instanceof ApiError)) return error
  const { status, message, options } = error
  if (status === 404 && missing !== undefined && options.detail === undefined)
    return new CommandError(missing)
  if (message === ERRORS.not_found.detail) {
    const ids = all
      .filter(({ place }) => place === 'path')
      .map(({ name, schema }) => `${meaningOf(schema)} ${fields[name]}`)
    return new CommandError(`Not found: ${ids.join(', ')}.`)
  }
  if (options.errors === undefined) return new CommandError(message)
  const faults = options.errors.map(({ pointer, detail }) => {
    const [field = '', ...rest] = pointer.replace(/^\//, '').split('/')
    const shown = typed.find(({ name }) => name === field)?.shown ?? field
    return field === '' ? detail : `${[shown, ...rest].join('.')} ${detail}`
  })
  return new CommandError(`Not valid: ${faults.join('; ')}.`)
}

async function readBody(given: string): Promise<object> {
  const text = given.startsWith('@') ? (await readWhole(given.slice(1))).toString('utf8') : given
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  } catch {
    // The message below says what is expected.
  }
  throw new CommandError('--body must be a JSON object, or @ and the name of a file with one.', EXIT.usage)
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
