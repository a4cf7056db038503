import { describe, expect, it } from 'vitest'
import { drawFrom, tasksFrom, WRONG_OPERATIONS } from './challenge.ts'

describe('drawFrom', () => {
  it('gives the same sequence for the same seed, and another one for another', () => {
    const sequence = (seed: string) => {
      const draw = drawFrom(seed)
      return Array.from({ length: 5 }, () => draw(1e6))
    }
    expect(sequence('f1')).toEqual(sequence('f1'))
    expect(new Set(Array.from({ length: 1024 }, (_, i) => sequence(`f${i}`).join())).size).toBe(1024)
  })

  it('draws every number about equally often', () => {
    const drawn = Array.from({ length: 1024 }, (_, i) =>
      Array<number>(8)
        .fill(8)
        .map(drawFrom(`f${i}`)),
    ).flat()
    const counts = [0, 1, 2, 3, 4, 5, 6, 7].map((number) => drawn.filter((one) => one === number).length)
    expect(Math.min(...counts)).toBeGreaterThan(920)
    expect(Math.max(...counts)).toBeLessThan(1130)
  })
})

describe('tasksFrom', () => {
  it('asks for widths that only sixtieths of a pixel represent', () => {
    const tasks = Array.from({ length: 1024 }, (_, i) => tasksFrom(drawFrom(`f${i}`)))
    const sixtieths = tasks.flatMap(({ widths }) => widths.map((width) => width * 60))
    expect(sixtieths.every((count) => Math.abs(count - Math.round(count)) < 1e-9)).toBe(true)
    expect(sixtieths.some((count) => [2, 3, 5].some((prime) => Math.round(count) % prime === 0))).toBe(false)
  })

  it('draws known operations and a word that is no number', () => {
    const tasks = Array.from({ length: 1024 }, (_, i) => tasksFrom(drawFrom(`f${i}`)))
    expect(Math.max(...tasks.flatMap(({ errors }) => errors))).toBe(WRONG_OPERATIONS - 1)
    expect(tasks.every(({ word }) => Number.isNaN(Number(word)))).toBe(true)
  })
})
