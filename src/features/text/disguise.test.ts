import { describe, expect, it } from 'vitest'
import { withoutDisguise } from './disguise.ts'

const SENTENCE = 'The strong sense of community is what I like most about the place where I live.'
const CYRILLIC: Readonly<Record<string, string>> = {
  a: 'а',
  e: 'е',
  o: 'о',
  c: 'с',
  p: 'р',
  x: 'х',
  y: 'у',
  i: 'і',
  T: 'Т',
}
const DIGITS: Readonly<Record<string, string>> = { e: '3', a: '4', o: '0', i: '1', s: '5' }

describe('withoutDisguise', () => {
  it('restores letters that look alike', () => {
    const disguised = SENTENCE.replace(/[aeocpxyiT]/g, (letter) => CYRILLIC[letter] ?? letter)
    expect(disguised).not.toBe(SENTENCE)
    expect(withoutDisguise(disguised)).toBe(SENTENCE)
  })

  it('restores digits in place of letters', () => {
    const disguised = SENTENCE.replace(/[eaos]/g, (letter) => DIGITS[letter] ?? letter)
    expect(withoutDisguise(disguised)).toBe(SENTENCE)
    expect(withoutDisguise('th3 ch4pt3r wa5 g00d')).toBe('the chapter was good')
    expect(withoutDisguise('wi11 te11 a1l')).toBe('will tell all')
  })

  it('keeps the length', () => {
    const text = '  🙂 thе strоng 5en5e оf соmmunity, th3 pl4c3  '
    expect(withoutDisguise(text)).toHaveLength(text.length)
  })

  it.each([
    'Мне нравится жить здесь, потому что тихо.',
    'Μου αρέσει η γειτονιά μου.',
    'My grandmother said "всё хорошо" every day, and κέφι too.',
    'My 3rd flat, since 1st May 2014, costs 5k; b4 that I had a ps5 and covid19.',
    'At 10am or 4pm, mp3 and h2o, 100m away, room 3b on floor 5a',
    'th3 one word',
    'I like it',
  ])('keeps %j', (text) => {
    expect(withoutDisguise(text)).toBe(text)
  })
})
