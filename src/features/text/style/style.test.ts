import { describe, expect, it } from 'vitest'
import { REGISTERS, registerOf } from '../register.ts'
import { endingOf, rankOf } from '../word_rank.ts'
import { HASHED, styleOf } from './style.ts'
import { maskOf } from './style_pieces.ts'
import { styleWords } from './style_words.ts'

const style = (text: string) => styleOf(styleWords(text))

describe('styleOf', () => {
  it('has unique indices and values of length one', () => {
    const { indices, values } = style('I like the park, and the park likes me.')
    expect(indices).toHaveLength(values.length)
    expect(new Set(indices).size).toBe(indices.length)
    expect(Math.max(...indices)).toBeLessThan(HASHED)
    expect(Math.hypot(...values)).toBeCloseTo(1, 4)
  })

  it('does not depend on typography, case or punctuation', () => {
    expect(style('It\u2019s \u201cfine\u201d \u2014 really\u2026')).toEqual(style("it's fine really"))
  })

  it('depends on the order of words', () => {
    expect(style('the park is green')).not.toEqual(style('green is the park'))
  })

  it('accepts an empty text', () => {
    expect([...styleOf([]).values].every(Number.isFinite)).toBe(true)
  })
})

describe('maskOf', () => {
  it('keeps frequent words and masks the topic', () => {
    expect(maskOf('because')).toBe('because')
    expect(maskOf('grebel')).toBe(maskOf('zorvat'))
    expect(maskOf('grebelness')).not.toBe(maskOf('grebel'))
  })
})

describe('registerOf', () => {
  it('distinguishes a story from an opinion', () => {
    expect(registerOf(['ok'])).toHaveLength(REGISTERS)
    const story = registerOf(styleWords('When I was a child my mother took me to the sea'))
    const opinion = registerOf(styleWords('The package manager should resolve versions faster'))
    expect(story[1]).toBeGreaterThan(opinion[1] as number)
  })
})

describe('rankOf and endingOf', () => {
  it('return ranks of frequent words and known endings', () => {
    expect(rankOf('the')).toBeLessThan(10)
    expect(rankOf('qqqqzz')).toBeUndefined()
    expect([endingOf('happiness'), endingOf('sing'), endingOf('park')]).toEqual(['ness', '', ''])
  })
})
