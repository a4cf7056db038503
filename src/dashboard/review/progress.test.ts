import { describe, expect, it } from 'vitest'
import { afterDecision, afterUndo, decisionOn, moved } from './progress.ts'

const IDS = ['a', 'b', 'c']
const start = { current: 'b', decided: [] }

describe('a review queue', () => {
  it('continues with the next open entry, then with those before', () => {
    const first = afterDecision(IDS, start, 'bot')
    expect(first.current).toBe('c')
    const second = afterDecision(IDS, first, 'bot')
    expect(second.current).toBe('a')
    expect(afterDecision(IDS, second, 'person')).toEqual({
      current: undefined,
      decided: [
        { id: 'b', decision: 'bot' },
        { id: 'c', decision: 'bot' },
        { id: 'a', decision: 'person' },
      ],
    })
  })

  it('replaces the decision on an entry', () => {
    const changed = afterDecision(IDS, { ...start, decided: [{ id: 'b', decision: 'bot' }] }, 'person')
    expect(changed.decided).toEqual([{ id: 'b', decision: 'person' }])
  })

  it('returns to the entry whose decision is undone', () => {
    expect(afterUndo(afterDecision(IDS, start, 'bot'))).toEqual(start)
    expect(afterUndo(start)).toEqual(start)
  })

  it('decides entries together, and undoes them together', () => {
    const both = afterDecision(IDS, start, 'bot', ['c'])
    expect(both.current).toBe('a')
    expect(decisionOn(both.decided, 'c')).toBe('bot')
    expect(decisionOn(both.decided, 'a')).toBeUndefined()
    const undone = afterUndo(both)
    expect([undone.current, decisionOn(undone.decided, 'c')]).toEqual(['b', undefined])
  })

  it('stops at its ends', () => {
    expect(moved(IDS, 'b', 1)).toBe('c')
    expect(moved(IDS, 'c', 1)).toBe('c')
    expect(moved(IDS, 'a', -1)).toBe('a')
    expect(moved(IDS, undefined, 1)).toBe('a')
    expect(moved([], undefined, 1)).toBeUndefined()
  })
})
