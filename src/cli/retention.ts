/** `byhand retention`: shows whether retention waits, and confirms the time. */
import { Command, Option } from 'commander'
import type { RetentionView } from '../contract/dashboard/retention.ts'
import { openNames } from './operations/named.ts'
import { nameValueLines, type Terminal } from './terminal.ts'

export function retentionCommand(terminal: Terminal): Command {
  const named = openNames(terminal, 'retention')
  return new Command('retention')
    .description('show whether erasing old data waits because of the clock, and confirm the time')
    .addHelpText(
      'after',
      `
Examples:
  byhand retention status
  byhand retention confirm`,
    )
    .addCommand(
      named({
        name: 'status',
        description: 'show whether retention waits, and for what',
        operation: 'GET /v1/retention',
        text,
      }),
    )
    .addCommand(
      named({
        name: 'confirm',
        description: 'confirm that the clock is right: data of the workspace is erased again',
        operation: 'POST /v1/retention/confirmation',
        more: [
          new Option('--all', 'for every workspace, and set back the stored time if the clock is behind it'),
        ],
        want: ({ options: { all } }) => (all ? { operation: 'POST /v1/retention/clock-confirmation' } : {}),
        text,
      }),
    )
}

const WAITS_FOR = {
  clock: 'a plausible clock, or a confirmation',
  unforeseen: 'a confirmation: it would erase more than foreseen',
} as const

const text = (view: RetentionView): string =>
  nameValueLines([
    ['retention waits for', view.waits_for === null ? 'nothing' : WAITS_FOR[view.waits_for]],
    ['the clock is', view.clock_state],
    ['the clock shows', new Date(view.clock).toISOString()],
    ['stored time', new Date(view.plausible).toISOString()],
    ['more than foreseen', view.unforeseen === 0 ? 'nothing' : `at least ${view.unforeseen}`],
    ['confirmed', view.confirmed ? 'yes' : 'no'],
  ])
