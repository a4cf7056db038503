import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TypingChange } from '../../contract/dashboard/surveys.ts'
import { changesUntil, editHistory, pausesOf, runsAt, STRIKETHROUGH_MS, stateAfter } from './edit_history.ts'

const PASTED = 'this came in one piece'
const changes: TypingChange[] = [
  [0, 0, 0, 'H'],
  [100, 1, 0, 'u'],
  [200, 1, 1, ''],
  [5_000, 1, 0, 'i '],
  [6_000, 3, 0, PASTED],
]

describe('edit history of an answer', () => {
  it('returns the text at any time', () => {
    const history = editHistory(changes)
    expect(
      [-1, 0, 150, 4_000, 5_000].map((at) => stateAfter(history, changesUntil(history, at)).text),
    ).toEqual(['', 'H', 'Hu', 'H', 'Hi '])
  })

  it('separates typed text from bulk insertions', () => {
    expect(runsAt(editHistory(changes), 9_000)).toEqual([
      { text: 'Hi ', origin: 'typed' },
      { text: PASTED, origin: 'bulk' },
    ])
  })

  it('shows a deletion for a short time', () => {
    const history = editHistory(changes)
    expect(runsAt(history, 200 + STRIKETHROUGH_MS - 1)).toEqual([
      { text: 'H', origin: 'typed' },
      { text: 'u', origin: 'removed' },
    ])
    expect(runsAt(history, 200 + STRIKETHROUGH_MS)).toEqual([{ text: 'H', origin: 'typed' }])
  })

  it('finds pauses, including the one before the first key', () => {
    expect(pausesOf(editHistory(changes))).toEqual([{ from: 200, to: 5_000 }])
    expect(pausesOf(editHistory([[3_000, 0, 0, 'a']]))).toEqual([{ from: 0, to: 3_000 }])
  })

  it('gives the same text across snapshots', () => {
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
        const written = stateAfter(editHistory(made), Math.min(count, made.length))
        expect(written.text).toBe(plain)
        expect(written.origins).toHaveLength(plain.length)
      }),
      { numRuns: 50 },
    )
  })
})
