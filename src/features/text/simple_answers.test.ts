import { describe, expect, it } from 'vitest'
import { isSimpleAnswer } from './simple_answers.ts'

describe('isSimpleAnswer', () => {
  it.each([
    'Yes',
    'no.',
    'N/A',
    '42',
    'none, thanks',
    'No sé',
    'weiß nicht',
    'je ne sais pas',
    'não sei',
    'non lo so',
    'geen idee',
    '???',
    '',
  ])('accepts %j', (answer) => {
    expect(isSimpleAnswer(answer)).toBe(true)
  })

  it.each(['Parks', 'no parks here', 'yes because it is quiet', '42 parks'])(
    'does not take %j for one',
    (answer) => {
      expect(isSimpleAnswer(answer)).toBe(false)
    },
  )
})
