/** `byhand agents`: manages the declared agents of a workspace. */
import { Argument, Command } from 'commander'
import { openNames } from '../../src/cli/operations/named.ts'
import { readWhole } from '../../src/cli/read_whole.ts'
import { type Columns, CommandError, listing, type Terminal } from '../../src/cli/terminal.ts'
import type { AgentKey, AgentList, AgentView } from './contract.ts'

export function agentsCommand(terminal: Terminal): Command {
  const named = openNames(terminal, 'agents')
  const missing = () => 'No agent has this name. `byhand agents list` shows the names.'
  const shown = {
    text: ({ items }: AgentList) =>
      items.length === 0 ? 'There are no declared agents.' : listing(COLUMNS, items),
    json: ({ items }: AgentList) => items,
    after({ items }: AgentList) {
      if (!items.some(({ keys }) => keys.some(({ is_test_key }) => is_test_key))) return
      terminal.note(
        'Warning: at least one of these keys is a test key whose private part is published in RFC 9421. Anyone can sign with it.\n',
      )
    },
  }
  const listOf = (...items: AgentView[]): AgentList => ({ items, next: null, fetches_directories: false })

  return new Command('agents')
    .description('manage declared agents, which sign their requests')
    .addHelpText(
      'after',
      `
Examples:
  byhand agents import "Example Assistant" directory.json --url https://agent.example.org --policy allow
  byhand agents policy "Example Assistant" block`,
    )
    .addCommand(named({ name: 'list', operation: 'listAgents', ...shown }))
    .addCommand(
      named<AgentList>({
        name: 'import',
        description: 'add an agent, or replace its keys, from a key directory in a file',
        operation: 'saveAgent',
        options: { keys: null },
        more: [new Argument('<file>', 'the key directory: a JWK set, as JSON')],
        run: async ({ json }, { fields, options: { file } }) =>
          listOf(await json('saveAgent', { ...fields, keys: await keysIn(file) })),
        ...shown,
      }),
    )
    .addCommand(
      named<AgentList>({
        name: 'policy',
        description: 'set what happens to the requests of an agent',
        operation: 'saveAgent',
        arguments: { policy: undefined },
        options: { url: null, keys: null },
        async run({ json }, { fields }) {
          const { items } = await json<AgentList>('listAgents')
          // Saving would add an agent, which needs a URL.
          if (!items.some(({ name }) => name === fields.name)) throw new CommandError(missing())
          return listOf(await json('saveAgent', fields))
        },
        ...shown,
      }),
    )
    .addCommand(
      named({
        name: 'remove',
        description: 'remove an agent',
        operation: 'removeAgent',
        text: () => 'Removed the agent.',
        missing,
      }),
    )
}

const COLUMNS: Columns<AgentView> = {
  name: ({ name }) => name,
  url: ({ url }) => url,
  policy: ({ policy }) => policy,
  keys: ({ keys }) =>
    keys.map(({ key_id, algorithm }) => `${algorithm} ${key_id}`).join(', ') || 'from its directory',
}

async function keysIn(file: string): Promise<AgentKey[]> {
  const { keys } = jsonOf((await readWhole(file)).toString('utf8'), file) as { readonly keys?: AgentKey[] }
  if (!Array.isArray(keys)) throw new CommandError(`${file} has no "keys" list.`)
  return keys
}

function jsonOf(text: string, file: string): object {
  try {
    return Object(JSON.parse(text)) as object
  } catch {
    throw new CommandError(`${file} is not JSON.`)
  }
}
