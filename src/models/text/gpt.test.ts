import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { fuseStyles, openStyleModel } from './gpt.ts'

const packed = (weights: readonly number[]) =>
  deflateSync(new Uint8Array(Int8Array.from(weights).buffer)).toString('base64')

const model = openStyleModel({
  lengths: [10, 100],
  experts: [
    { bias: 0.5, scale: 0.1, weights: packed([10, -20, 0]), people: [0.5, 0], spread: [1, 2] },
    { bias: 0, scale: 1, weights: packed([0, 0, 3]), people: [0, 1], spread: [1, 1] },
  ],
})
const features = { indices: Uint32Array.of(0, 2), values: Float32Array.of(1, 2) }

describe('openStyleModel', () => {
  it('gives each expert its own weights, baseline and spread', () => {
    expect(model({ features, register: [1, 2], words: 5 })).toEqual([1, 4])
  })

  it('widens the spread with the logarithm of the length', () => {
    const [first] = model({ features, register: [1, 2], words: Math.sqrt(1000) })
    expect(first).toBeCloseTo(1 / 1.5)
    expect(model({ features, register: [1, 2], words: 5_000 })[0]).toBeCloseTo(0.5)
  })
})

describe('fuseStyles', () => {
  const none = Array.from({ length: 8 }, () => 0)
  const only = (expert: number, score: number) => none.map((value, at) => (at === expert ? score : value))

  it('takes the highest score and subtracts the mean of all', () => {
    expect(fuseStyles([only(2, 2)])).toBeCloseTo(2 - 2 / 8)
    expect(fuseStyles([none.map(() => 1)])).toBeCloseTo(0.5 + 1 + 0.3 - 1)
  })

  it('adds shares of the expert for all manners and of the second highest score', () => {
    expect(fuseStyles([only(0, 2)])).toBeCloseTo(1 + 2 - 2 / 8)
    const both = none.map((_, at) => (at === 2 ? 2 : at === 4 ? 1 : 0))
    expect(fuseStyles([both])).toBeCloseTo(2 + 0.3 - 3 / 8)
  })

  it('averages the answers before it takes the highest score', () => {
    const [one, other, third] = [only(1, 1.5), only(2, 1.5), only(3, 1.5)]
    expect(fuseStyles([one, other, third])).toBeCloseTo(0.5 + 0.15 - 1.5 / 8)
    expect(fuseStyles([one, one, one])).toBeCloseTo(1.5 - 1.5 / 8)
  })

  it('is null without answers', () => {
    expect(fuseStyles([])).toBeNull()
  })
})
