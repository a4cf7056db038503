import { describe, expect, it } from 'vitest'
import { foldText } from './normalize.ts'
import { withoutStockPhrases } from './stock_phrases.ts'

const rest = (text: string) => withoutStockPhrases(foldText(text))

describe('withoutStockPhrases', () => {
  it('leaves what an answer says', () => {
    expect(rest("To be honest, the bread is good. At the end of the day, it's what it is.")).toBe(
      'the bread is good',
    )
    expect(rest('The bakery opens early, and that is all I can say about it.')).toBe(
      'the bakery opens early and',
    )
  })

  it.each(['The end of the day shift is late.', 'It is what it was before.', 'Tomorrow at this point.'])(
    'keeps "%s"',
    (text) => {
      expect(rest(text)).toBe(foldText(text))
    },
  )

  it('keeps an answer of such phrases only', () => {
    expect(rest('It is what it is.')).toBe('it is what it is')
  })
})
