/** `byhand login`: prints a one-time login link, for a first login or a lost password. */
import { type Command, Option } from 'commander'
import { reachable } from '../server/addresses/base_url.ts'
import { type Config, readConfig } from '../server/config/config.ts'
import { openNames } from './operations/named.ts'
import { CommandError, type Terminal } from './terminal.ts'

export const loginCommand = (terminal: Terminal): Command =>
  openNames(terminal)<{ url: string }>({
    name: 'login',
    description: 'print a one-time login link, valid for 24 hours',
    operation: 'POST /v1/login-links',
    options: {
      role: new Option('--role <role>', 'role of the new member')
        .choices(['owner', 'analyst', 'viewer'])
        .default('owner'),
      email: new Option('--email <address>', 'let this member set a new password instead'),
    },
    async run({ json }, { fields }) {
      const base = baseOf(readConfig())
      const { token } = await json<{ token: string }>('POST /v1/login-links', fields)
      return { url: `${base}/app/join#${token}` }
    },
    text: ({ url }) => url,
    missing: ({ fields: { email } }) => `No member of this workspace has the email address ${email}.`,
  })

function baseOf({ publicUrl, host, port }: Config): string {
  if (publicUrl !== undefined) return publicUrl
  if (port === 0)
    throw new CommandError('Set BYHAND_PUBLIC_URL to the URL that the service printed when it started.')
  return reachable(`http://${host.includes(':') ? `[${host}]` : host}:${port}`)
}
