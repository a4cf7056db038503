import { describe, expect, it } from 'vitest'
import { startPolling } from './polling.ts'

describe('startPolling', () => {
  it('runs when woken, once at a time, and waits for the end on close', async () => {
    const run = Promise.withResolvers<void>()
    let runs = 0
    const polling = startPolling({
      everyMs: 60_000,
      poll: () => {
        runs++
        return run.promise
      },
      onError: () => {},
    })
    polling.wake()
    polling.wake()
    expect(runs).toBe(1)
    let isOver = false
    const closing = polling.close().then(() => {
      isOver = true
    })
    expect(polling.isClosed()).toBe(true)
    await Promise.resolve()
    expect(isOver).toBe(false)
    run.resolve()
    await closing
    polling.wake()
    expect(runs).toBe(1)
  })

  it('reports a failed run and runs again at the next interval', async () => {
    const errors: unknown[] = []
    const again = Promise.withResolvers<void>()
    const polling = startPolling({
      everyMs: 1,
      poll: async () => {
        if (errors.length > 0) again.resolve()
        else throw new Error('no store')
      },
      onError: (error) => errors.push(error),
    })
    const keepAlive = setTimeout(() => {}, 10_000)
    await again.promise
    clearTimeout(keepAlive)
    await polling.close()
    expect(errors).toMatchObject([{ message: 'no store' }])
  })
})
