/** Preload for a control: the parser of a closed connection goes on, as Node's does by itself. */
import { Server } from 'node:http'
import type { Socket } from 'node:net'

const emit = Server.prototype.emit as (event: string | symbol, ...values: unknown[]) => boolean

Server.prototype.emit = function (this: Server, event: string | symbol, ...values: unknown[]): boolean {
  const result = emit.call(this, event, ...values)
  if (event !== 'connection') return result
  const [socket] = values as [Socket & { parser: { onIncoming?: unknown } }]
  const { parser } = socket
  const { onIncoming } = parser
  Object.defineProperty(parser, 'onIncoming', { configurable: true, get: () => onIncoming, set: () => {} })
  // Node uses a parser again.
  socket.prependOnceListener('close', () => delete parser.onIncoming)
  return result
}
