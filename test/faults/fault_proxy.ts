/** A TCP proxy with network faults: lost replies, cut connections, silence and delay. */
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export interface Faults {
  /** Decides for each chunk of a reply whether to cut the connection instead of forwarding it. */
  cutsReply?(): boolean
  /** Delay of each chunk. */
  delayMs?(): number
}

/** Requests go to the target, replies come from it. */
export type Way = 'requests' | 'replies'

const BOTH_WAYS: readonly Way[] = ['requests', 'replies']

export interface FaultProxy {
  readonly port: number
  /** The proxy's address for HTTP. */
  readonly address: string
  /** Number of replies cut off so far. */
  readonly cut: number
  /** Cuts all connections. */
  cutAll(): void
  /**
   * While silent, the proxy forwards nothing in the given directions: no bytes, no new connection and no end of a
   * connection. It forwards held data afterwards, like retransmitted packets.
   */
  silence(isSilent: boolean, ways?: readonly Way[]): void
  close(): Promise<void>
}

export async function openFaultProxy(target: string, faults: Faults): Promise<FaultProxy> {
  const { hostname, port } = new URL(target)
  const pairs = new Set<() => void>()
  let cut = 0
  let silent: readonly Way[] = []
  const heldBack: (() => void)[] = []

  /** Runs `act` now, or when the direction is open again. */
  const by = (way: Way, act: () => void) => {
    const tryToAct = () => {
      if (silent.includes(way)) heldBack.push(tryToAct)
      else act()
    }
    tryToAct()
  }

  const pass = (to: Socket, chunk: Buffer, way: Way, end: () => void) => {
    const act = () =>
      by(way, () => {
        if (way === 'replies' && faults.cutsReply?.()) {
          cut++
          end()
        } else if (to.writable) {
          to.write(chunk)
        }
      })
    const delayMs = faults.delayMs?.() ?? 0
    if (delayMs > 0) setTimeout(act, delayMs)
    else act()
  }

  const join = (client: Socket) => {
    const upstream = connect(Number(port), hostname)
    const end = () => {
      pairs.delete(end)
      client.resetAndDestroy()
      upstream.destroy()
    }
    pairs.add(end)
    const clientEnded = () => by('requests', end)
    const upstreamEnded = () => by('replies', end)
    client.on('error', clientEnded).on('close', clientEnded)
    upstream.on('error', upstreamEnded).on('close', upstreamEnded)
    client.on('data', (chunk) => pass(upstream, chunk, 'requests', end))
    upstream.on('data', (chunk) => pass(client, chunk, 'replies', end))
  }

  const server = createServer((client) => {
    client.on('error', () => {})
    // Connecting needs both directions.
    by('requests', () =>
      by('replies', () => {
        if (!client.destroyed) join(client)
      }),
    )
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
    silence(isSilent, ways = BOTH_WAYS) {
      silent = isSilent ? ways : []
      for (const act of heldBack.splice(0)) act()
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        cutAll()
      }),
  }
}
