/** `byhand keys`: creates, lists, rotates and revokes keys, even while the service is running. */
import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import type { IssuedKey, KeyItem } from '../contract/dashboard/keys.ts'
import { normalizeOrigin, OriginError } from '../server/addresses/origin.ts'
import type { Scope } from '../store/keys.ts'
import type { ReadableKeys } from './find_workspace.ts'
import { type Given, openNames } from './operations/named.ts'
import { asDate, type Columns, CommandError, nameValueLines, type Terminal } from './terminal.ts'

const RIGHTS: Readonly<Record<Scope, string>> = {
  sessions: 'read sessions',
  survey: 'analyze surveys',
  admin: 'manage the workspace',
}

export function keysCommand(terminal: Terminal): Command {
  const named = openNames(terminal, 'keys')
  /** Prints a new key. */
  const issued = {
    text: ({ key, secret }: IssuedKey) =>
      nameValueLines([
        ['Key', secret],
        ['Id', key.id],
        ['Name', key.name],
        ['Rights', rightsOf(key)],
      ]),
    json: ({ key, secret }: IssuedKey) => ({ ...key, secret }),
    after({ key }: IssuedKey) {
      if (key.kind === 'secret') terminal.note('The key is shown only once; the service stores its hash.\n')
    },
  }

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
    .addCommand(
      named<IssuedKey>({
        name: 'create',
        description: 'create a key; a secret key is shown only once',
        operation: 'createKey',
        arguments: {
          kind: new Argument('[kind]', 'secret (for your server) or site (public, can only record sessions)')
            .choices(['secret', 'site'])
            .default('secret'),
        },
        options: {
          scopes: 'scope',
          origins: new Option('--origin <origin...>', 'origins that may use a site key').argParser(asOrigin),
          expires_days: 'expires',
          mode: null,
        },
        more: [new Option('--test', 'a test key, which reads and writes only test-mode data')],
        defaults: { name: 'unnamed' },
        want: ({ fields, options: { test } }) => ({ fields: { ...fields, ...(test && { mode: 'test' }) } }),
        ...issued,
      }),
    )
    .addCommand(
      named({
        name: 'list',
        description: 'list the keys of a workspace; secret keys are not shown in full',
        operation: 'listKeys',
        columns: COLUMNS,
      }),
    )
    .addCommand(
      named<IssuedKey>({
        name: 'rotate',
        description:
          'create a new key with the same permissions or origins; the old one expires after the overlap',
        operation: 'rotateKey',
        options: { overlap_hours: 'overlap' },
        workspace: workspaceOf,
        missing: ({ fields: { id } }) => `The key ${id} is revoked or expired. Create a new one instead.`,
        ...issued,
      }),
    )
    .addCommand(
      named({
        name: 'revoke',
        description: 'revoke a key now; every node rejects it within five seconds',
        operation: 'revokeKey',
        workspace: workspaceOf,
        text: (_, { fields: { id } }) => `Revoked ${id}.`,
        json: (_, { fields: { id } }) => ({ id, revoked_at: Date.now() }),
        missing: ({ fields: { id } }) => `The key ${id} is already revoked.`,
      }),
    )
}

/** An ID says enough, so that these commands need no `--workspace`. */
async function workspaceOf(keys: ReadableKeys, { fields: { id } }: Given): Promise<string> {
  for (const { id: workspace } of await keys.workspaces())
    if ((await keys.list(workspace)).some((key) => key.id === id)) return workspace
  throw new CommandError(`There is no key ${id}. Run \`byhand keys list\` to see all keys.`)
}

const COLUMNS: Columns<KeyItem> = {
  id: ({ id }) => id,
  key: ({ site_key, prefix, last4 }) => site_key ?? `${prefix}...${last4}`,
  kind: ({ kind }) => kind,
  name: ({ name }) => name,
  permissions: rightsOf,
  created: ({ created_at }) => asDate(created_at),
  'last used': ({ last_used_at }) => asDate(last_used_at),
  state: ({ state, expires_at }) =>
    state === 'live' ? 'active' : state === 'ending' ? `active until ${asDate(expires_at)}` : state,
}

function rightsOf({ kind, scopes, origins }: KeyItem): string {
  if (kind === 'secret') return scopes.map((scope) => RIGHTS[scope]).join(', ')
  return `record sessions from ${origins.length === 0 ? 'any page' : origins.join(', ')}`
}

function asOrigin(text: string, before: readonly string[] = []): readonly string[] {
  try {
    return [...before, normalizeOrigin(text)]
  } catch (error) {
    if (error instanceof OriginError) throw new InvalidArgumentError(`It ${error.message}.`)
    throw error
  }
}
