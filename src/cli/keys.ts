/** `byhand keys`: creates, lists, rotates and revokes keys, even while the service is running. */
import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import type { IssuedKey, KeyRequest, KeyRotation } from '../contract/dashboard/keys.ts'
import type { OverlapHours } from '../contract/dashboard/page.ts'
import { defined } from '../contract/defined.ts'
import { openManagedKeys } from '../server/account/managed_keys.ts'
import { normalizeOrigin, OriginError } from '../server/addresses/origin.ts'
import { isLive, isTestKey, type KeyKind, shortPrefix, wholeSiteKey } from '../server/workspace/keys.ts'
import { DEFAULT_SCOPES, type KeyRow, SCOPES, type Scope, type Workspace } from '../store/keys.ts'
import type { Store } from '../store/store.ts'
import { isTestWorkspace, liveWorkspaceOf } from '../store/test_workspace.ts'
import { withStore } from './open.ts'
import { overlapOption } from './overlap_option.ts'
import {
  asDate,
  type Columns,
  CommandError,
  listing,
  nameValueLines,
  printResult,
  type Terminal,
} from './terminal.ts'
import { asOperator, type CommandOptions, type CommandWorkspace, subcommand } from './workspace_command.ts'
import { findWorkspace, workspaceOption } from './workspaces.ts'

const RIGHTS: Readonly<Record<Scope, string>> = {
  sessions: 'read sessions',
  survey: 'analyze surveys',
  admin: 'manage the workspace',
}
const jsonOption = () => new Option('--json', 'print JSON')

