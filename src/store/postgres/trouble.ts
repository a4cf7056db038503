import { DatabaseError } from 'pg'
import { StoreDamaged, StoreUnavailable } from '../store.ts'

/**
 * Conditions of the server or the way to it, not of the request: lost connections, shutdown, failover to a standby,
 * no room, out of memory, timeouts, deadlocks, a transaction that was taken for forsaken.
 */
const TROUBLE = /^(08|25006|25P0[34]|40|53|54|55|57|58|XX000|3D000|28)/

/** A page or an index that does not add up. */
const DAMAGE = /^XX00[12]/

/** Serialisation, deadlock, a lock that was not had within the time set for it. */
const CONTENTION = new Set(['40001', '40P01', '55P03'])

/** Two writers met; trying again sees what the other did. */
export class Contention extends StoreUnavailable {}

/** The engine's error in the store's words. */
export function translated(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) {
    // The driver reports a lost or silent server as a plain error, without a code of the server's.
    return isProgrammersFault(error)
      ? error
      : new StoreUnavailable(`the database cannot be reached: ${messageOf(error)}`)
  }
  const code = error.code ?? ''
  if (DAMAGE.test(code)) return new StoreDamaged(`the database is damaged: ${error.message}`)
  if (CONTENTION.has(code)) return new Contention(error.message)
  if (TROUBLE.test(code)) return new StoreUnavailable(`the database cannot be used: ${error.message}`)
  return error
}

function isProgrammersFault(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0]) return messageOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
