import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openPressure } from './pressure.ts'

/** The loop updates its counters at the next iteration. */
async function block(ms: number): Promise<void> {
  const until = performance.now() + ms
  while (performance.now() < until);
  await wait(0)
}

it('distinguishes a busy event loop from an idle one', async () => {
  const isBusy = openPressure(50)
  await wait(100)
  expect(isBusy()).toBe(false)
  await block(100)
  expect(isBusy()).toBe(true)
  await wait(100)
  expect(isBusy()).toBe(false)
})

it('does not take a moment of work for a busy loop', async () => {
  const isBusy = openPressure(500)
  await block(20)
  expect(isBusy()).toBe(false)
  await wait(500)
  expect(isBusy()).toBe(false)
})
