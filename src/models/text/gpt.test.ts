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
  const none = Array.from({ length: 10 }, () => 0)
  const only = (expert: number, score: number) => none.map((value, at) => (at === expert ? score : value))

  it('takes the highest score, with a handicap for some experts', () => {
    const agreed = (1.2 * 2) / 9
    expect(fuseStyles([only(2, 2)]).answering).toBeCloseTo(2 - agreed)
    expect(fuseStyles([only(7, 2)]).answering).toBeCloseTo(1.8 - agreed)
    expect(fuseStyles([only(0, 2)]).answering).toBeCloseTo(2.1 + 1.7 - agreed)
  })

  it('adds a share of the second highest score', () => {
    const both = none.map((_, at) => (at === 2 ? 2 : at === 4 ? 1 : 0))
    expect(fuseStyles([both]).answering).toBeCloseTo(2 + 0.5 - (1.2 * 3) / 9)
  })

  it('subtracts the mean of all experts', () => {
    const alike = none.map((_, at) => (at < 9 ? 1 : 0))
    expect(fuseStyles([alike]).answering).toBeCloseTo(1.05 + 1 + 0.5 - 1.2)
  })

  it('averages the answers before it takes the highest score', () => {
    const [one, other, third] = [only(1, 1.5), only(2, 1.5), only(3, 1.5)]
    expect(fuseStyles([one, other, third]).answering).toBeCloseTo(0.5 + 0.25 - (1.2 * 1.5) / 9)
    expect(fuseStyles([one, one, one]).answering).toBeCloseTo(1.5 - (1.2 * 1.5) / 9)
  })

  it('clamps the score of a single answer among several', () => {
    const loud = fuseStyles([only(1, 9), none, none]).answering
    expect(loud).toBeCloseTo(fuseStyles([only(1, 2), none, none]).answering)
    expect(fuseStyles([only(1, 9)]).answering).toBeCloseTo(9 - (1.2 * 9) / 9)
    expect(fuseStyles([only(9, 9), none, none]).writing).toBeCloseTo(3)
    const against = fuseStyles([only(0, -9), none, none]).answering
    expect(against).toBeCloseTo(fuseStyles([only(0, -0.8), none, none]).answering)
  })

  it('separates the style of other writing', () => {
    expect(fuseStyles([only(9, 4)]).writing).toBeCloseTo(4)
    expect(fuseStyles([only(9, 4)]).answering).toBeCloseTo(0.6)
    expect(fuseStyles([only(8, 3)]).writing).toBeCloseTo(0.1)
    expect(fuseStyles([only(2, 4)]).writing).toBe(0)
  })

  it('returns zeros without answers', () => {
    expect(fuseStyles([])).toEqual({ answering: 0, writing: 0 })
  })
})
