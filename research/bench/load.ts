/**
 * Closed-loop load over keep-alive connections. Bodies are prepared and responses are parsed only up to their length,
 * so that on a small machine the server is the bottleneck.
 */
import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  readonly body: string
}

/** Returns the next request of a connection as bytes, given the previous response. */
export type NextRequest = (before: Answer | undefined) => string

/** Number of requests with status 200. */
export interface Measured {
  readonly requests: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Other responses, counted by status (0: connection lost) and by whether they have Retry-After. */
  readonly others: Readonly<Record<string, number>>
}

export function post(
  path: string,
  host: string,
  body: string,
  headers: Readonly<Record<string, string>> = { 'content-type': 'text/plain' },
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}`
  return `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

export function get(path: string, host: string, authorization: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${authorization}\r\n\r\n`
}

/** Used as the status when the connection was lost. */
const BROKEN = 0

export async function measure(
  address: string,
  connections: readonly NextRequest[],
  seconds: number,
): Promise<Measured> {
  const { hostname, port } = new URL(address)
  const latencies: number[] = []
  const others: Record<string, number> = {}
  const started = performance.now()
  const end = started + seconds * 1000
  await Promise.all(
    connections.map((next) =>
      loop(hostname, Number(port), next, end, (status, ms, hasRetryAfter) => {
        if (status === 200) {
          latencies.push(ms)
          return
        }
        const name = hasRetryAfter ? `${status} with Retry-After` : `${status}`
        others[name] = (others[name] ?? 0) + 1
      }),
    ),
  )
  const elapsed = performance.now() - started
  latencies.sort((a, b) => a - b)
  return {
    requests: latencies.length,
    perSecond: latencies.length / (elapsed / 1000),
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    others,
  }
}

export const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Opens a lost connection again, as a browser would, and repeats the request in flight. */
function loop(
  host: string,
  port: number,
  next: NextRequest,
  end: number,
  seen: (status: number, ms: number, hasRetryAfter: boolean) => void,
): Promise<void> {
  return new Promise((resolve) => {
    let before: Answer | undefined
    const open = () => {
      const socket: Socket = connect({ host, port, noDelay: true })
      let sentAt = 0
      let received = ''
      const send = () => {
        sentAt = performance.now()
        socket.write(next(before))
      }
      socket.setEncoding('latin1')
      socket.on('connect', send)
      socket.on('error', () => seen(BROKEN, 0, false))
      socket.on('close', () => {
        if (performance.now() >= end) resolve()
        else open()
      })
      socket.on('data', (chunk) => {
        received += chunk
        const headEnd = received.indexOf('\r\n\r\n')
        if (headEnd === -1) return
        const length = Number(/content-length: (\d+)/i.exec(received.slice(0, headEnd))?.[1] ?? 0)
        if (received.length < headEnd + 4 + length) return
        before = { status: Number(received.slice(9, 12)), body: received.slice(headEnd + 4) }
        const hasRetryAfter = before.status !== 200 && /\r\nretry-after: \d/i.test(received)
        received = ''
        const now = performance.now()
        seen(before.status, now - sentAt, hasRetryAfter)
        if (now >= end) socket.end()
        else send()
      })
    }
    open()
  })
}
