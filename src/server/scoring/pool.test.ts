import { afterEach, describe, expect, it } from 'vitest'
import type { ReportJob } from './build_report.ts'
import { openPool, type PoolOptions, type ReportPool } from './pool.ts'

const job = (sessionId: string): ReportJob => ({
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

const TURN = { workspace: 'w', key: '', isHeavy: false }

let pool: ReportPool | undefined
const open = (options: Partial<PoolOptions> = {}) => {
  pool = openPool({ threads: 1, queue: 10, niceness: 0, file: FAULTY_THREAD, ...options })
  return pool
}
afterEach(() => pool?.close())

describe('the report threads', () => {
  it('build a report with the real thread', async () => {
    pool = openPool({ threads: 1, queue: 1, niceness: 10 })
    const { record, failures } = await pool.build(load('S'.repeat(22)), TURN)
    expect(JSON.parse(record)).toMatchObject({ session_id: 'S'.repeat(22), recommended_action: 'Unknown' })
    expect(failures).toEqual([])
  })

  it.each(['exit', 'throw', 'fill', 'fault'])(
    'fail one job on %s and continue with the next',
    async (fault) => {
      const { build } = open()
      await expect(build(load(fault), TURN)).rejects.toThrow('building a report failed')
      expect((await build(load('next'), TURN)).record).toBe('next')
    },
  )

  it('terminate a thread that hangs', async () => {
    const { build } = open({ stuckAfterMs: 2_000 })
    await expect(build(load('hang'), TURN)).rejects.toThrow('timed out')
    expect((await build(load('next'), TURN)).record).toBe('next')
  })

  it('continue after a job could not be loaded', async () => {
    const { build } = open()
    await expect(build(() => Promise.reject(new Error('store is gone')), TURN)).rejects.toThrow(
      'store is gone',
    )
    expect((await build(load('next'), TURN)).record).toBe('next')
  })

  it('reject jobs beyond the queue limit, and load no waiting job', async () => {
    const { build } = open({ queue: 1 })
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
    const loaded: string[] = []
    const slow = (id: string) => async () => {
      loaded.push(id)
      await gate
      return job(id)
    }
    const first = build(slow('first'), TURN)
    const second = build(slow('second'), TURN)
    await expect(build(slow('third'), TURN)).rejects.toMatchObject({ code: 'overloaded', status: 503 })
    expect(loaded).toEqual(['first'])
    openGate()
    expect((await first).record).toBe('first')
    expect((await second).record).toBe('second')
  })

  it('let the sessions of another address or workspace wait for one job, not for all', async () => {
    const { build } = open({ queue: 20 })
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
    const ended: string[] = []
    const run = (id: string, turn: typeof TURN) =>
      build(async () => {
        await gate
        return job(id)
      }, turn).then(() => ended.push(id))
    const many = Array.from({ length: 9 }, (_, index) => run(`${index}`, { ...TURN, key: 'busy' }))
    const all = [...many, run('address', TURN), run('workspace', { ...TURN, workspace: 'other' })]
    openGate()
    await Promise.all(all)
    expect(ended.indexOf('address')).toBeLessThan(5)
    expect(ended.indexOf('workspace')).toBeLessThan(5)
    // Control: of one address, they keep their order.
    expect(ended.filter((id) => /\d/.test(id)).join('')).toBe('012345678')
  })

  it('fail running and waiting jobs when they are closed', async () => {
    const { build, close } = open()
    const running = expect(build(load('hang'), TURN)).rejects.toThrow()
    const queued = expect(build(load('next'), TURN)).rejects.toThrow()
    await new Promise((resolve) => setTimeout(resolve, 100))
    await close()
    await running
    await queued
  })
})
