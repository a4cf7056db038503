/** Calls operations on one workspace of the configured store, in the name of a command. */
import { basename } from 'node:path'
import { openLocalApi } from '../../server/boot/local_api.ts'
import { callLocally, type LocalRequest, type LocalResponse } from '../../server/boot/local_call.ts'
import { describedOperations } from '../../server/boot/operations.ts'
import type { Operation } from '../../server/http/operation.ts'
import { openLog } from '../../server/telemetry/log.ts'
import type { ReadableKeys } from '../find_workspace.ts'
import { withWritableStore } from '../open.ts'
import { readWhole } from '../read_whole.ts'
import { CommandError, type Terminal } from '../terminal.ts'
import { fieldsOf, hasBody, routeOf } from './fields.ts'

/** By name as the API names them: IDs in the path, parameters and fields of the body; `file` is the path of a file. */
export type Fields = Readonly<Record<string, unknown>>

export interface Operations {
  /** The result of an operation that returns JSON. */
  json<Answer>(name: string, fields?: Fields): Promise<Answer>
  /** `body`: further fields of the body. */
  send(name: string, fields: Fields, body?: object): Promise<LocalResponse>
}

export interface CallerOptions {
  /** In the audit log: `byhand ` and this. */
  readonly command: string
  readonly terminal: Terminal
  /** Creates the store if there is none. */
  readonly createsStore?: boolean | undefined
  /** The ID of the workspace. */
  workspace(keys: ReadableKeys): Promise<string>
}

export const OPERATIONS = describedOperations()

/** `name`: the operation ID, or the route of an internal operation. */
export function operationOf(name: string, operations = OPERATIONS): Operation {
  const found = operations.find((one) => name === (one.document?.operationId ?? routeOf(one)))
  if (found === undefined) throw new Error(`there is no operation ${name}`)
  return found
}

export function withOperations<Result>(
  { command, terminal, createsStore = false, workspace }: CallerOptions,
  run: (operations: Operations) => Promise<Result>,
): Promise<Result> {
  return withWritableStore(
    async (store, config) => {
      const actor = {
        workspace: await workspace(store.keys),
        memberId: null,
        name: `byhand ${command}`,
        address: '',
      }
      const log = openLog('warn', (line) => terminal.note(line))
      const api = await openLocalApi({ config, store, log })
      const send: Operations['send'] = async (name, fields, body) => {
        const operation = operationOf(name, api.operations)
        return callLocally(operation, await requestOf(operation, fields, body), actor)
      }
      try {
        return await run({ send, json: async (name, fields = {}) => jsonOf(await send(name, fields)) })
      } finally {
        await api.close()
      }
    },
    { create: createsStore },
  )
}

export async function jsonOf<Answer>({ content }: LocalResponse): Promise<Answer> {
  return JSON.parse(Buffer.concat(await Array.fromAsync(content)).toString('utf8'))
}

/** Fields that the operation does not have are left out. */
async function requestOf(operation: Operation, fields: Fields, body: object = {}): Promise<LocalRequest> {
  const known = fieldsOf(operation)
  const given = (place: string) =>
    known
      .filter((field) => field.place === place && fields[field.name] !== undefined)
      .map(({ name }) => [name, fields[name]] as const)
  const texts = (place: string): Record<string, string> =>
    Object.fromEntries(given(place).map(([name, value]) => [name, String(value)]))
  const { file } = texts('file')
  if (file !== undefined)
    return {
      params: texts('path'),
      query: { name: basename(file), ...texts('query') },
      body: await bytesOf(file),
    }
  return {
    params: texts('path'),
    query: texts('query'),
    body: hasBody(operation) ? { ...body, ...Object.fromEntries(given('body')) } : undefined,
  }
}

async function bytesOf(path: string): Promise<Buffer> {
  const bytes = await readWhole(path)
  if (bytes.length === 0) throw new CommandError(`${path} is empty.`)
  return bytes
}
