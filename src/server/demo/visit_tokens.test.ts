import { describe, expect, it } from 'vitest'
import { openVisitTokens } from './visit_tokens.ts'

const tokens = openVisitTokens(Buffer.alloc(32, 7))
const HOUR_MS = 3_600_000

describe('a read token', () => {
  it('names its visit for an hour', () => {
    const { id, token } = tokens.create(1_000)
    expect(tokens.visitOf(token, 1_000 + HOUR_MS - 1)).toBe(id)
    expect(tokens.visitOf(token, 1_000 + HOUR_MS)).toBeNull()
  })

  it('is refused with another visit, another expiry or another secret', () => {
    const [one, other] = [tokens.create(0), tokens.create(0)]
    const [, expires, mac] = one.token.split('.')
    expect(tokens.visitOf(`${other.id}.${expires}.${mac}`, 0)).toBeNull()
    expect(tokens.visitOf(`${one.id}.zzzzzzzz.${mac}`, 0)).toBeNull()
    expect(openVisitTokens(Buffer.alloc(32, 8)).visitOf(one.token, 0)).toBeNull()
    expect(tokens.visitOf('', 0)).toBeNull()
  })
})
