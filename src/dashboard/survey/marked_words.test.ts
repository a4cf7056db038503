import { describe, expect, it } from 'vitest'
import { markedWordsIn } from './marked_words.ts'

const ANSWER = '😀 The strong community'
const spanOf = (text: string) => {
  const start = [...ANSWER.slice(0, ANSWER.indexOf(text))].length
  return { start, end: start + [...text].length }
}
const markedIn = (other: string, ...texts: string[]) =>
  markedWordsIn(ANSWER, texts.map(spanOf), other).map(({ start, end }) =>
    [...other].slice(start, end).join(''),
  )

describe('shared words', () => {
  it('are found in any case, at every place', () => {
    expect(markedIn('😀 Community: a STRONG community', 'strong community')).toEqual([
      'Community',
      'STRONG',
      'community',
    ])
  })

  it('are only those that are marked, as whole words', () => {
    expect(markedIn('The strong, the strongest', 'strong')).toEqual(['strong'])
    expect(markedIn('The strong community')).toEqual([])
  })
})
