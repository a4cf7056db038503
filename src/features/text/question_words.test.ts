import { describe, expect, it } from 'vitest'
import { foldQuestion, wordsOfQuestion } from './question_words.ts'

describe('the words of a question', () => {
  it('are folded, and the same list every time', () => {
    expect(foldQuestion('Où habitez-vous ?')).toBe('ou habitez vous')
    expect(wordsOfQuestion('Où habitez-vous ?')).toEqual(['ou', 'habitez', 'vous'])
    expect(wordsOfQuestion('Où habitez-vous ?')).toBe(wordsOfQuestion('Où habitez-vous ?'))
  })
})
