import { DatabaseError } from 'pg'
import { StoreDamaged, StoreUnavailable } from '../errors.ts'

/**
 * SQLSTATE classes of the server or the connection, not of the request: lost connections, shutdown, failover to a
 * standby, full disk, out of memory, timeouts, deadlocks, idle transactions that the server ended.
 */
const UNAVAILABLE = /^(08|25006|25P0[34]|40|53|54|55|57|58|XX000|3D000|28)/

/** A corrupt page or index. */
const DAMAGED = /^XX00[12]/

/** Serialization failure, deadlock, lock timeout. */
const CONTENTION = new Set(['40001', '40P01', '55P03'])

/** Two transactions conflicted; a retry sees the result of the other. */
export class Contention extends StoreUnavailable {}

/** Converts an error of the driver or the server into an error of the store. */
export function translated(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) {
    // The driver reports a lost or silent server as a plain error without an SQLSTATE.
    return isProgrammingError(error)
      ? error
      : new StoreUnavailable(`the database cannot be reached: ${messageOf(error)}`)
  }
  const code = error.code ?? ''
  // Citus adds lines of advice.
  const [message] = error.message.split('\n', 1)
  if (DAMAGED.test(code)) return new StoreDamaged(`the database is damaged: ${message}`)
  if (CONTENTION.has(code)) return new Contention(message)
  if (UNAVAILABLE.test(code)) return new StoreUnavailable(`the database cannot be used: ${message}`)
  return error
}

function isProgrammingError(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0]) return messageOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
