import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TypingChange } from '../../contract/dashboard/surveys.ts'
import { countAt, growthOf, pausesOf, runsAt, STRUCK_MS, writtenAfter } from './growth.ts'

const PASTED = 'this came in one piece'
const changes: TypingChange[] = [
  [0, 0, 0, 'H'],
  [100, 1, 0, 'u'],
  [200, 1, 1, ''],
  [5_000, 1, 0, 'i '],
  [6_000, 3, 0, PASTED],
]

describe('an answer as it grows', () => {
  it('is what had been written by then', () => {
    const growth = growthOf(changes)
    expect([-1, 0, 150, 4_000, 5_000].map((at) => writtenAfter(growth, countAt(growth, at)).text)).toEqual([
      '',
      'H',
      'Hu',
      'H',
      'Hi ',
    ])
  })

  it('tells what was typed from what came in one piece', () => {
    expect(runsAt(growthOf(changes), 9_000)).toEqual([
      { text: 'Hi ', origin: 'typed' },
      { text: PASTED, origin: 'bulk' },
    ])
  })

  it('shows a deletion for a moment', () => {
    const growth = growthOf(changes)
    expect(runsAt(growth, 200 + STRUCK_MS - 1)).toEqual([
      { text: 'H', origin: 'typed' },
      { text: 'u', origin: 'removed' },
    ])
    expect(runsAt(growth, 200 + STRUCK_MS)).toEqual([{ text: 'H', origin: 'typed' }])
  })

  it('names pauses, also the one before the first key', () => {
    expect(pausesOf(growthOf(changes))).toEqual([{ from: 200, to: 5_000 }])
    expect(pausesOf(growthOf([[3_000, 0, 0, 'a']]))).toEqual([{ from: 0, to: 3_000 }])
  })

  it('is the same however far apart states are kept', () => {
    const edits = fc.array(fc.tuple(fc.nat(50), fc.nat(3), fc.string({ maxLength: 30 })), {
      minLength: 390,
      maxLength: 450,
    })
    fc.assert(
      fc.property(edits, fc.nat(450), (list, count) => {
        const made = list.map(
          ([position, removed, inserted], i): TypingChange => [i, position, removed, inserted],
        )
        let plain = ''
        for (const [, position, removed, inserted] of made.slice(0, count))
          plain = plain.slice(0, position) + inserted + plain.slice(position + removed)
        const written = writtenAfter(growthOf(made), Math.min(count, made.length))
        expect(written.text).toBe(plain)
        expect(written.origins).toHaveLength(plain.length)
      }),
      { numRuns: 50 },
    )
  })
})
