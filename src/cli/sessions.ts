/** `byhand sessions`: lists, exports and labels sessions. */
import { Argument, Command, Option } from 'commander'
import type { LabelChanged } from '../contract/dashboard/session_view.ts'
import type { SessionItem } from '../contract/dashboard/sessions.ts'
import { openNames } from './operations/named.ts'
import { asDate, type Columns, type Terminal } from './terminal.ts'

export function sessionsCommand(terminal: Terminal): Command {
  const named = openNames(terminal, 'sessions')
  return new Command('sessions')
    .description('list, export and label sessions')
    .addHelpText(
      'after',
      `
Examples:
  byhand sessions list --since 2026-11-01 --min-score 70
  byhand sessions export --format csv --out sessions.csv
  byhand sessions label q7Zr0nXkT2mVb4Lw9sYcHg bot --note "the order was fraudulent"`,
    )
    .addCommand(named({ name: 'list', operation: 'listSessions', columns: COLUMNS }))
    .addCommand(
      named({
        name: 'export',
        description: 'write sessions or their events to a file',
        operation: 'exportSessions',
        more: [new Option('--events', 'write the events of the sessions instead')],
        out: 'required',
        want: ({ options: { events } }) => (events ? { operation: 'exportEvents' } : {}),
      }),
    )
    .addCommand(
      named<LabelChanged>({
        name: 'label',
        description: 'label a session; the label overrides the recommended action',
        operation: 'setSessionLabel',
        arguments: {
          label: new Argument('<label>', 'none removes the label').choices(['person', 'bot', 'none']),
        },
        want: ({ fields: { label } }) => (label === 'none' ? { operation: 'clearSessionLabel' } : {}),
        text: ({ previous }, { fields: { label } }) =>
          `${label === 'none' ? 'Removed the label.' : `Labeled as ${label}.`}${previous === null ? '' : ` The session was labeled ${previous.label} before.`}`,
        missing: ({ fields: { sessionId } }) => `There is no session ${sessionId}.`,
      }),
    )
}

const COLUMNS: Columns<SessionItem> = {
  session: ({ session_id }) => session_id,
  started: ({ started_at }) => asDate(started_at),
  user: ({ user_id }) => user_id ?? '',
  score: ({ risk_score }) => risk_score ?? '',
  action: ({ effective_action }) => effective_action ?? 'not scored',
  label: ({ label }) => label ?? '',
}
