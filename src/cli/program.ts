/** Every command, and how each ends: 0 done, 1 failed with a sentence, 2 called wrongly. */
import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import { ConfigError, readConfig } from '../server/config.ts'
import { PROGRAM_VERSION } from '../server/program_version.ts'
import { serve } from '../server/serve.ts'
import { StoreDamaged, StoreRefused, StoreUnavailable } from '../store/store.ts'
import { backupCommand, restoreCommand } from './backup.ts'
import { doctorCommand } from './doctor.ts'
import { keysCommand } from './keys.ts'
import { loginCommand } from './login.ts'
import { migrateCommand } from './migrate.ts'
import { networkCommand } from './network.ts'
import { rescoreCommand } from './rescore.ts'
import { surveyCommand } from './survey.ts'
import { CommandError, EXIT, type Terminal } from './terminal.ts'
import { workspacesCommand } from './workspaces.ts'

export async function runProgram(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await program(terminal).parseAsync([...words], { from: 'user' })
    return EXIT.ok
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    terminal.note(`byhand: ${sentenceOf(error)}\n`)
    return error instanceof CommandError ? error.exitCode : EXIT.failed
  }
}

function program(terminal: Terminal): Command {
  const root = new Command('byhand')
    .description('Was this visit a person, how sure are you, and why? A service of your own.')
    .version(PROGRAM_VERSION)
    .addHelpText(
      'after',
      `
Examples:
  byhand serve                          start; the first time it prints keys and a login link
  byhand keys create secret             make another key
  byhand backup /backups/monday.db      copy everything while the service runs
  byhand doctor                         say what is wrong and how to mend it

Everything else is set by environment variables: see docs/configuration.md.`,
    )
    .addCommand(new Command('serve').description('start the service').action(serve))
    .addCommand(migrateCommand(terminal))
    .addCommand(backupCommand(terminal))
    .addCommand(restoreCommand(terminal))
    .addCommand(rescoreCommand(terminal))
    .addCommand(doctorCommand(terminal))
    .addCommand(keysCommand(terminal))
    .addCommand(workspacesCommand(terminal))
    .addCommand(loginCommand(terminal))
    .addCommand(surveyCommand())
    .addCommand(networkCommand({ folder: () => join(readConfig().dataFolder, 'network') }))
    .addCommand(
      new Command('version')
        .description('print the version')
        .option('--json', 'print JSON')
        .action(({ json }: { json?: boolean }) => {
          terminal.out(
            json ? JSON.stringify({ byhand: PROGRAM_VERSION, node: process.versions.node }) : PROGRAM_VERSION,
          )
        }),
    )
  for (const command of everyCommand(root)) {
    command
      .exitOverride()
      .configureOutput({ writeOut: (text) => terminal.out(text.trimEnd()), writeErr: terminal.note })
  }
  return root
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)]
}

function sentenceOf(error: unknown): string {
  const isSentence =
    error instanceof CommandError ||
    error instanceof ConfigError ||
    error instanceof StoreRefused ||
    error instanceof StoreUnavailable ||
    error instanceof StoreDamaged
  return isSentence ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
}
