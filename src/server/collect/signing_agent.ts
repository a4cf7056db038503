/** The declared agent that signed a batch. Agents that sign all requests of their browser also sign batches. */
import type { IncomingMessage } from 'node:http'
import type { Receipt } from '../../contract/network.ts'
import type { Services } from '../services.ts'

export async function signingAgent(
  { agents, config }: Services,
  workspace: string,
  { headers, url, method }: IncomingMessage,
): Promise<Receipt['agent']> {
  if (headers['signature-input'] === undefined && headers['signature-agent'] === undefined) return undefined
  const own = URL.parse(config.publicUrl ?? '')
  // With a host of the sender's choice, a site could replay signatures that it received.
  if (own === null || headers.host?.toLowerCase() !== own.host) return undefined
  const message = {
    method: method ?? '',
    scheme: own.protocol === 'http:' ? 'http' : 'https',
    authority: own.host,
    target: url ?? '/',
    headers: headers as Readonly<Record<string, string | undefined>>,
  } as const
  const finding = await agents.verify(workspace, message, 'batch')
  return finding.status === 'none' ? undefined : finding
}
