/** A webhook receiver: a real listener that stores deliveries and answers as configured. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  readonly connections: () => number
  /** The status of later responses; 0: no response. */
  answer(status: number, headers?: Readonly<Record<string, string>>): void
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let connections = 0
  let status = 200
  let extra: Readonly<Record<string, string>> = {}
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    received.push({ path: request.url ?? '', headers: request.headers, body })
    if (status !== 0) response.writeHead(status, extra).end('x'.repeat(1_000))
  })
  server.on('connection', () => connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    connections: () => connections,
    answer(next, headers = {}) {
      status = next
      extra = headers
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
