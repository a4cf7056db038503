/** `byhand workspaces user-hash`: shows the secret that signs user ids, and enforces signed ids. */
import { type Command, Option } from 'commander'
import type { SettingsView } from '../contract/dashboard/settings.ts'
import { openNames } from './operations/named.ts'
import type { Terminal } from './terminal.ts'

export const userHashCommand = (terminal: Terminal): Command =>
  openNames(
    terminal,
    'workspaces',
  )<{ secret: string; enforced: boolean }>({
    name: 'user-hash',
    description: 'show the secret that signs user IDs, and whether signatures are enforced',
    operation: 'GET /v1/user-hash-secret',
    more: [
      new Option('--enforce', 'store a user ID only with a valid user_hash'),
      new Option('--off', 'store user IDs without verification').conflicts('enforce'),
    ],
    async run({ json }, { options: { enforce, off } }) {
      const { user_hash } =
        enforce || off
          ? await json<SettingsView>('updateSettings', { user_hash: enforce ? 'enforce' : 'off' })
          : await json<SettingsView>('getSettings')
      const { secret } = await json<{ secret: string }>('GET /v1/user-hash-secret')
      return { secret, enforced: user_hash === 'enforce' }
    },
    text: ({ secret }) => secret,
    after({ enforced }, { options: { json } }) {
      if (json) return
      terminal.note(
        enforced
          ? 'User IDs without user_hash = hex(HMAC-SHA256(secret, user_id)) are not stored.\n'
          : 'User IDs are stored without verification; use --enforce to require user_hash.\n',
      )
    },
  })
