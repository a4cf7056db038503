import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openPressure } from './pressure.ts'

it('tells a loop that works from one that waits', async () => {
  const isBusy = openPressure()
  await wait(100)
  expect(isBusy()).toBe(false)
  const until = performance.now() + 100
  while (performance.now() < until);
  // The loop counts what it did when it comes round again.
  await wait(0)
  expect(isBusy()).toBe(true)
  await wait(100)
  expect(isBusy()).toBe(false)
})
