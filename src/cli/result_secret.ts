/** `byhand workspaces result-secret`: shows the secret with which servers open signed results offline. */
import { type Command, Option } from 'commander'
import { openNames } from './operations/named.ts'
import type { Terminal } from './terminal.ts'

export const resultSecretCommand = (terminal: Terminal): Command =>
  openNames(
    terminal,
    'workspaces',
  )<{ secret: string }>({
    name: 'result-secret',
    description:
      'show the secret with which your server can decrypt signed results without calling the service',
    operation: 'GET /v1/result-secret',
    more: [new Option('--rotate', 'replace the secret; results signed with the old one are no longer valid')],
    want: ({ options: { rotate } }) => (rotate ? { operation: 'POST /v1/result-secret/rotation' } : {}),
    text: ({ secret }) => secret,
  })
