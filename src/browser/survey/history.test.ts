import { describe, expect, it } from 'vitest'
import { addChange, expand, type History } from './history.ts'

const typed = (text: string, first = ''): History => {
  const history: History = { firstText: first, firstMs: 1000, changes: [] }
  for (const [i, inserted] of [...text].entries()) {
    addChange(history, 1500 + 100 * i, { at: first.length + i, removedChars: 0, inserted })
  }
  return history
}

describe('a typing history', () => {
  it('has the specified shape: the text so far, and milliseconds since the first event', () => {
    expect(expand(typed('abc'))).toEqual([
      { s: 'a', t: 0 },
      { s: 'ab', t: 100 },
      { s: 'abc', t: 200 },
    ])
  })

  it('carries the mark of the browser', () => {
    const history = typed('a')
    addChange(history, 1700, { at: 1, removedChars: 0, inserted: 'bc' }, 'p')
    expect(expand(history)).toEqual([
      { s: 'a', t: 0 },
      { s: 'abc', t: 200, o: 'p' },
    ])
  })

  it('begins with the initial text', () => {
    expect(expand(typed('!', 'draft'))).toEqual([
      { s: 'draft', t: 0 },
      { s: 'draft!', t: 500 },
    ])
  })

  it('is bounded and keeps its end', () => {
    const history: History = { firstText: '', firstMs: 0, changes: [] }
    for (let i = 0; i < 1000; i++)
      addChange(history, i, { at: i, removedChars: 0, inserted: 'x' }, undefined, 100)
    expect(history.changes.length).toBeLessThanOrEqual(100)
    const states = expand(history)
    expect(states.at(-1)?.s).toBe('x'.repeat(1000))
    expect(states.at(-2)?.s).toBe('x'.repeat(999))
    expect(states[0]?.s.length).toBeGreaterThan(0)
  })

  it('drops states evenly when there are too many, but never the last', () => {
    const states = expand(typed('y'.repeat(100)), 1000)
    expect(states.length).toBeLessThan(25)
    expect(states.at(-1)).toEqual({ s: 'y'.repeat(100), t: 9900 })
  })

  it('is empty if nothing was typed', () => {
    expect(expand({ firstText: '', firstMs: 5, changes: [] })).toEqual([])
  })
})
