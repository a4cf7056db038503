import { describe, expect, it } from 'vitest'
import { kindOfQuestion } from './question.ts'

describe('kindOfQuestion', () => {
  it.each([
    'What do you think of the image above?',
    'Why did you choose that?',
    'Please explain your answer.',
    'What did you like about the video you just watched?',
    'Why?',
    '¿Por qué?',
    'Was gefällt dir an dem Bild?',
    '',
  ])('%j refers to something that was not sent', (question) => {
    expect(kindOfQuestion(question).refersElsewhere).toBe(true)
  })

  it.each(['Any other comments?', 'Is there anything else you would like to tell us?', 'Anmerkungen'])(
    '%j takes any answer',
    (question) => {
      expect(kindOfQuestion(question).open).toBe(true)
    },
  )

  it.each(['Name', 'What is your email address?', 'In which city do you live?', 'Ihre Adresse'])(
    '%j asks for a fact about the person',
    (question) => {
      expect(kindOfQuestion(question).personal).toBe(true)
    },
  )

  it.each([
    'What did you like?',
    'What would you improve?',
    'Please explain what you like best',
    'Please share your thoughts with us.',
    'What are your reactions?',
    'What went through your mind?',
    'Please write down your first impressions in at least 20 words.',
  ])('%j names no topic', (question) => {
    expect(kindOfQuestion(question).label).toBe(true)
  })

  it.each([
    'What do you like about where you live?',
    'What do you like about work?',
    'What would you change about your town?',
    'How did your company react to the new rules?',
    'Why do you use this language at work?',
  ])('%j is an ordinary question', (question) => {
    expect(kindOfQuestion(question)).toEqual({
      label: false,
      refersElsewhere: false,
      open: false,
      personal: false,
    })
  })
})
