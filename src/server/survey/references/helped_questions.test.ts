import { describe, expect, it } from 'vitest'
import { canHaveReferences } from './helped_questions.ts'

const question = (text: string) => ({ id: 'q1', text, answer: '', history: null })

describe('canHaveReferences', () => {
  it.each(['What do you like about your town?', 'Please explain.', 'Comments', 'q1'])(
    'holds for %j',
    (text) => {
      expect(canHaveReferences(question(text))).toBe(true)
    },
  )

  it.each([
    '',
    'Was gefällt Ihnen an Ihrer Stadt?',
    '¿Qué le gusta de su ciudad?',
    "Qu'est-ce que vous aimez dans votre ville ?",
    'O que você gosta na sua cidade?',
    'Wat vind je leuk aan jouw stad?',
    'あなたの 町の どこが 好きですか',
  ])('does not hold for %j', (text) => {
    expect(canHaveReferences(question(text))).toBe(false)
  })

  it('does not hold for names and numbers', () => {
    expect(canHaveReferences({ ...question('What is your name?'), type: 'name' })).toBe(false)
  })
})
