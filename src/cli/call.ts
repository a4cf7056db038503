/** `byhand call`: calls any operation of the API on the database of this machine. */
import { Command } from 'commander'
import type { RouteDocument } from '../server/http/openapi/operation_object.ts'
import type { Operation } from '../server/http/operation.ts'
import { OPERATIONS } from './operations/api.ts'
import { hasBody, routeOf } from './operations/fields.ts'
import { openNames } from './operations/named.ts'
import { type Columns, CommandError, EXIT, listing, type Terminal } from './terminal.ts'

type Documented = Operation & { readonly document: RouteDocument }

const isDocumented = (operation: Operation): operation is Documented => operation.document !== undefined

interface Listed {
  readonly operation: string
  readonly route: string
  readonly summary: string
}

export function callCommand(terminal: Terminal): Command {
  const operations = OPERATIONS.filter(isDocumented)
  const command = new Command('call')
    .description(
      'call an operation of the API on the database of this machine; without a name, list them all',
    )
    .argument('[operation]', 'the name of the operation, with its own arguments and options')
    .option('--json', 'print the list as JSON')
    // Behind the name, `--json` is an option of the operation.
    .enablePositionalOptions()
    // Those of an operation that does not exist.
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText(
      'after',
      `
Examples:
  byhand call
  byhand call createWebhook --help
  byhand call listSessions --limit 5 --min-score 70
  byhand call updateSettings --body '{"retention": {"session_days": 90}}'
  byhand call exportSessions --format csv --out sessions.csv`,
    )
    .action((name: string | undefined, { json }: { json?: boolean }) => {
      if (name !== undefined) {
        throw new CommandError(
          `There is no operation ${name}. Run \`byhand call\` to see all operations.`,
          EXIT.usage,
        )
      }
      const items = operations.map(listed)
      terminal.out(json ? JSON.stringify(items, null, 2) : listing(COLUMNS, items))
    })
  for (const operation of operations)
    command.addCommand(operationCommand(terminal, operation), { hidden: true })
  return command
}

function listed(operation: Documented): Listed {
  const { operationId, summary } = operation.document
  return { operation: operationId, route: routeOf(operation), summary }
}

const COLUMNS: Columns<Listed> = {
  operation: ({ operation }) => operation,
  route: ({ route }) => route,
  summary: ({ summary }) => summary,
}

function operationCommand(terminal: Terminal, operation: Documented): Command {
  const { operationId: name, summary, description } = operation.document
  return openNames(
    terminal,
    'call',
  )({
    name,
    operation: name,
    description: `${summary}. ${description}`,
    out: 'optional',
    hasBodyOption: hasBody(operation),
  })
}
