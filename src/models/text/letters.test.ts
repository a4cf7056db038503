import { describe, expect, it } from 'vitest'
import { codeOf, GAP, lettersOf } from './letters.ts'

describe('lettersOf', () => {
  it('drops accents, spells out ligatures, and keeps words apart', () => {
    expect(lettersOf("Straße, œuvre; l'été")).toBe('strasse oeuvre lete')
  })

  it('leaves nothing of other scripts and digits', () => {
    expect(lettersOf('東京 42')).toBe('')
  })
})

describe('codeOf', () => {
  it('numbers the letters from 1 and everything else as a gap', () => {
    expect([codeOf('a'), codeOf('z'), codeOf(' '), codeOf('é')]).toEqual([1, 26, GAP, GAP])
  })
})
