import { describe, expect, it } from 'vitest'
import { isTechnical, placeholderIn } from './placeholder.ts'

describe('placeholderIn', () => {
  it.each([
    'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor.',
    '[Your answer here]',
    '[Insert your neighborhood] has great parks.',
    '{{response}}',
    '[object Object]',
    'undefined',
    'sed ut perspiciatis unde omnis iste natus error sit voluptatem accusantium',
  ])('finds placeholder text in %j', (text) => {
    expect(placeholderIn(text)).toBe('placeholder text')
  })

  it.each([
    'for (let i = 0; i < 10; i++) { console.log(i); }',
    'SELECT * FROM users WHERE id = 1; DROP TABLE users;',
    'def f(x):\n    return x + 1\nprint(f(3))',
    '<div class="x"><p>Hello</p></div>',
    '{"name": "x", "value": [1, 2, 3], "ok": true}',
  ])('finds code in %j', (text) => {
    expect(placeholderIn(text)).toBe('program code')
  })

  it.each([
    'We used lorem ipsum as placeholder text in the first draft of the page.',
    'Me gusta el labore de los vecinos y el error de la vida en el barrio',
    'I like it (really); it is calm, and: the park = great :)',
    'Prices: 3 (was 2), size < 10 cm, colour "red"; ok',
    'It was undefined who had to pay [the landlord or me]',
    'I select the best from the market and import nothing',
  ])('finds nothing in %j', (text) => {
    expect(placeholderIn(text)).toBeNull()
  })
})

describe('isTechnical', () => {
  it('recognizes questions whose answer may be code', () => {
    expect(isTechnical('Which SQL query do you run most often?')).toBe(true)
    expect(isTechnical('What would you change about Haskell the language?')).toBe(true)
    expect(isTechnical('What do you like about your town?')).toBe(false)
  })
})
