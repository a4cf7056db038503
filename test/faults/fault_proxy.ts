/** A TCP proxy with the faults of a network: answers that are lost, connections that are cut, silence, delay. */
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export interface Weather {
  /** Asked once for every piece of a reply: whether the connection is cut instead of passing it on. */
  cutsReply?(): boolean
  /** How long each piece is on its way. */
  delayMs?(): number
}

export interface FaultProxy {
  readonly port: number
  /** For those who speak HTTP through it. */
  readonly address: string
  /** Replies that were cut off so far. */
  readonly cut: number
  /** Cuts every connection there is. */
  cutAll(): void
  /** While silent nothing passes in either direction; what is held back goes on afterwards. */
  silence(isSilent: boolean): void
  close(): Promise<void>
}

export async function openFaultProxy(target: string, weather: Weather): Promise<FaultProxy> {
  const { hostname, port } = new URL(target)
  const pairs = new Set<() => void>()
  let cut = 0
  let silent = false
  const heldBack: (() => void)[] = []

  const pass = (to: Socket, chunk: Buffer, isReply: boolean, end: () => void) => {
    const act = () => {
      if (silent) {
        heldBack.push(act)
      } else if (isReply && weather.cutsReply?.()) {
        cut++
        end()
      } else if (to.writable) {
        to.write(chunk)
      }
    }
    const delayMs = weather.delayMs?.() ?? 0
    if (delayMs > 0) setTimeout(act, delayMs)
    else act()
  }

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    const end = () => {
      pairs.delete(end)
      client.resetAndDestroy()
      upstream.destroy()
    }
    pairs.add(end)
    client.on('error', end).on('close', end)
    upstream.on('error', end).on('close', end)
    client.on('data', (chunk) => pass(upstream, chunk, false, end))
    upstream.on('data', (chunk) => pass(client, chunk, true, end))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const own = (server.address() as AddressInfo).port
  const cutAll = () => {
    for (const end of [...pairs]) end()
  }
  return {
    port: own,
    address: `http://127.0.0.1:${own}`,
    get cut() {
      return cut
    },
    cutAll,
    silence(isSilent) {
      silent = isSilent
      for (const act of heldBack.splice(0)) act()
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        cutAll()
      }),
  }
}
