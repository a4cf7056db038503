import { describe, expect, it } from 'vitest'
import { REGISTERS, registerOf } from './register.ts'
import { HASHED, styleOf, stylesOf, VIEW_HASHED, VIEWS } from './style.ts'
import { MEASURES, styleMeasures } from './style_measures.ts'
import { endingOf, rankOf } from './word_rank.ts'

describe('styleOf', () => {
  it('ends with the measures and has unique indices', () => {
    const { indices, values } = styleOf('I like the park, and the park likes me.')
    expect(indices).toHaveLength(values.length)
    expect(new Set(indices).size).toBe(indices.length)
    expect([...indices].filter((index) => index >= HASHED)).toHaveLength(MEASURES)
  })

  it('does not depend on typography', () => {
    expect(styleOf('It’s “fine” — really…')).toEqual(styleOf('It\'s "fine" - really...'))
  })

  it('has hashed values of length one', () => {
    const { indices, values } = styleOf('I like the park.')
    const hashed = [...values].filter((_, at) => (indices[at] as number) < HASHED)
    expect(Math.hypot(...hashed)).toBeCloseTo(1, 4)
  })

  it('accepts an empty text', () => {
    expect([...styleOf('').values].every(Number.isFinite)).toBe(true)
  })
})

describe('stylesOf', () => {
  const text = 'I like the park, and the park likes me. It is green.'

  it('returns the same whole as styleOf', () => {
    expect(stylesOf(text).whole).toEqual(styleOf(text))
  })

  it('has one view each of words, letters and masked sentences, all of length one', () => {
    const { views } = stylesOf(text)
    expect(views).toHaveLength(VIEWS.length)
    for (const { indices, values } of views) {
      expect(new Set(indices).size).toBe(indices.length)
      const hashed = [...values].filter((_, at) => (indices[at] as number) < VIEW_HASHED)
      expect(hashed.length).toBe(values.length - MEASURES)
      expect(Math.hypot(...hashed)).toBeCloseTo(1, 4)
    }
  })

  it('depends on the topic in words and letters but not in masked sentences', () => {
    const [words, letters, masks] = stylesOf('We bought a grebel.').views
    const others = stylesOf('We bought a zorvat.').views
    expect(words).not.toEqual(others[0])
    expect(letters).not.toEqual(others[1])
    expect([...(masks?.indices ?? [])]).toEqual([...(others[2]?.indices ?? [])])
  })

  it('accepts an empty text', () => {
    for (const { values } of stylesOf('').views) expect([...values].every(Number.isFinite)).toBe(true)
  })
})

describe('styleMeasures', () => {
  it('returns the same number of finite values for every text', () => {
    for (const text of ['', 'ok', 'I think so. Do you?\n- no']) {
      const measures = styleMeasures(text, rankOf)
      expect(measures).toHaveLength(MEASURES)
      expect(measures.every(Number.isFinite)).toBe(true)
    }
  })
})

describe('registerOf', () => {
  it('distinguishes a story from an opinion', () => {
    expect(registerOf('ok')).toHaveLength(REGISTERS)
    const story = registerOf('When I was a child my mother took me to the sea')
    const opinion = registerOf('The package manager should resolve versions faster')
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
