import { afterEach, describe, expect, it } from 'vitest'
import type { FoldJob } from './fold.ts'
import { type FoldPool, openPool, type PoolOptions } from './pool.ts'

const job = (sessionId: string): FoldJob => ({
  sessionId,
  userId: null,
  tags: [],
  tampered: 0,
  overflow: 0,
  batches: [],
  settings: {},
})
const load = (sessionId: string) => async () => job(sessionId)

/** A thread that fails as the session id of its job says. */
const FAULTY_THREAD = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ sessionId }) => {
      if (sessionId === 'exit') process.exit(3)
      if (sessionId === 'throw') throw new Error('thrown outside any promise')
      if (sessionId === 'hang') for (;;);
      if (sessionId === 'fill') { const kept = []; for (;;) kept.push(new Array(1e6).fill(kept.length)) }
      if (sessionId === 'fault') return parentPort.postMessage({ failure: 'no such format' })
      parentPort.postMessage({ value: { record: sessionId, log: '[]', score: 0, action: '', failures: [] } })
    })
  `)}`,
)

let pool: FoldPool | undefined
const open = (options: Partial<PoolOptions> = {}) => {
  pool = openPool({ threads: 1, queue: 10, niceness: 0, file: FAULTY_THREAD, ...options })
  return pool
}
afterEach(() => pool?.close())

describe('the report threads', () => {
  it('build a report with the real thread', async () => {
    pool = openPool({ threads: 1, queue: 1, niceness: 10 })
    const { record, failures } = await pool.fold(load('S'.repeat(22)))
    expect(JSON.parse(record)).toMatchObject({ session_id: 'S'.repeat(22), recommended_action: 'Unknown' })
    expect(failures).toEqual([])
  })

  it.each(['exit', 'throw', 'fill', 'fault'])(
    'fail one job on %s and continue with the next',
    async (fault) => {
      const { fold } = open()
      await expect(fold(load(fault))).rejects.toThrow('building a report failed')
      expect((await fold(load('next'))).record).toBe('next')
    },
  )

  it('terminate a thread that hangs', async () => {
    const { fold } = open({ stuckAfterMs: 2_000 })
    await expect(fold(load('hang'))).rejects.toThrow('timed out')
    expect((await fold(load('next'))).record).toBe('next')
  })

  it('continue after a job could not be loaded', async () => {
    const { fold } = open()
    await expect(fold(() => Promise.reject(new Error('store is gone')))).rejects.toThrow('store is gone')
    expect((await fold(load('next'))).record).toBe('next')
  })

  it('reject jobs beyond the queue limit, and load no waiting job', async () => {
    const { fold } = open({ queue: 1 })
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
    const loaded: string[] = []
    const slow = (id: string) => async () => {
      loaded.push(id)
      await gate
      return job(id)
    }
    const first = fold(slow('first'))
    const second = fold(slow('second'))
    await expect(fold(slow('third'))).rejects.toMatchObject({ code: 'overloaded', status: 503 })
    expect(loaded).toEqual(['first'])
    openGate()
    expect((await first).record).toBe('first')
    expect((await second).record).toBe('second')
  })

  it('fail running and waiting jobs when they are closed', async () => {
    const { fold, close } = open()
    const running = expect(fold(load('hang'))).rejects.toThrow()
    const queued = expect(fold(load('next'))).rejects.toThrow()
    await new Promise((resolve) => setTimeout(resolve, 100))
    await close()
    await running
    await queued
  })
})
