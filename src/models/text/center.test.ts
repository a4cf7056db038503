import { describe, expect, it } from 'vitest'
import { centerOf, cosine, membersOf } from './center.ts'

const at = (degrees: number) =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180))

describe('membersOf', () => {
  it('returns vectors of the majority', () => {
    const members = membersOf([0, 2, 4, 6, 8, 10, 170, 172, 174].map(at))
    expect(members).toHaveLength(6)
    expect(members.every((index) => index < 6)).toBe(true)
  })
})

describe('centerOf', () => {
  it('is the sum of the vectors', () => {
    expect(cosine(centerOf([0, 5, 10].map(at)).sum, at(5))).toBeCloseTo(1, 5)
  })

  it('compares each vector with the sum of the others', () => {
    const { toOthers } = centerOf([0, 10].map(at))
    for (const closeness of toOthers) expect(closeness).toBeCloseTo(Math.cos((10 * Math.PI) / 180), 4)
  })

  it('has unity 1 for equal vectors and less for others', () => {
    expect(centerOf([at(30), at(30), at(30)]).unity).toBeCloseTo(1, 5)
    expect(centerOf([at(0), at(90), at(180)]).unity).toBeLessThan(0.9)
  })
})

describe('cosine', () => {
  it('is 0 for a zero vector', () => {
    expect(cosine(at(0), Float32Array.of(0, 0))).toBe(0)
    expect(cosine(at(0), at(60))).toBeCloseTo(0.5, 5)
  })
})
