/** All commands. Exit codes: 0 success, 1 failure with a message, 2 wrong usage. */
import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import { EXTENSIONS } from '../../extensions/commands.ts'
import { ConfigError, readConfig } from '../server/config/config.ts'
import { PROGRAM_VERSION } from '../server/config/program_version.ts'
import { StoreConflict, StoreDamaged, StoreRefused, StoreUnavailable } from '../store/errors.ts'
import { CommandError, EXIT, type Terminal } from './terminal.ts'

type Load = (terminal: Terminal) => Promise<Command>

/** Commands are loaded on demand, so that a small command does not load the whole service. */
const COMMANDS: Readonly<Record<string, Load>> = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  migrate: async (terminal) => (await import('./migrate.ts')).migrateCommand(terminal),
  backup: async (terminal) => (await import('./backup.ts')).backupCommand(terminal),
  restore: async (terminal) => (await import('./backup.ts')).restoreCommand(terminal),
  export: async (terminal) => (await import('./export.ts')).exportCommand(terminal),
  erase: async (terminal) => (await import('./erase.ts')).eraseCommand(terminal),
  rescore: async (terminal) => (await import('./rescore.ts')).rescoreCommand(terminal),
  doctor: async (terminal) => (await import('./doctor.ts')).doctorCommand(terminal),
  init: async (terminal) => (await import('./init.ts')).initCommand(terminal),
  keys: async (terminal) => (await import('./keys.ts')).keysCommand(terminal),
  workspaces: async (terminal) =>
    (await import('./workspaces.ts')).workspacesCommand(terminal, [
      (await import('./user_hash.ts')).userHashCommand(terminal),
      (await import('./result_secret.ts')).resultSecretCommand(terminal),
    ]),
  sessions: async (terminal) => (await import('./sessions.ts')).sessionsCommand(terminal),
  surveys: async (terminal) =>
    (await import('./surveys.ts')).surveysCommand(
      terminal,
      (await Promise.all(EXTENSIONS.map(({ surveys }) => surveys?.(terminal) ?? []))).flat(),
    ),
  settings: async (terminal) =>
    (await import('./settings.ts')).settingsCommand(
      terminal,
      (await Promise.all(EXTENSIONS.map(({ settings }) => settings?.() ?? []))).flat(),
    ),
  retention: async (terminal) => (await import('./retention.ts')).retentionCommand(terminal),
  webhooks: async (terminal) => (await import('./webhooks.ts')).webhooksCommand(terminal),
  call: async (terminal) => (await import('./call.ts')).callCommand(terminal),
  login: async (terminal) => (await import('./login.ts')).loginCommand(terminal),
  verify: async (terminal) => (await import('./verify.ts')).verifyCommand(terminal),
  survey: async () => (await import('./survey.ts')).surveyCommand(),
  link: async (terminal) => (await import('./link.ts')).linkCommand(terminal),
  ...Object.assign({}, ...EXTENSIONS.map(({ commands }) => commands)),
  record: async (terminal) => (await import('./record.ts')).recordCommand(terminal),
  network: async () =>
    (await import('./network.ts')).networkCommand({ folder: () => join(readConfig().dataFolder, 'network') }),
  version: async (terminal) => versionCommand(terminal),
}

/** One ID in 64 begins with a hyphen. */
const mayBeId = (word: string): boolean => /^-[\w-]{21}$/.test(word)
const HYPHEN_HINT =
  'If this is an ID, put it after all options and "--": byhand sessions label --note "…" -- <session> bot\n'

export async function runProgram(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const program = await load(args[0], terminal)
    await program.parseAsync([...args], { from: 'user' })
    return EXIT.ok
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.code === 'commander.unknownOption' && args.some(mayBeId)) terminal.note(HYPHEN_HINT)
      return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    }
    terminal.note(`byhand: ${messageOf(error)}\n`)
    return error instanceof CommandError ? error.exitCode : EXIT.failed
  }
}

/** Every command, for the reference. */
export const loadAll = (terminal: Terminal): Promise<Command> => load(undefined, terminal)

async function load(called: string | undefined, terminal: Terminal): Promise<Command> {
  const known = called !== undefined && Object.hasOwn(COMMANDS, called) ? COMMANDS[called] : undefined
  const loads = known === undefined ? Object.values(COMMANDS) : [known]
  const root = new Command('byhand')
    .description('self-hosted bot detector for web visits and survey answers')
    .version(PROGRAM_VERSION)
    .enablePositionalOptions()
    .addHelpText(
      'after',
      `
Examples:
  byhand serve                            start the service; the first start prints keys and a login link
  byhand keys create secret               create another key
  byhand backup /backups/monday.byhand    back up all data while the service is running
  byhand doctor                           find problems and suggest fixes

Byhand is configured with environment variables: see docs/reference/configuration.md.`,
    )
  for (const loadCommand of loads) root.addCommand(await loadCommand(terminal))
  for (const command of everyCommand(root)) {
    command.exitOverride().configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.note(text),
    })
  }
  return root
}

function versionCommand(terminal: Terminal): Command {
  return new Command('version')
    .description('print the version')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) => {
      const versions = { byhand: PROGRAM_VERSION, node: process.versions.node }
      terminal.out(json ? JSON.stringify(versions) : PROGRAM_VERSION)
    })
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)]
}

function messageOf(error: unknown): string {
  const isExpected =
    error instanceof CommandError ||
    error instanceof ConfigError ||
    error instanceof StoreRefused ||
    error instanceof StoreUnavailable ||
    error instanceof StoreConflict ||
    error instanceof StoreDamaged
  return isExpected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
}
