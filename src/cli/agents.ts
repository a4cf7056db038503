/** `byhand agents`: manages the declared agents of a workspace. */
import { readFile } from 'node:fs/promises'
import { Argument, Command, Option } from 'commander'
import {
  AGENT_POLICIES,
  AgentChange,
  type AgentKey,
  type AgentPolicy,
  type AgentView,
} from '../contract/agents.ts'
import { type DeclaredAgents, openDeclaredAgents } from '../server/agents/declared_agents.ts'
import { ApiError } from '../server/http/errors.ts'
import { checkedBody } from '../server/http/validation.ts'
import { cannotRead } from './file_error.ts'
import { type Columns, CommandError, listing, printResult, type Terminal } from './terminal.ts'
import { type CommandOptions, type CommandWorkspace, inWorkspace, subcommand } from './workspace_command.ts'

interface ImportOptions extends CommandOptions {
  readonly url: string
  readonly policy?: AgentPolicy
}

const checkedChange = checkedBody(AgentChange)
const policyOption = () =>
  new Option('--policy <policy>', 'what happens to its requests').choices([...AGENT_POLICIES])

export function agentsCommand(terminal: Terminal): Command {
  const operate = <Result>(
    options: CommandOptions,
    run: (agents: DeclaredAgents, opened: CommandWorkspace) => Promise<Result>,
  ): Promise<Result> =>
    inWorkspace(
      'agents',
      options,
      (opened) => run(openDeclaredAgents(opened), opened),
      'No agent has this name. `byhand agents list` shows the names.',
    )

  function print(agents: readonly AgentView[], options: CommandOptions): void {
    printResult(terminal, options, agents, () =>
      agents.length === 0 ? 'There are no declared agents.' : listing(COLUMNS, agents),
    )
    if (agents.some(({ keys }) => keys.some(({ is_test_key }) => is_test_key))) {
      terminal.note(
        'Warning: at least one of these keys is a test key whose private part is published in RFC 9421. Anyone can sign with it.\n',
      )
    }
  }

  const list = subcommand('list', 'list declared agents').action(async (options: CommandOptions) => {
    const { items } = await operate(options, (all, { actor }) => all.list(actor.workspace))
    print(items, options)
  })

  const add = subcommand('import', 'add an agent, or replace its keys, from a key directory in a file')
    .argument('<name>', 'the name shown in reports')
    .argument('<file>', 'the key directory: a JWK set, as JSON')
    .requiredOption('--url <url>', 'the URL that the agent sends in Signature-Agent')
    .addOption(policyOption())
    .action(async (name: string, file: string, options: ImportOptions) => {
      const { url, policy } = options
      const change = checkedChange({ url, keys: await keysIn(file), ...(policy && { policy }) })
      print([await operate(options, (agents, { actor }) => agents.save(actor, name, change))], options)
    })

  const policy = subcommand('policy', 'set what happens to the requests of an agent')
    .argument('<name>', 'the name of the agent')
    .addArgument(new Argument('<policy>', 'what happens to its requests').choices(AGENT_POLICIES))
    .action(async (name: string, wanted: AgentPolicy, options: CommandOptions) => {
      const change = async (agents: DeclaredAgents, { actor }: CommandWorkspace) => {
        const { items } = await agents.list(actor.workspace)
        // Saving would add an agent, which needs a URL.
        if (!items.some((agent) => agent.name === name)) throw new ApiError('not_found')
        return agents.save(actor, name, { policy: wanted })
      }
      print([await operate(options, change)], options)
    })

  const remove = subcommand('remove', 'remove an agent')
    .argument('<name>', 'the name of the agent')
    .action(async (name: string, options: CommandOptions) => {
      const done = await operate(options, (agents, { actor }) => agents.remove(actor, name))
      terminal.out(options.json ? JSON.stringify(done) : 'Removed the agent.')
    })

  return new Command('agents')
    .description('manage declared agents, which sign their requests')
    .addHelpText(
      'after',
      `
Examples:
  byhand agents import "Example Assistant" directory.json --url https://agent.example.org --policy allow
  byhand agents policy "Example Assistant" block`,
    )
    .addCommand(list)
    .addCommand(add)
    .addCommand(policy)
    .addCommand(remove)
}

const COLUMNS: Columns<AgentView> = {
  name: ({ name }) => name,
  url: ({ url }) => url,
  policy: ({ policy }) => policy,
  keys: ({ keys }) =>
    keys.map(({ key_id, algorithm }) => `${algorithm} ${key_id}`).join(', ') || 'from its directory',
}

async function keysIn(file: string): Promise<AgentKey[]> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw cannotRead(file, error)
  }
  const { keys } = jsonOf(text, file) as { readonly keys?: AgentKey[] }
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
