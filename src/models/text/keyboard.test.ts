import { describe, expect, it } from 'vitest'
import { keyDistance, rowRun, shareInRowRuns } from './keyboard.ts'

describe('keyDistance', () => {
  it('is symmetric, 0 for the same key and about 1 for neighbors', () => {
    expect(keyDistance('a', 'a')).toBe(0)
    expect(keyDistance('a', 's')).toBe(1)
    expect(keyDistance('s', 'a')).toBe(keyDistance('a', 's'))
    expect(keyDistance('q', 'p')).toBeGreaterThan(5)
  })

  it('is large for letters that are not on the keyboard', () => {
    expect(keyDistance('a', 'ß')).toBe(3)
  })
})

describe('rowRun', () => {
  it('is the longest run of neighboring keys in one direction', () => {
    expect(rowRun('asdf')).toBe(4)
    expect(rowRun('xpoiux')).toBe(4)
    expect(rowRun('were')).toBe(3)
    expect(rowRun('assd')).toBe(2)
    expect(rowRun('')).toBe(0)
  })
})

describe('shareInRowRuns', () => {
  it('counts letters in runs of three or more', () => {
    expect(shareInRowRuns('fdswer')).toBe(1)
    expect(shareInRowRuns('asdx')).toBe(0.75)
    expect(shareInRowRuns('house')).toBe(0)
  })
})
