import { describe, expect, it } from 'vitest'
import { answered } from '../../../test/samples/answered.ts'
import { junk } from './junk.ts'

const result = (answer: string) => junk.run(answered(answer)).result

describe('Automated test: Junk', () => {
  it.each([
    ['mashing', 'asdfjkl asdf lkjsd fkjas'],
    ['words in no order', 'park the never bakery on full corner the is and knows my name the'],
    ['nothing but abuse', 'fuck off'],
  ])('detects %s', (_, answer) => {
    expect(result(answer)).toBe('Detected')
  })

  it('does not detect a real answer, even with swear words', () => {
    expect(result('The park is close and my neighbours are friendly.')).toBe('Not detected')
    expect(result('The fucking buses never come but I like the park')).toBe('Not detected')
  })

  it('is unknown for an empty answer and for unsupported languages', () => {
    expect(result('')).toBe('Unknown')
    expect(result('jeg kan godt lide at bo her fordi der er stille')).toBe('Unknown')
  })
})
