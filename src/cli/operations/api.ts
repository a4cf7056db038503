/** Calls operations on one workspace of the configured store, in the name of a command. */
import { openLocalApi } from '../../server/boot/local_api.ts'
import type { LocalCall, LocalResponse } from '../../server/boot/local_call.ts'
import { ApiError, ERRORS } from '../../server/http/errors.ts'
import { openLog } from '../../server/telemetry/log.ts'
import { withStore } from '../open.ts'
import { CommandError, type Terminal } from '../terminal.ts'
import { findWorkspace } from '../workspaces.ts'

export interface CallerOptions {
  /** In the audit log: `byhand ` and this. */
  readonly command: string
  /** ID or name. Undefined: the only one. */
  readonly workspace: string | undefined
  readonly terminal: Terminal
}

export function withOperations<Result>(
  { command, workspace, terminal }: CallerOptions,
  run: (call: LocalCall) => Promise<Result>,
): Promise<Result> {
  return withStore(async (store, config) => {
    const { id } = await findWorkspace(store.keys, workspace)
    const log = openLog('warn', (line) => terminal.note(line))
    const actor = { workspace: id, memberId: null, name: `byhand ${command}`, address: '' }
    const api = await openLocalApi({ config, store, log, actor })
    try {
      return await run(api.call)
    } finally {
      await api.close()
    }
  })
}

export async function jsonOfResponse({ content }: LocalResponse): Promise<unknown> {
  return JSON.parse(Buffer.concat(await Array.fromAsync(content)).toString('utf8'))
}

export interface Naming {
  /** A field as the user typed it. */
  nameOf(field: string): string
  /** What does not exist, if the operation finds nothing. */
  missing(): string
}

/** The sentence for an error of an operation. Other errors stay as they are. */
export function inOneSentence(error: unknown, { nameOf, missing }: Naming): unknown {
  if (!(error instanceof ApiError)) return error
  const { code, message, options } = error
  if (code === 'not_found' && message === ERRORS.not_found.detail) return new CommandError(missing())
  if (options.errors === undefined) return new CommandError(message)
  const faults = options.errors.map(({ pointer, detail }) => {
    const [field = '', ...rest] = pointer.replace(/^\//, '').split('/')
    return field === '' ? detail : `${[nameOf(field), ...rest].join('.')} ${detail}`
  })
  return new CommandError(`Not valid: ${faults.join('; ')}.`)
}
