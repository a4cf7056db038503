/** Runs an operation on one workspace of the configured store. Its errors become one sentence. */
import { Command } from 'commander'
import { type Actor, type Audit, openAudit } from '../server/audit/audit_log.ts'
import type { Config } from '../server/config/config.ts'
import { ApiError } from '../server/http/errors.ts'
import type { Store } from '../store/store.ts'
import { withStore } from './open.ts'
import { CommandError } from './terminal.ts'
import { findWorkspace, workspaceOption } from './workspaces.ts'

export interface CommandWorkspace {
  readonly store: Store
  readonly config: Config
  readonly actor: Actor
  readonly audit: Audit
  now(): number
}

export interface CommandOptions {
  readonly workspace?: string
  readonly json?: boolean
}

/** A subcommand on one workspace that can print JSON. */
export const subcommand = (name: string, description: string) =>
  new Command(name).description(description).addOption(workspaceOption()).option('--json', 'print JSON')

/** `command` is the name in the audit log; `missing` the sentence for an id that does not exist. */
export async function inWorkspace<Result>(
  command: string,
  { workspace }: CommandOptions,
  run: (opened: CommandWorkspace) => Promise<Result>,
  missing?: string,
): Promise<Result> {
  const find = async ({ keys }: Store) => (await findWorkspace(keys, workspace)).id
  return withStore((store, config) => asOperator(command, { store, config, find, run, missing }))
}

interface OperatorOptions<Result> {
  readonly store: Store
  readonly config: Config
  /** The workspace of the command. */
  find(store: Store): Promise<string>
  run(opened: CommandWorkspace): Promise<Result>
  readonly missing?: string | undefined
}

/** Runs an operation in the name of a command. */
export async function asOperator<Result>(
  command: string,
  { store, config, find, run, missing }: OperatorOptions<Result>,
): Promise<Result> {
  const actor = { workspace: await find(store), memberId: null, name: `byhand ${command}`, address: '' }
  const now = Date.now
  try {
    return await run({ store, config, actor, audit: openAudit(store.audit, now), now })
  } catch (error) {
    throw error instanceof ApiError ? new CommandError(sentenceOf(error, missing)) : error
  }
}

function sentenceOf({ code, status, message, options }: ApiError, missing: string | undefined): string {
  if (status === 404 && missing !== undefined && options.detail === undefined) return missing
  if (code !== 'invalid_request' || options.errors === undefined) return message
  const faults = options.errors.map(({ pointer, detail }) => {
    const name = pointer.replace(/^\//, '').replaceAll('/', '.')
    return name === '' ? detail : `${name} ${detail}`
  })
  return `Not valid: ${faults.join('; ')}.`
}
