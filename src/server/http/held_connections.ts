/**
 * Slows down an address whose connection was closed for pipelining: its new connections wait before they are read. The
 * client could otherwise connect again at once and have 16 more requests handled each time.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { openClientAddress, rateSubject, unmapped } from '../addresses/client_address.ts'

/** Short for people behind the same address, and less than the timeout for headers. */
export const HOLD_MS = 2_000

/** Returns a function that starts the hold for the address of a socket. Trusted proxies are exempt. */
export function holdConnections(
  server: Server,
  trustedProxies: readonly string[],
  holdMs = HOLD_MS,
): (socket: Socket) => void {
  const { isProxy } = openClientAddress(trustedProxies)
  const heldUntil = new Map<string, number>()

  server.on('connection', (socket: Socket) => {
    const until = heldUntil.get(subjectOf(socket))
    if (until === undefined) return
    // Node has scheduled the start of reading, which would undo a pause now.
    process.nextTick(() => socket.pause())
    setTimeout(() => socket.resume(), until - performance.now()).unref()
  })

  return (socket) => {
    const subject = subjectOf(socket)
    if (isProxy(socket.remoteAddress ?? '')) return
    const until = performance.now() + holdMs
    heldUntil.set(subject, until)
    setTimeout(() => {
      if (heldUntil.get(subject) === until) heldUntil.delete(subject)
    }, holdMs).unref()
  }
}

const subjectOf = ({ remoteAddress = '' }: Socket): string => rateSubject(unmapped(remoteAddress))
