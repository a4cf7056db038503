import { describe, expect, it } from 'vitest'
import { readAnswerText } from './answer_text.ts'

const SPANISH = 'Me gusta mucho vivir en este barrio tranquilo.'
const ENGLISH =
  'The strong sense of community is what I like most. There are parks and shops within a short walk.'

const read = (answer: string) => readAnswerText(answer, 'What do you like about where you live?')

describe('readAnswerText', () => {
  it('reads the English sentences beside another language', () => {
    for (const answer of [`${SPANISH} ${ENGLISH}`, `${ENGLISH} ${SPANISH}`]) {
      const { ownLanguage, words, whole } = read(answer)
      expect(ownLanguage).toBe('en')
      expect(words.join(' ')).toContain('strong sense of community')
      expect(whole.raw).toBe(answer)
    }
    expect(read(`${SPANISH} ${ENGLISH}`).words).not.toContain('barrio')
  })

  it('does not read a quotation in an answer in another language as English', () => {
    const answer = `${SPANISH} Mi vecino siempre me dice buenos días cuando salgo de casa. He said you are welcome here.`
    expect(read(answer).ownLanguage).toBe('es')
    expect(read(`${SPANISH} ${SPANISH}`).ownLanguage).toBe('es')
  })

  it('reads words without disguise', () => {
    expect(read('th3 ch4pt3r wa5 g00d').words).toEqual(['the', 'chapter', 'was', 'good'])
  })
})
