import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openPressure } from './pressure.ts'

it('distinguishes a busy event loop from an idle one', async () => {
  const isBusy = openPressure()
  await wait(100)
  expect(isBusy()).toBe(false)
  const until = performance.now() + 100
  while (performance.now() < until);
  // The loop updates its counters at the next iteration.
  await wait(0)
  expect(isBusy()).toBe(true)
  await wait(100)
  expect(isBusy()).toBe(false)
})
