import { createServer } from 'node:net'
import type { Config } from '../../server/config/config.ts'
import type { Finding } from './finding.ts'

const HEALTH_TIMEOUT_MS = 2_000

export async function checkPort({ host, port }: Config): Promise<Finding> {
  const name = 'port'
  if (port === 0) return { name, state: 'ok', detail: 'The service will use any free port.' }
  const fault = await tryListening(host, port)
  if (fault === undefined) return { name, state: 'ok', detail: `${host}:${port} is free.` }
  if (fault === 'EADDRINUSE') {
    if (await isByhand(host, port)) {
      return { name, state: 'ok', detail: `The service is running on ${host}:${port}.` }
    }
    return {
      name,
      state: 'broken',
      detail: `Another process listens on ${host}:${port}.`,
      mend: 'Stop it, or set BYHAND_PORT to another port.',
    }
  }
  return {
    name,
    state: 'broken',
    detail: `Cannot listen on ${host}:${port} (${fault}).`,
    mend: 'Set BYHAND_HOST to an address of this machine, and BYHAND_PORT to a port that this user may open.',
  }
}

function tryListening(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    server.listen({ host, port }, () => server.close(() => resolve(undefined)))
  })
}

async function isByhand(host: string, port: number): Promise<boolean> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  const address = name.includes(':') ? `[${name}]` : name
  try {
    const response = await fetch(`http://${address}:${port}/healthz`, {
      signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
    })
    return response.ok && response.headers.get('x-request-id')?.startsWith('req_') === true
  } catch {
    return false
  }
}

const LOOPBACK = /^(127\.|localhost$|::1$)/

export function checkPublicUrl({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>): Finding {
  const name = 'public address'
  if (publicUrl === undefined) {
    if (LOOPBACK.test(host))
      return { name, state: 'ok', detail: 'The service is reachable from this machine only.' }
    return {
      name,
      state: 'warning',
      detail: `The service listens on ${host}, but BYHAND_PUBLIC_URL is not set.`,
      mend: 'Set BYHAND_PUBLIC_URL to the URL at which clients reach the service, so that its links work.',
    }
  }
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:' || LOOPBACK.test(hostname)) return { name, state: 'ok', detail: `${publicUrl}.` }
  return {
    name,
    state: 'warning',
    detail: `${publicUrl} is not https: keys, logins and recorded data are sent unencrypted.`,
    mend: 'Put a TLS proxy in front of the service, and set BYHAND_PUBLIC_URL to its https URL.',
  }
}
