/** A TCP proxy that cuts the connection instead of passing on some replies: the work is done, the answer is lost. */

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export interface FaultProxy {
  readonly address: string
  /** Replies that were cut off so far. */
  readonly cut: number
  close(): Promise<void>
}

/** `cuts` is asked once for every piece of a reply. */
export async function openFaultProxy(target: string, cuts: () => boolean): Promise<FaultProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let cut = 0
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    const end = () => {
      client.destroy()
      upstream.destroy()
      sockets.delete(client)
    }
    sockets.add(client)
    client.on('error', end).on('close', end)
    upstream.on('error', end).on('close', end)
    client.on('data', (chunk) => upstream.write(chunk))
    upstream.on('data', (chunk) => {
      if (cuts()) {
        cut++
        client.resetAndDestroy()
        end()
      } else {
        client.write(chunk)
      }
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get cut() {
      return cut
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
