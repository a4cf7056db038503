import { describe, expect, it } from 'vitest'
import { answered } from '../../../test/samples/answered.ts'
import { lowEffort } from './low_effort.ts'

const at = (answer: string, lowEffortThreshold: number) =>
  lowEffort.run({ ...answered(answer), lowEffortThreshold }).result

describe('Low-effort', () => {
  it('flags no answer at 0 and every answer at 10', () => {
    expect(at('Yes', 0)).toBe('Not detected')
    expect(at('Yes', 10)).toBe('Detected')
    expect(at('The park is close and my neighbours are friendly, so I stay.', 10)).toBe('Detected')
  })

  it('flags ratings up to the threshold only', () => {
    const { effort } = answered('Quiet streets and good schools')
    expect(at('Quiet streets and good schools', effort)).toBe('Detected')
    expect(at('Quiet streets and good schools', effort - 1)).toBe('Not detected')
  })

  it.each([
    ['the question copied back', 'What do you like about where you live?'],
    ['placeholder text', 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor.'],
    ['padding', 'It is very very very nice and very very very good and really really really fine'],
    ['one sentence again and again', 'I like the park. I like the park. I like the park. I like the park.'],
  ])('flags %s at 2', (_, answer) => {
    expect(at(answer, 2)).toBe('Detected')
  })

  it('rates a name as one word, not as random keys', () => {
    expect(at('Szczepanik', 2)).toBe('Not detected')
  })

  it('is unknown for an empty answer', () => {
    expect(at('', 10)).toBe('Unknown')
  })
})
