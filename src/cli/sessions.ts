/** `byhand sessions`: lists, exports and labels sessions. */
import { Argument, Command, Option } from 'commander'
import { type Label, type SessionItem, SessionQuery } from '../contract/dashboard/sessions.ts'
import { defined } from '../contract/defined.ts'
import { PROPERTY_FILTERS, PROPERTY_NAMES } from '../contract/session_filters.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../server/http/export_file.ts'
import { checkedQuery } from '../server/http/validation.ts'
import { openExports } from '../server/sessions/exports.ts'
import { openLabels } from '../server/sessions/labels.ts'
import { filterOf } from '../server/sessions/session_filters.ts'
import { listSessions } from '../server/sessions/session_list.ts'
import { writeNewFile, wroteText } from './new_file.ts'
import { asNote } from './reviewer_note.ts'
import { asDate, type Columns, listing, printResult, type Terminal } from './terminal.ts'
import { withScoring } from './with_scoring.ts'
import { type CommandOptions, inWorkspace, subcommand } from './workspace_command.ts'

/** As commander names them. */
interface FilterOptions extends CommandOptions {
  readonly minScore?: string
  readonly maxScore?: string
  readonly [name: string]: unknown
}

const parseQuery = checkedQuery(SessionQuery)

function queryOfOptions({ minScore, maxScore, ...rest }: FilterOptions): SessionQuery {
  const names = Object.keys(SessionQuery.properties)
  const given = Object.entries({ ...rest, min_score: minScore, max_score: maxScore })
  return parseQuery(
    Object.fromEntries(given.filter(([name, value]) => names.includes(name) && value !== undefined)),
  )
}

function withFilters(command: Command): Command {
  command
    .option(
      '--since <time>',
      'only sessions that started at or after this time: ISO 8601 or Unix milliseconds',
    )
    .option('--until <time>', 'only sessions that started before this time')
    .option('--min-score <score>', 'minimum risk score')
    .option('--max-score <score>', 'maximum risk score')
  for (const name of PROPERTY_NAMES) {
    const { meaning, options } = PROPERTY_FILTERS[name]
    const option = new Option(`--${name} <${name}>`, `only sessions ${meaning.replaceAll('`', '')}`)
    command.addOption(options === undefined ? option : option.choices(options))
  }
  return command.option('--cursor <cursor>', 'continue after this cursor')
}

export function sessionsCommand(terminal: Terminal): Command {
  const list = withFilters(subcommand('list', 'list sessions'))
    .addOption(new Option('--order <order>', 'order').choices(['newest', 'oldest', 'score']))
    .option('--limit <count>', 'sessions per page, at most 100')
    .action(async (options: FilterOptions) => {
      const page = await inWorkspace('sessions list', options, ({ store, actor }) =>
        listSessions(store, actor.workspace, queryOfOptions(options)),
      )
      printResult(terminal, options, page, () => listing(COLUMNS, page.items))
      if (page.next !== null && !options.json) terminal.note(`More: --cursor ${page.next}\n`)
    })

  const exportAll = withFilters(subcommand('export', 'write sessions or their events to a file'))
    .addOption(
      new Option('--format <format>', 'format of the file').choices(EXPORT_FORMATS).default('ndjson'),
    )
    .option('--events', 'write the events of the sessions instead')
    .requiredOption(
      '--out <file>',
      'a new file that only you can read; an existing file is never overwritten',
    )
    .action(async (options: FilterOptions & { format: ExportFormat; events?: boolean; out: string }) => {
      const written = await inWorkspace('sessions export', options, ({ store, actor, audit, now }) =>
        withScoring(store, terminal, async (scoring) => {
          const { cursor, ...filters } = queryOfOptions(options)
          const query = { format: options.format, filter: filterOf(filters), cursor }
          const operations = openExports({ store, scoring, audit, now })
          return writeNewFile(options.out, () =>
            options.events ? operations.events(actor, query) : operations.sessions(actor, query),
          )
        }),
      )
      printResult(terminal, options, written, () => wroteText(written))
    })

  const label = subcommand('label', 'label a session; the label overrides the recommended action')
    .argument('<session>', 'the ID of the session')
    .addArgument(new Argument('<label>', 'none removes the label').choices(['person', 'bot', 'none']))
    .option('--note <text>', 'the reason', asNote)
    .action(async (id: string, name: Label | 'none', options: CommandOptions & { note?: string }) => {
      const { note } = options
      const wanted = name === 'none' ? null : name
      const changed = await inWorkspace(
        'sessions label',
        options,
        ({ store, actor, audit, now }) =>
          openLabels({ store, audit, now }).set(actor, id, {
            label: wanted,
            ...defined({ note }),
          }),
        `There is no session ${id}.`,
      )
      if (options.json) return terminal.out(JSON.stringify(changed, null, 2))
      const before =
        changed.previous === null ? '' : ` The session was labeled ${changed.previous.label} before.`
      terminal.out(`${wanted === null ? 'Removed the label.' : `Labeled as ${wanted}.`}${before}`)
    })

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
    .addCommand(list)
    .addCommand(exportAll)
    .addCommand(label)
}

const COLUMNS: Columns<SessionItem> = {
  session: ({ session_id }) => session_id,
  started: ({ started_at }) => asDate(started_at),
  user: ({ user_id }) => user_id ?? '',
  score: ({ risk_score }) => risk_score ?? '',
  action: ({ effective_action }) => effective_action ?? 'not scored',
  label: ({ label }) => label ?? '',
}
