import { describe, expect, it } from 'vitest'
import { memoize } from './memoize.ts'

describe('memoize', () => {
  it('computes each text once, also when the value is undefined', () => {
    const asked: string[] = []
    const of = memoize((text) => {
      asked.push(text)
      return text === 'no' ? undefined : text.length
    })
    expect([of('why'), of('why'), of('no'), of('no')]).toEqual([3, 3, undefined, undefined])
    expect(asked).toEqual(['why', 'no'])
  })

  it('does not cache long texts, and caches a limited number', () => {
    let asked = 0
    const of = memoize(() => ++asked)
    const long = 'x'.repeat(2_001)
    of(long)
    of(long)
    expect(asked).toBe(2)
    of('first')
    for (let at = 0; at < 200; at++) of(`text ${at}`)
    of('first')
    expect(asked).toBe(204)
  })
})
