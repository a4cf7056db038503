import { describe, expect, it } from 'vitest'
import { memoize } from './memoize.ts'

describe('memoize', () => {
  it('computes each text once, also when the value is undefined', () => {
    const calls: string[] = []
    const of = memoize((text) => {
      calls.push(text)
      return text === 'no' ? undefined : text.length
    })
    expect([of('why'), of('why'), of('no'), of('no')]).toEqual([3, 3, undefined, undefined])
    expect(calls).toEqual(['why', 'no'])
  })

  it('does not cache long texts, and caches a limited number', () => {
    let calls = 0
    const of = memoize(() => ++calls)
    const long = 'x'.repeat(2_001)
    of(long)
    of(long)
    expect(calls).toBe(2)
    of('first')
    for (let at = 0; at < 200; at++) of(`text ${at}`)
    of('first')
    expect(calls).toBe(204)
  })
})
