import { describe, expect, it } from 'vitest'
import { codeOf, GAP, lettersOf } from './letters.ts'

describe('lettersOf', () => {
  it('drops accents, expands ligatures and separates words', () => {
    expect(lettersOf("Straße, œuvre; l'été")).toBe('strasse oeuvre lete')
  })

  it('removes other scripts and digits', () => {
    expect(lettersOf('東京 42')).toBe('')
  })
})

describe('codeOf', () => {
  it('numbers letters from 1 and returns 0 for other characters', () => {
    expect([codeOf('a'), codeOf('z'), codeOf(' '), codeOf('é')]).toEqual([1, 26, GAP, GAP])
  })
})
