import { describe, expect, it } from 'vitest'
import { type Meaning, meaningOf } from './meaning.ts'
import { MIN_OTHERS, relevanceFeatures, relevanceOf } from './relevance.ts'

const of = (text: string) => meaningOf(text.split(' ')) as Meaning
const question = of('what do you like about the town where you live')
const near = of('the town is quiet and i like the people who live here')
const far = of('the compiler does not infer the type of this function')

const others = (count: number) => Array.from(near.vector, (value) => value * count)

describe('relevanceOf', () => {
  it('prefers an answer close to the question', () => {
    const alone = { question, others: [], otherCount: 0, overlap: 0 }
    expect(relevanceOf({ ...alone, answer: near })).toBeGreaterThan(relevanceOf({ ...alone, answer: far }))
  })

  it('prefers an answer close to the other answers, by a larger margin', () => {
    const input = { question, others: others(12), otherCount: 12, overlap: 0 }
    const gap = relevanceOf({ ...input, answer: near }) - relevanceOf({ ...input, answer: far })
    const alone = { question, others: [], otherCount: 0, overlap: 0 }
    const gapAlone = relevanceOf({ ...alone, answer: near }) - relevanceOf({ ...alone, answer: far })
    expect(gap).toBeGreaterThan(gapAlone)
  })

  it('ignores other answers below the minimum', () => {
    const few = {
      answer: far,
      question,
      others: others(MIN_OTHERS - 1),
      otherCount: MIN_OTHERS - 1,
      overlap: 0,
    }
    expect(relevanceFeatures(few)).toEqual(relevanceFeatures({ ...few, others: [], otherCount: 0 }))
  })

  it('rises with shared words', () => {
    const input = { answer: far, question, others: others(12), otherCount: 12 }
    expect(relevanceOf({ ...input, overlap: 2 })).toBeGreaterThan(relevanceOf({ ...input, overlap: 0 }))
  })

  it('accepts a question without known words', () => {
    expect(
      Number.isFinite(relevanceOf({ answer: near, question: null, others: [], otherCount: 0, overlap: 0 })),
    ).toBe(true)
  })
})
