import { describe, expect, it } from 'vitest'
import { addStyle, removeStyle, type StylePeers, usualStyle } from './style_peers.ts'

const peers = (scores: readonly number[]) => scores.reduce<StylePeers>(addStyle, {})
const people = Array.from({ length: 41 }, (_, at) => at / 20)

describe('usual style', () => {
  it('is unknown with few answers', () => {
    expect(usualStyle(peers(people.slice(0, 19)))).toBeNull()
    expect(usualStyle({})).toBeNull()
  })

  it('moves little when a fifth of the answers are from models', () => {
    const mixed = peers([...people, ...Array.from({ length: 10 }, () => 5)])
    expect(usualStyle(mixed)).toBeCloseTo(1, 0)
    expect(Math.abs((usualStyle(mixed) as number) - (usualStyle(peers(people)) as number))).toBeLessThan(0.31)
  })

  it('forgets a removed answer', () => {
    const before = peers(people)
    expect(removeStyle(addStyle(before, 7.3), 7.3)).toEqual(before)
    expect(removeStyle(before, 99)).toEqual(before)
  })
})
