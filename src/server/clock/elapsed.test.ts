import { expect, it } from 'vitest'
import { openElapsed } from './elapsed.ts'

const HOUR_MS = 3_600_000

function machine() {
  const clocks = { wall: 1_900_000_000_000, monotonic: 5_000, uptime: 80_000 }
  const elapsed = openElapsed({
    wall: () => clocks.wall,
    monotonic: () => clocks.monotonic,
    uptime: () => clocks.uptime,
  })
  return {
    elapsed,
    pass(ms: Partial<typeof clocks>) {
      for (const [clock, passed] of Object.entries(ms)) clocks[clock as keyof typeof clocks] += passed
      return elapsed()
    },
  }
}

it('counts suspension, once', () => {
  const { elapsed, pass } = machine()
  const start = elapsed()
  expect(pass({ wall: HOUR_MS, monotonic: HOUR_MS, uptime: HOUR_MS }) - start).toBe(HOUR_MS)
  expect(pass({ wall: 16 * HOUR_MS, uptime: 16 * HOUR_MS }) - start).toBe(17 * HOUR_MS)
  expect(pass({ wall: HOUR_MS, monotonic: HOUR_MS, uptime: HOUR_MS }) - start).toBe(18 * HOUR_MS)
  expect(pass({ wall: 16 * HOUR_MS, monotonic: 16 * HOUR_MS, uptime: 16 * HOUR_MS }) - start).toBe(
    34 * HOUR_MS,
  )
})

it.each([
  ['the wall clock jumps', { wall: 20 * HOUR_MS }],
  ['the wall clock jumps back', { wall: -20 * HOUR_MS }],
  ['the uptime jumps', { uptime: 20 * HOUR_MS }],
])('counts nothing when only %s', (_, jump) => {
  const { elapsed, pass } = machine()
  const start = elapsed()
  expect(pass(jump) - start).toBe(0)
  expect(pass({ wall: HOUR_MS, monotonic: HOUR_MS, uptime: HOUR_MS }) - start).toBe(HOUR_MS)
})

it('counts only the suspension when the clock jumps farther', () => {
  const { elapsed, pass } = machine()
  const start = elapsed()
  expect(pass({ wall: 400 * HOUR_MS, uptime: 16 * HOUR_MS }) - start).toBe(16 * HOUR_MS)
})
