/** `byhand call`: calls any operation of the API on the database of this machine. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Command, type Option } from 'commander'
import type { LocalRequest, LocalResponse } from '../server/boot/local_call.ts'
import { describedOperations } from '../server/boot/operations.ts'
import type { RouteDocument } from '../server/http/openapi_operation.ts'
import type { Operation } from '../server/http/operation.ts'
import { cannotRead } from './file_error.ts'
import { writeNewFile } from './new_file.ts'
import { inOneSentence, jsonOfResponse, withOperations } from './operations/api.ts'
import { argumentOf, type Field, fieldsOf, hasBody, optionOf, routeOf } from './operations/fields.ts'
import { CommandError, EXIT, listing, type Terminal } from './terminal.ts'
import { workspaceOption } from './workspaces.ts'

export function callCommand(terminal: Terminal): Command {
  const operations = describedOperations().filter(isDocumented)
  const command = new Command('call')
    .description(
      'call an operation of the API on the database of this machine; without a name, list them all',
    )
    .argument('[operation]', 'the name of the operation, with its own arguments and options')
    .option('--json', 'print the list as JSON')
    // Those of an operation that does not exist.
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText(
      'after',
      `
Examples:
  byhand call
  byhand call createWebhook --help
  byhand call listSessions --limit 5 --min-score 70
  byhand call updateSettings --body '{"retention": {"session_days": 90}}'
  byhand call exportSessions --format csv --out sessions.csv`,
    )
    .action((name: string | undefined, { json }: { json?: boolean }) => {
      if (name !== undefined) {
        throw new CommandError(
          `There is no operation ${name}. Run \`byhand call\` to see all operations.`,
          EXIT.usage,
        )
      }
      const items = operations.map(itemOf)
      terminal.out(json ? JSON.stringify(items, null, 2) : listing(COLUMNS, items))
    })
  for (const operation of operations)
    command.addCommand(operationCommand(operation, terminal), { hidden: true })
  return command
}

type Documented = Operation & { readonly document: RouteDocument }

const isDocumented = (operation: Operation): operation is Documented => operation.document !== undefined

const itemOf = (operation: Documented) => {
  const { operationId, summary } = operation.document
  return { operation: operationId, route: routeOf(operation), summary }
}

const COLUMNS = {
  operation: ({ operation }: ReturnType<typeof itemOf>) => operation,
  route: ({ route }: ReturnType<typeof itemOf>) => route,
  summary: ({ summary }: ReturnType<typeof itemOf>) => summary,
}

function operationCommand(operation: Documented, terminal: Terminal): Command {
  const { operationId, summary, description } = operation.document
  const command = new Command(operationId).description(`${summary}. ${description}`)
  const fields = fieldsOf(operation)
  const inPath = fields.filter(({ place }) => place === 'path')
  const options = fields
    .filter(({ place }) => place !== 'path')
    .map((field) => ({ field, option: optionOf(field) }))
  for (const field of inPath) command.addArgument(argumentOf(field))
  if (operation.isFile) command.argument('<file>', 'the file to send')
  for (const { option } of options) command.addOption(option)
  if (hasBody(operation)) {
    command.option(
      '--body <json|@file>',
      'the whole body as JSON, or a file that holds it; options change fields of it',
    )
  }
  return command
    .option('--out <file>', 'a new file for the result; an existing file is never overwritten')
    .addOption(workspaceOption())
    .action(async () => {
      const values = command.opts<Values>()
      const request = await requestOf(operation, command.args, options, values)
      const named = new Map(options.map(({ field, option }) => [field.name, option.long as string]))
      const caller = { command: `call ${operationId}`, workspace: values.workspace, terminal }
      const naming = {
        nameOf: (field: string) => named.get(field) ?? field,
        missing: () =>
          `Not found: ${inPath.map(({ schema }, at) => `${schema.description} ${command.args[at]}`).join(', ')}.`,
      }
      try {
        await withOperations(caller, (call) => print(() => call(operation, request), values.out, terminal))
      } catch (error) {
        throw inOneSentence(error, naming)
      }
    })
}

interface Values {
  readonly workspace?: string
  readonly out?: string
  readonly body?: string
  readonly [option: string]: unknown
}

async function requestOf(
  operation: Operation,
  args: readonly string[],
  options: readonly { readonly field: Field; readonly option: Option }[],
  values: Values,
): Promise<LocalRequest> {
  const inPath = fieldsOf(operation).filter(({ place }) => place === 'path')
  const given = (place: Field['place']) =>
    options
      .filter(({ field, option }) => field.place === place && values[option.attributeName()] !== undefined)
      .map(({ field, option }) => [field.name, values[option.attributeName()]] as const)
  const query = Object.fromEntries(given('query')) as Record<string, string>
  const file = operation.isFile ? (args.at(-1) as string) : undefined
  return {
    params: Object.fromEntries(inPath.map(({ name }, at) => [name, args[at] as string])),
    query: file === undefined ? query : { name: basename(file), ...query },
    body:
      file !== undefined
        ? await bytesOf(file)
        : hasBody(operation)
          ? { ...(await wholeBody(values.body)), ...Object.fromEntries(given('body')) }
          : undefined,
  }
}

async function wholeBody(given: string | undefined): Promise<object> {
  if (given === undefined) return {}
  const text = given.startsWith('@') ? (await bytesOf(given.slice(1))).toString('utf8') : given
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  } catch {
    // The message below says what is expected.
  }
  throw new CommandError('--body must be a JSON object, or @ and the name of a file with one.', EXIT.usage)
}

const bytesOf = (path: string): Promise<Buffer> =>
  readFile(path).catch((error) => {
    throw cannotRead(path, error)
  })

async function print(
  call: () => Promise<LocalResponse>,
  out: string | undefined,
  terminal: Terminal,
): Promise<void> {
  if (out !== undefined) {
    const written = await writeNewFile(out, async () => (await call()).content)
    return terminal.out(JSON.stringify(written, null, 2))
  }
  const response = await call()
  if (response.isJson) return terminal.out(JSON.stringify(await jsonOfResponse(response), null, 2))
  for await (const bytes of response.content) await terminal.write(bytes)
}
