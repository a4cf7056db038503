/**
 * Limits login attempts: in fifteen minutes, ten per account and IP address, a hundred per IP address, 400 per network, and
 * ten one-time codes per account, across all nodes that share a store. Fails closed: if the store is unavailable, no password is verified.
 */
import { truncatedAddress } from '../../store/values/truncated_address.ts'
import type { TryCounter, TryWindow } from './try_counter.ts'

export const LOGIN_TRIES: TryWindow = { kind: 'login', windowMs: 15 * 60_000 }

const TRIES = 10
/** Attempts per IP address for any account, so that one address cannot try many accounts. */
const TRIES_PER_ADDRESS = 100
/** One customer gets a whole /48, and many addresses of it could fill the counter with invented accounts. */
const TRIES_PER_NETWORK = 400

/** The /24 or /48 of an address or of its first 64 bits. */
export const networkOf = (address: string): string => truncatedAddress(address)

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
  const limitsOf = (email: string, address: string): readonly (readonly [string, number])[] => [
    [networkOf(address), TRIES_PER_NETWORK],
    [address, TRIES_PER_ADDRESS],
    [pair(email, address), TRIES],
  ]
  return {
    async admit(email, address) {
      const limits = limitsOf(email, address)
      // An attempt above one limit is counted by none, so that it uses up no other limit.
      for (const [subject, most] of limits) if ((await counter.tries(subject)).count >= most) return false
      for (const [subject, most] of limits) if ((await counter.count(subject)) > most) return false
      return true
    },
    reset: (email, address) => counter.forget(pair(email, address)),
    admitCode: async (memberId) => (await counter.count(codes(memberId))) <= TRIES,
    resetCodes: (memberId) => counter.forget(codes(memberId)),
  }
}
