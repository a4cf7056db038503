/** A separate port for Prometheus, so that the public port need not serve metrics. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../config/config.ts'
import type { Metrics } from '../telemetry/metrics.ts'

export interface MetricsServer {
  readonly address: string
  close(): Promise<void>
}

export async function listenForMetrics(
  { metrics: { host, port } }: Config,
  metrics: Metrics,
): Promise<MetricsServer | undefined> {
  if (port === undefined) return undefined
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, host, resolve)
  await promise
  const { address, port: bound, family } = server.address() as AddressInfo
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
