import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { KeyStore } from '../../store/keys.ts'
import { openTokens, TOKEN_LIFE_S } from './token.ts'

const SUBJECT = { sessionId: 'A'.repeat(22), workspace: 'w', siteKeyId: 'k' }
const NOW = 1_790_000_000_000
const LIFE_MS = TOKEN_LIFE_S * 1000

function secrets(): KeyStore {
  const held = new Map<string, Uint8Array>()
  return {
    secret: async (name: string, fresh: Uint8Array) => {
      if (!held.has(name)) held.set(name, fresh)
      return held.get(name) as Uint8Array
    },
  } as unknown as KeyStore
}

describe('a session token', () => {
  it('is valid for its session, workspace and site key only', async () => {
    const tokens = await openTokens(secrets(), 1)
    const token = tokens.sign(SUBJECT, NOW)
    for (let i = 0; i < 2; i++) {
      expect(tokens.renew(token, SUBJECT, NOW)).toBe(token)
      expect(tokens.renew(token, { ...SUBJECT, sessionId: 'B'.repeat(22) }, NOW)).toBeNull()
      expect(tokens.renew(token, { ...SUBJECT, workspace: 'v' }, NOW)).toBeNull()
      expect(tokens.renew(token, { ...SUBJECT, siteKeyId: 'j' }, NOW)).toBeNull()
    }
  })

  it('is rejected after any edit', async () => {
    const tokens = await openTokens(secrets(), 1)
    const token = tokens.sign(SUBJECT, NOW)
    for (let at = 0; at < token.length; at++) {
      for (const char of 'A0._-z') {
        const edited = token.slice(0, at) + char + token.slice(at + 1)
        if (edited !== token) expect(tokens.renew(edited, SUBJECT, NOW)).toBeNull()
      }
    }
    for (const edited of [
      `0${token}`,
      `${token}=`,
      ` ${token}`,
      token.toUpperCase(),
      '',
      randomBytes(60).toString('base64url'),
    ]) {
      expect(tokens.renew(edited, SUBJECT, NOW)).toBeNull()
    }
  })

  it('expires after twelve hours, and is renewed after six', async () => {
    const tokens = await openTokens(secrets(), 1)
    const token = tokens.sign(SUBJECT, NOW)
    expect(tokens.renew(token, SUBJECT, NOW + LIFE_MS / 2 - 1)).toBe(token)
    const fresh = tokens.renew(token, SUBJECT, NOW + LIFE_MS / 2 + 1_000)
    expect(fresh).not.toBe(token)
    expect(tokens.renew(fresh as string, SUBJECT, NOW + LIFE_MS)).toBe(fresh)
    expect(tokens.renew(token, SUBJECT, NOW + LIFE_MS)).toBeNull()
  })

  it('stays valid when the clock steps back', async () => {
    const tokens = await openTokens(secrets(), 1)
    const token = tokens.sign(SUBJECT, NOW)
    expect(tokens.renew(token, SUBJECT, NOW - 30 * 24 * 3_600_000)).toBe(token)
  })

  it('is accepted by every node while the secret is rotated', async () => {
    const store = secrets()
    const [first, second, third] = await Promise.all([1, 2, 3].map((number) => openTokens(store, number)))
    const token = first?.sign(SUBJECT, NOW) as string
    expect((await openTokens(store, 1)).renew(token, SUBJECT, NOW)).toBe(token)
    expect(second?.renew(token, SUBJECT, NOW)).toBe(token)
    expect(first?.renew(second?.sign(SUBJECT, NOW) as string, SUBJECT, NOW)).not.toBeNull()
    expect(third?.renew(token, SUBJECT, NOW)).toBeNull()
  })
})
