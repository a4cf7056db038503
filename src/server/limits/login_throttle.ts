/**
 * Limits login attempts: ten in fifteen minutes per account and IP address, and ten one-time codes per account, across
 * all nodes that share a store. Fails closed: if the store is unavailable, no password is verified.
 */
import type { TryCounter, TryWindow } from './try_counter.ts'

export const LOGIN_TRIES: TryWindow = { kind: 'login', windowMs: 15 * 60_000 }

const TRIES = 10
/** Attempts per IP address for any account, so that one address cannot try many accounts. */
const TRIES_PER_ADDRESS = 100

export interface LoginThrottle {
  /** Counts an attempt. False: too many; the password must not be verified. */
  admit(email: string, address: string): Promise<boolean>
  /** Resets the attempts of an account and address after a successful login. */
  reset(email: string, address: string): Promise<void>
  /** Counts a one-time code for an account, from any address. False: too many; the code must not be verified. */
  admitCode(memberId: string): Promise<boolean>
  /** Resets the codes of an account after a correct one. */
  resetCodes(memberId: string): Promise<void>
}

export function openLoginThrottle(counter: TryCounter): LoginThrottle {
  const pair = (email: string, address: string) => `${address} ${email}`
  const codes = (memberId: string) => `code ${memberId}`
  return {
    admit: async (email, address) =>
      (await counter.count(address)) <= TRIES_PER_ADDRESS &&
      (await counter.count(pair(email, address))) <= TRIES,
    reset: (email, address) => counter.forget(pair(email, address)),
    admitCode: async (memberId) => (await counter.count(codes(memberId))) <= TRIES,
    resetCodes: (memberId) => counter.forget(codes(memberId)),
  }
}
