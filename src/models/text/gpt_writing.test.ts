import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { registerOf } from '../../features/text/register.ts'
import { stylesOf } from '../../features/text/style.ts'
import { openWritingModel, writingScore } from './gpt_writing.ts'

const packed = (weights: readonly number[]) =>
  deflateSync(new Uint8Array(Int8Array.from(weights).buffer)).toString('base64')

const model = openWritingModel({
  lengths: [10, 100],
  bias: 0.5,
  views: [
    { scale: 0.1, weights: packed([10, -20]) },
    { scale: 1, weights: packed([3, 0]) },
  ],
  people: [0.5, 1],
  spread: [1, 2],
})
const view = (...values: number[]) => ({
  indices: Uint32Array.from(values.keys()),
  values: Float32Array.from(values),
})

describe('openWritingModel', () => {
  it('adds the views and subtracts the usual score of the register', () => {
    const views = [view(1, 0.5), view(2, 1)]
    expect(model({ views, register: [1, 2], words: 5 })).toBeCloseTo(0.5 + 0 + 6 - 0.5 - 2)
    expect(model({ views, register: [1, 2], words: 500 })).toBeCloseTo(2)
  })
})

describe('writingScore', () => {
  const scoreOf = (text: string) =>
    writingScore({
      views: stylesOf(text).views,
      register: registerOf(text),
      words: text.split(' ').length,
    })

  it('scores an assistant higher than a person', () => {
    const model = scoreOf(
      'Overall, the initiative plays a crucial role in fostering a sense of community, and it highlights the importance of collaboration. Furthermore, it provides valuable insights into how individuals can navigate complex challenges.',
    )
    const person = scoreOf(
      "honestly it was ok I guess, we went twice last year and the second time the bus didn't even show up so we walked. wouldn't go again unless someone else pays lol",
    )
    expect(model).toBeGreaterThan(person + 2)
  })
})
