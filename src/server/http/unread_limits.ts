/**
 * Limits the responses that a connection leaves unread. A client that pipelines requests and never reads would
 * otherwise make the process hold a response for each of them.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Why a connection was closed: too many unanswered requests, or no progress in time. */
export type UnreadReason = 'requests' | 'stalled'

export interface UnreadLimits {
  /** A connection with more unanswered requests is closed. */
  readonly requests: number
  /** Above it, further requests of the connection wait until the client has read. One response may be larger. */
  readonly bytes: number
  /** A client that takes none of the waiting bytes for so long is disconnected within twice that time. */
  readonly stalledMs: number
}

export const UNREAD_LIMITS: UnreadLimits = { requests: 16, bytes: 1024 * 1024, stalledMs: 14_000 }

interface Connection {
  readonly unanswered: Set<ServerResponse>
  /** Requests that wait for the client to read. */
  readonly held: (() => void)[]
}

/** Returns a function that handles a request now or later, or closes its connection. */
export function limitUnread(
  server: Server,
  onClose: (reason: UnreadReason, socket: Socket) => void,
  limits: UnreadLimits = UNREAD_LIMITS,
): (request: IncomingMessage, response: ServerResponse, handle: () => void) => void {
  const connections = new WeakMap<Socket, Connection>()

  function connectionOf(socket: Socket): Connection {
    const known = connections.get(socket)
    if (known !== undefined) return known
    const connection = { unanswered: new Set<ServerResponse>(), held: [] }
    connections.set(socket, connection)
    return connection
  }

  function close(socket: Socket, reason: UnreadReason): void {
    onClose(reason, socket)
    stopParsing(socket)
    socket.destroy()
  }

  server.setTimeout(limits.stalledMs, (socket: Socket) => {
    const isIdle = (connections.get(socket)?.unanswered.size ?? 0) === 0
    if (isIdle) socket.destroy()
    else if (socket.writableLength > 0) close(socket, 'stalled')
    // The response is still being made.
    else socket.setTimeout(limits.stalledMs)
  })

  return ({ socket }, response, handle) => {
    if (socket.destroyed) return
    const { unanswered, held } = connectionOf(socket)
    if (unanswered.size + held.length >= limits.requests) return close(socket, 'requests')

    const begin = () => {
      unanswered.add(response)
      response.once('close', () => {
        unanswered.delete(response)
        while (!socket.destroyed && unreadBytes(unanswered) <= limits.bytes && held.length > 0)
          held.shift()?.()
      })
      handle()
    }
    if (held.length > 0 || unreadBytes(unanswered) > limits.bytes) held.push(begin)
    else begin()
  }
}

/** To the parser: the headers are complete, and the bytes after them belong to another protocol. */
const SKIP_THE_REST = 2

/**
 * Node would parse all requests that it has read from the socket, up to 64 KiB, although the socket is closed. There is
 * no public way to prevent this: a paused socket and a paused parser take effect after these bytes.
 */
function stopParsing(socket: Socket): void {
  const { parser } = socket as { parser?: { onIncoming?: unknown } | null }
  if (parser) parser.onIncoming = () => SKIP_THE_REST
}

function unreadBytes(unanswered: ReadonlySet<ServerResponse>): number {
  let bytes = 0
  for (const { writableLength } of unanswered) bytes += writableLength
  return bytes
}
