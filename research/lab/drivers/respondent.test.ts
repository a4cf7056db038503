import { describe, expect, it } from 'vitest'
import { keyOf } from './keyboard.ts'
import { createRandom } from './random.ts'
import { typeAsRespondent } from './respondent_keys.ts'
import { glide } from './respondent_mouse.ts'
import type { Moment } from './xdotool.ts'

const TEXT = 'The bus was late AGAIN, so I walked to the Market Square; it took 20 minutes! (Nice.)'

/** The key presses that remain after the corrections, with their Shift. */
function remaining(moments: readonly Moment[]): string[] {
  const kept: string[] = []
  let shift = false
  for (const { line } of [...moments].sort((a, b) => a.atMs - b.atMs)) {
    const [kind, symbol] = line.split(' ') as [string, string]
    if (symbol === 'Shift_L') shift = kind === 'keydown'
    else if (kind === 'keydown' && symbol === 'BackSpace') kept.pop()
    else if (kind === 'keydown') kept.push(`${symbol} ${shift}`)
  }
  return kept
}

describe('the typing of the respondent', () => {
  it('corrects every slip', () => {
    const expected = [...TEXT].map((character) => {
      const { symbol, shift } = keyOf(character)
      return `${symbol} ${shift}`
    })
    let corrections = 0
    for (let seed = 0; seed < 40; seed++) {
      const moments = typeAsRespondent(TEXT, createRandom(`${seed}`))
      expect(remaining(moments)).toEqual(expected)
      corrections += moments.filter(({ line }) => line === 'keydown BackSpace').length
    }
    expect(corrections).toBeGreaterThan(40)
  })

  it('releases every key, and only after it was pressed', () => {
    const held = new Set<string>()
    for (const { line } of typeAsRespondent(TEXT, createRandom('1')).sort((a, b) => a.atMs - b.atMs)) {
      const [kind, symbol] = line.split(' ') as [string, string]
      expect(held.has(symbol)).toBe(kind === 'keyup')
      if (kind === 'keydown') held.add(symbol)
      else held.delete(symbol)
    }
    expect([...held]).toEqual([])
  })
})

describe('the mouse of the respondent', () => {
  it('ends near the target, and overshoots sometimes', () => {
    let overshoots = 0
    for (let seed = 0; seed < 100; seed++) {
      const steps = glide({ x: 100, y: 100 }, { x: 700, y: 100 }, 40, createRandom(`${seed}`))
      const last = steps.at(-1) as { x: number; y: number }
      expect(Math.hypot(last.x - 700, last.y - 100)).toBeLessThan(12)
      expect(steps.map(({ atMs }) => atMs)).toEqual(steps.map(({ atMs }) => atMs).sort((a, b) => a - b))
      if (Math.max(...steps.map(({ x }) => x)) > 708) overshoots += 1
    }
    expect(overshoots).toBeGreaterThan(10)
    expect(overshoots).toBeLessThan(60)
  })
})
