import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { KeyStore } from '../../store/keys.ts'
import { factDigest, openTokens, TOKEN_LIFE_MS } from './token.ts'

const SUBJECT = { sessionId: 'A'.repeat(22), workspace: 'w', siteKeyId: 'k' }
const NOW = 1_790_000_000_000
const FACTS = { agent: factDigest('Browser/1') }

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
    const token = tokens.sign(SUBJECT, NOW, FACTS)
    for (let i = 0; i < 2; i++) {
      expect(tokens.age(token, SUBJECT, NOW)).toBe(0)
      expect(tokens.age(token, { ...SUBJECT, sessionId: 'B'.repeat(22) }, NOW)).toBeNull()
      expect(tokens.age(token, { ...SUBJECT, workspace: 'v' }, NOW)).toBeNull()
      expect(tokens.age(token, { ...SUBJECT, siteKeyId: 'j' }, NOW)).toBeNull()
    }
  })

  it('carries digests of the user agent and of a proven user', async () => {
    const tokens = await openTokens(secrets(), 1)
    const facts = { ...FACTS, user: factDigest('user-1') }
    for (const carried of [FACTS, facts]) {
      const token = tokens.sign(SUBJECT, NOW, carried)
      expect(tokens.age(token, SUBJECT, NOW)).toBe(0)
      expect(tokens.facts(token)).toEqual(carried)
    }
    const token = tokens.sign(SUBJECT, NOW, FACTS)
    const other = token.replace(FACTS.agent, factDigest('Browser/2'))
    expect(tokens.age(other, SUBJECT, NOW)).toBeNull()
    expect(tokens.age(token.replace(FACTS.agent, FACTS.agent + facts.user), SUBJECT, NOW)).toBeNull()
  })

  it('is rejected after any edit', async () => {
    const tokens = await openTokens(secrets(), 1)
    const token = tokens.sign(SUBJECT, NOW, FACTS)
    for (let at = 0; at < token.length; at++) {
      for (const char of 'A0._-z') {
        const edited = token.slice(0, at) + char + token.slice(at + 1)
        if (edited !== token) expect(tokens.age(edited, SUBJECT, NOW)).toBeNull()
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
      expect(tokens.age(edited, SUBJECT, NOW)).toBeNull()
    }
  })

  it('has an age, and expires after twelve hours', async () => {
    const tokens = await openTokens(secrets(), 1)
    const token = tokens.sign(SUBJECT, NOW, FACTS)
    expect(tokens.age(token, SUBJECT, NOW + 1_234)).toBe(1_234)
    expect(tokens.age(token, SUBJECT, NOW + TOKEN_LIFE_MS - 1)).toBe(TOKEN_LIFE_MS - 1)
    expect(tokens.age(token, SUBJECT, NOW + TOKEN_LIFE_MS)).toBeNull()
  })

  it('stays valid when the clock steps back', async () => {
    const tokens = await openTokens(secrets(), 1)
    const token = tokens.sign(SUBJECT, NOW, FACTS)
    expect(tokens.age(token, SUBJECT, NOW - 30 * 24 * 3_600_000)).toBe(0)
  })

  it('is accepted by every node while the secret is rotated', async () => {
    const store = secrets()
    const [first, second, third] = await Promise.all([1, 2, 3].map((number) => openTokens(store, number)))
    const token = first?.sign(SUBJECT, NOW, FACTS) as string
    expect((await openTokens(store, 1)).age(token, SUBJECT, NOW)).toBe(0)
    expect(second?.age(token, SUBJECT, NOW)).toBe(0)
    expect(first?.age(second?.sign(SUBJECT, NOW, FACTS) as string, SUBJECT, NOW)).not.toBeNull()
    expect(third?.age(token, SUBJECT, NOW)).toBeNull()
  })
})
