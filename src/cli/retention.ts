/** `byhand retention`: shows whether retention waits, and confirms the time. */
import { Command } from 'commander'
import type { RetentionView } from '../contract/dashboard/retention.ts'
import { type ManagedRetention, openManagedRetention } from '../server/privacy/managed_retention.ts'
import { nameValueLines, type Terminal } from './terminal.ts'
import { type CommandOptions, type CommandWorkspace, inWorkspace, subcommand } from './workspace_command.ts'

interface ConfirmOptions extends CommandOptions {
  readonly all?: true
}

const operate = (
  options: CommandOptions,
  run: (retention: ManagedRetention, opened: CommandWorkspace) => Promise<RetentionView>,
) =>
  inWorkspace('retention', options, (opened) =>
    run(openManagedRetention({ ...opened, wall: opened.now }), opened),
  )

export function retentionCommand(terminal: Terminal): Command {
  const print = (view: RetentionView, { json }: CommandOptions) =>
    terminal.out(json ? JSON.stringify(view) : nameValueLines(lines(view)))

  const status = subcommand('status', 'show whether retention waits, and for what').action(
    async (options: CommandOptions) => {
      print(await operate(options, (retention, { actor }) => retention.view(actor.workspace)), options)
    },
  )
  const confirm = subcommand(
    'confirm',
    'confirm that the clock is right: data of the workspace is erased again',
  )
    .option('--all', 'for every workspace, and set back the stored time if the clock is behind it')
    .action(async (options: ConfirmOptions) => {
      const run = (retention: ManagedRetention, { actor }: CommandWorkspace) =>
        options.all ? retention.confirmClock(actor) : retention.confirm(actor)
      print(await operate(options, run), options)
    })

  return new Command('retention')
    .description('show whether erasing old data waits because of the clock, and confirm the time')
    .addHelpText(
      'after',
      `
Examples:
  byhand retention status
  byhand retention confirm`,
    )
    .addCommand(status)
    .addCommand(confirm)
}

const WAITS_FOR = {
  clock: 'a plausible clock, or a confirmation',
  unforeseen: 'a confirmation: it would erase more than foreseen',
} as const

const lines = (view: RetentionView): [string, string][] => [
  ['retention waits for', view.waits_for === null ? 'nothing' : WAITS_FOR[view.waits_for]],
  ['the clock is', view.clock_state],
  ['the clock shows', new Date(view.clock).toISOString()],
  ['stored time', new Date(view.plausible).toISOString()],
  ['more than foreseen', view.unforeseen === 0 ? 'nothing' : `at least ${view.unforeseen}`],
  ['confirmed', view.confirmed ? 'yes' : 'no'],
]
