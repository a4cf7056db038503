import { describe, expect, it } from 'vitest'
import type { ExplainedCheck } from '../../contract/survey.ts'
import { markedParts } from './marked_parts.ts'

const failed = (check: ExplainedCheck['check'], spans: ExplainedCheck['spans']): ExplainedCheck => ({
  check,
  result: 'Detected',
  strength: 1,
  evidence: '',
  spans,
})

describe('markedParts', () => {
  it('counts characters, and keeps the whole text', () => {
    const answer = '\u{1f600} so bad here'
    const parts = markedParts(answer, [failed('Automated test: Profane', [{ start: 5, end: 8 }])])
    expect(parts.map(({ text, checks }) => [text, checks.length])).toEqual([
      ['\u{1f600} so ', 0],
      ['bad', 1],
      [' here', 0],
    ])
    expect(parts.map(({ text }) => text).join('')).toBe(answer)
  })

  it('names all checks of parts that overlap', () => {
    const parts = markedParts('one two three', [
      failed('Partial pasting', [{ start: 0, end: 7 }]),
      failed('Automated test: GPT', [{ start: 4, end: 13 }]),
    ])
    expect(parts.map(({ text, checks }) => [text, checks])).toEqual([
      ['one ', ['Partial pasting']],
      ['two', ['Partial pasting', 'Automated test: GPT']],
      [' three', ['Automated test: GPT']],
    ])
  })

  it('leaves out marks behind the end of a cut answer', () => {
    const parts = markedParts('one tw', [
      failed('Partial pasting', [
        { start: 4, end: 13 },
        { start: 20, end: 30 },
      ]),
    ])
    expect(parts.map(({ text, checks }) => [text, checks.length])).toEqual([
      ['one ', 0],
      ['tw', 1],
    ])
  })

  it('returns one part without marks', () => {
    expect(markedParts('plain', [failed('Low-effort', null)])).toEqual([
      { start: 0, text: 'plain', checks: [] },
    ])
  })
})
