/** `byhand serve`. */
import { Command } from 'commander'
import { serve } from '../server/boot/serve.ts'

export function serveCommand(): Command {
  return new Command('serve')
    .description('start the service')
    .action(serve)
    .addHelpText(
      'after',
      `
The first start creates a workspace and prints its keys, a login link and three commands to try.
Byhand is configured with environment variables: see docs/reference/configuration.md.

Examples:
  byhand serve
  BYHAND_PORT=9000 BYHAND_DATA=/var/lib/byhand byhand serve
  BYHAND_STORE=postgres://byhand:secret@db/byhand byhand serve`,
    )
}
