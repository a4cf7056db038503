import { describe, expect, it } from 'vitest'
import { CHOICE_NAMES, CHOICES, choiceOf, choicesOf, optionsOf } from './choices.ts'

describe('the choices of a workspace', () => {
  it.each(CHOICE_NAMES)(
    '%s has a default among its options, and counts an unknown option as the default',
    (name) => {
      expect(optionsOf(name)).toContain(CHOICES[name].default)
      for (const option of optionsOf(name)) expect(choiceOf({ [name]: option }, name)).toBe(option)
      for (const stored of [undefined, null, 7, 'none', 'toString'])
        expect(choiceOf({ [name]: stored }, name)).toBe(CHOICES[name].default)
    },
  )

  it('are read together', () => {
    expect(choicesOf({ acceptance: 'strict', weights: {} })).toMatchObject({
      acceptance: 'strict',
      linked_sessions: 'visits',
    })
  })
})