export function keysCommand(terminal: Terminal): Command {
  return new Command('keys')
    .description('create, list, rotate and revoke keys; works while the service is running')
    .addHelpText(
      'after',
      `
Examples:
  byhand keys create secret --name backend
  byhand keys create secret --name surveys --scope survey --expires 90
  byhand keys create secret --name scripts --scope admin
  byhand keys create secret --name ci --test
  byhand keys create site --name shop --origin https://shop.example.org
  byhand keys list
  byhand keys rotate key_Zt3mC0Yw8kQ1sVbN --overlap 1
  byhand keys revoke key_Zt3mC0Yw8kQ1sVbN`,
    )
    .addCommand(createCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(rotateCommand(terminal))
    .addCommand(revokeCommand(terminal))
}

interface CreateOptions {
  readonly name: string
  readonly scope?: readonly Scope[]
  readonly origin: readonly string[]
  readonly expires?: number
  readonly test?: boolean
  readonly workspace?: string
  readonly json?: boolean
}

function createCommand(terminal: Terminal): Command {
  return new Command('create')
    .description('create a key; a secret key is shown only once')
    .addArgument(
      new Argument('[kind]', 'secret (for your server) or site (public, can only record sessions)')
        .choices(['secret', 'site'])
        .default('secret'),
    )
    .option('--name <name>', 'a name to recognize the key by', 'unnamed')
    .option(
      '--scope <scope...>',
      `permissions of a secret key, separated by spaces or commas; ${SCOPES.join(', ')}; default: ${DEFAULT_SCOPES.join(',')}`,
      asScopes,
    )
    .addOption(
      new Option('--origin <origin...>', 'origins that may use a site key')
        .argParser(asOrigin)
        .default([], 'any'),
    )
    .option('--expires <days>', 'days until the key expires; default: never', asDays)
    .option('--test', 'a test key, which reads and writes only test-mode data')
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .action(async (kind: KeyKind, { scope, origin, expires, test, ...options }: CreateOptions) => {
      if (kind === 'secret' && origin.length > 0) throw new CommandError('Only site keys have origins.')
      const request: KeyRequest = {
        kind,
        name: options.name,
        mode: test ? 'test' : 'live',
        ...(kind === 'site' ? { origins: [...origin] } : { scopes: [...(scope ?? DEFAULT_SCOPES)] }),
        ...defined({ expires_days: expires }),
      }
      const find = async (store: Store) => (await liveWorkspace(store, options.workspace)).id
      await issue('keys create', terminal, options.json, find, ({ actor, ...opened }) =>
        openManagedKeys(opened).create(actor, request),
      )
    })
}

function listCommand(terminal: Terminal): Command {
  return subcommand('list', 'list the keys of a workspace; secret keys are not shown in full').action(
    async (options: CommandOptions) => {
      const rows = await withStore(async (store) =>
        store.keys.list((await liveWorkspace(store, options.workspace)).id),
      )
      printResult(terminal, options, rows.map(asJson), () => listing(COLUMNS, rows))
    },
  )
}

function rotateCommand(terminal: Terminal): Command {
  return new Command('rotate')
    .description(
      'create a new key with the same permissions or origins; the old one expires after the overlap',
    )
    .argument('<id>', 'the ID of the key, as shown by `keys list`')
    .addOption(overlapOption('hours during which both keys are valid'))
    .addOption(jsonOption())
    .action(async (id: string, { overlap, json }: { overlap: string; json?: boolean }) => {
      const ended = `The key ${id} is revoked or expired. Create a new one instead.`
      const rotation: KeyRotation = { overlap_hours: Number(overlap) as OverlapHours }
      await issue(
        'keys rotate',
        terminal,
        json,
        workspaceOf(id),
        ({ actor, ...opened }) => openManagedKeys(opened).rotate(actor, id, rotation),
        ended,
      )
    })
}

function revokeCommand(terminal: Terminal): Command {
  return new Command('revoke')
    .description('revoke a key now; every node rejects it within five seconds')
    .argument('<id>', 'the ID of the key, as shown by `keys list`')
    .addOption(jsonOption())
    .action(async (id: string, { json }: { json?: boolean }) => {
      const at = Date.now()
      await withStore((store, config) =>
        asOperator('keys revoke', {
          store,
          config,
          find: workspaceOf(id),
          run: ({ actor, ...opened }) => openManagedKeys(opened).revoke(actor, id),
          missing: `The key ${id} is already revoked.`,
        }),
      )
      terminal.out(json ? JSON.stringify({ id, revoked_at: at }) : `Revoked ${id}.`)
    })
}

/** Runs an operation that issues a key, and prints the key. */
async function issue(
  command: string,
  terminal: Terminal,
  json: boolean | undefined,
  find: (store: Store) => Promise<string>,
  run: (opened: CommandWorkspace) => Promise<IssuedKey>,
  missing?: string,
): Promise<void> {
  const { secret, row } = await withStore(async (store, config) => {
    const { key, secret } = await asOperator(command, { store, config, find, run, missing })
    return { secret, row: await findKey(store, key.id) }
  })
  showIssued(terminal, { key: secret, row }, json)
}

const workspaceOf = (id: string) => async (store: Store) => (await findKey(store, id)).workspace

async function liveWorkspace({ keys }: Store, named: string | undefined): Promise<Workspace> {
  const found = await findWorkspace(keys, named)
  if (!isTestWorkspace(found.id)) return found
  throw new CommandError(`Keys belong to the live workspace. Use --workspace ${liveWorkspaceOf(found.id)}.`)
}

async function findKey({ keys }: Store, id: string): Promise<KeyRow> {
  for (const { id: workspace } of await keys.workspaces()) {
    const found = (await keys.list(workspace)).find((key) => key.id === id)
    if (found !== undefined) return found
  }
  throw new CommandError(`There is no key ${id}. Run \`byhand keys list\` to see all keys.`)
}

function showIssued(
  terminal: Terminal,
  { key, row }: { key: string; row: KeyRow },
  json: boolean | undefined,
): void {
  const { id, name } = row
  const lines = nameValueLines([
    ['Key', key],
    ['Id', id],
    ['Name', name],
    ['Rights', rightsOf(row)],
  ])
  terminal.out(json ? JSON.stringify({ ...asJson(row), secret: key }, null, 2) : lines)
  if (row.kind === 'secret') terminal.note('The key is shown only once; the service stores its hash.\n')
}

function asJson(row: KeyRow) {
  const { id, workspace, kind, name, prefix, last4, scopes, origins } = row
  return {
    id,
    workspace,
    kind,
    mode: isTestKey(row) ? 'test' : 'live',
    name,
    site_key: wholeSiteKey(row),
    prefix: shortPrefix(prefix),
    last4,
    scopes,
    origins,
    created_at: row.createdAt,
    last_used_at: row.lastUsedAt,
    expires_at: row.expiresAt,
    revoked_at: row.revokedAt,
  }
}

const COLUMNS: Columns<KeyRow> = {
  id: ({ id }) => id,
  key: (row) => wholeSiteKey(row) ?? `${shortPrefix(row.prefix)}...${row.last4}`,
  kind: ({ kind }) => kind,
  name: ({ name }) => name,
  permissions: rightsOf,
  created: ({ createdAt }) => asDate(createdAt),
  'last used': ({ lastUsedAt }) => asDate(lastUsedAt),
  state: stateOf,
}

function rightsOf({ kind, scopes, origins }: KeyRow): string {
  if (kind === 'secret') return scopes.map((scope) => RIGHTS[scope]).join(', ')
  return `record sessions from ${origins.length === 0 ? 'any page' : origins.join(', ')}`
}

function stateOf(row: KeyRow): string {
  if (isLive(row, Date.now()))
    return row.expiresAt === null ? 'active' : `active until ${asDate(row.expiresAt)}`
  return row.revokedAt === null ? 'expired' : 'revoked'
}

function asOrigin(text: string, before: readonly string[]): readonly string[] {
  try {
    return [...before, normalizeOrigin(text)]
  } catch (error) {
    if (error instanceof OriginError) throw new InvalidArgumentError(`It ${error.message}.`)
    throw error
  }
}

function asScopes(text: string, before: readonly Scope[] = []): readonly Scope[] {
  const names = text.split(',').map((name) => name.trim())
  const isScope = (name: string): name is Scope => (SCOPES as readonly string[]).includes(name)
  if (!names.every(isScope)) throw new InvalidArgumentError(`Allowed choices are ${SCOPES.join(', ')}.`)
  return [...new Set([...before, ...names])]
}

function asDays(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new InvalidArgumentError('It must be a whole number of days from 1 to 9999.')
  return Number(text)
}
