import { describe, expect, it } from 'vitest'
import { answered } from './answered.suite.ts'
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

  it('clears a real answer, and one that swears', () => {
    expect(result('The park is close and my neighbours are friendly.')).toBe('Not detected')
    expect(result('The fucking buses never come but I like the park')).toBe('Not detected')
  })

  it('stays silent on nothing and on languages it does not know', () => {
    expect(result('')).toBe('Unknown')
    expect(result('jeg kan godt lide at bo her fordi der er stille')).toBe('Unknown')
  })
})
