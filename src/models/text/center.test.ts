import { describe, expect, it } from 'vitest'
import { centerOf, cosine } from './center.ts'

const at = (degrees: number) =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180))

describe('centerOf', () => {
  it('is the sum of the vectors near the majority', () => {
    const { sum, members } = centerOf([0, 2, 4, 6, 8, 10, 170, 172, 174].map(at))
    expect(members.every(({ index }) => index < 6)).toBe(true)
    expect(cosine(sum, at(5))).toBeGreaterThan(0.99)
  })

  it('compares each member with the sum of the others', () => {
    const vectors = [0, 10, 20].map(at)
    const { members } = centerOf(vectors)
    const [first, second] = members
    expect(first?.toOthers).toBeCloseTo(Math.cos((10 * Math.PI) / 180), 5)
    expect(second?.toOthers).toBeCloseTo(Math.cos((10 * Math.PI) / 180), 5)
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
