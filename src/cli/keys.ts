/** `byhand keys`: creates, lists, rotates and revokes keys, even while the service is running. */
import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import type { OverlapHours } from '../contract/dashboard/page.ts'
import { normalizeOrigin, OriginError } from '../server/addresses/origin.ts'
import { openTestWorkspace } from '../server/test_mode/test_mode.ts'
import {
  createKey,
  type IssuedKey,
  isLive,
  isTestKey,
  type KeyKind,
  revokeKey,
  rotateKey,
  shortPrefix,
  wholeSiteKey,
} from '../server/workspace/keys.ts'
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
import { type CommandOptions, subcommand } from './workspace_command.ts'
import { findWorkspace, workspaceOption } from './workspaces.ts'

const DAY_MS = 24 * 3_600_000
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
    .action(async (kind: KeyKind, options: CreateOptions) => {
      if (kind === 'secret' && options.origin.length > 0)
        throw new CommandError('Only site keys have origins.')
      const now = Date.now()
      const issued = await withStore(async (store) => {
        const { id: workspace } = await liveWorkspace(store, options.workspace)
        if (options.test) await openTestWorkspace(store, workspace, now)
        return createKey(
          store.keys,
          {
            workspace,
            kind,
            name: options.name,
            scopes: options.scope ?? DEFAULT_SCOPES,
            origins: options.origin,
            isTest: options.test ?? false,
            ...(options.expires !== undefined && { expiresAt: now + options.expires * DAY_MS }),
          },
          now,
        )
      })
      showIssued(terminal, issued, options.json)
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
      const issued = await withStore(async (store) => {
        const { workspace } = await findKey(store, id)
        return rotateKey(store.keys, workspace, id, Number(overlap) as OverlapHours, Date.now())
      })
      if (issued === null)
        throw new CommandError(`The key ${id} is revoked or expired. Create a new one instead.`)
      showIssued(terminal, issued, json)
    })
}

function revokeCommand(terminal: Terminal): Command {
  return new Command('revoke')
    .description('revoke a key now; every node rejects it within five seconds')
    .argument('<id>', 'the ID of the key, as shown by `keys list`')
    .addOption(jsonOption())
    .action(async (id: string, { json }: { json?: boolean }) => {
      const at = Date.now()
      const done = await withStore(async (store) => {
        const { workspace } = await findKey(store, id)
        return revokeKey(store.keys, workspace, id, at)
      })
      if (!done) throw new CommandError(`The key ${id} is already revoked.`)
      terminal.out(json ? JSON.stringify({ id, revoked_at: at }) : `Revoked ${id}.`)
    })
}

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

function showIssued(terminal: Terminal, { key, row }: IssuedKey, json: boolean | undefined): void {
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
