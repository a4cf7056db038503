import { afterEach, describe, expect, it } from 'vitest'
import { ApiError } from '../http/errors.ts'
import { openThreads, ThreadFailed, type Threads, type ThreadsOptions } from './threads.ts'

/** A thread that does what it is told, and remembers what it was told before. */
const MISCHIEF = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, workerData } from 'node:worker_threads'
    let before = null
    parentPort.on('message', (wish) => {
      if (wish === 'exit') process.exit(3)
      if (wish === 'throw') throw new Error('thrown outside any promise')
      if (wish === 'hang') for (;;);
      if (wish === 'fill') { const kept = []; for (;;) kept.push(new Array(1e6).fill(kept.length)) }
      if (wish === 'fail') return parentPort.postMessage({ failure: 'no' })
      if (wish === 'given') return parentPort.postMessage({ value: workerData })
      parentPort.postMessage({ value: [before, wish] })
      before = wish
    })
  `)}`,
)

let threads: Threads | undefined
const open = (options: Partial<ThreadsOptions> = {}): Threads => {
  threads = openThreads({
    file: MISCHIEF,
    threads: 1,
    queue: 10,
    stuckAfterMs: 30_000,
    memoryMb: 64,
    refusal: (code) => new ApiError(code, { retryAfterS: 7 }),
    ...options,
  })
  return threads
}
afterEach(() => threads?.close())

const tell = ({ use }: Threads, wish: string): Promise<unknown> => use((thread) => thread.ask(wish))

describe('threads', () => {
  it('belong to one piece of work until it is done', async () => {
    const pool = open()
    const twice = (wish: string) =>
      pool.use(async (thread) => [await thread.ask(wish), await thread.ask(wish)])
    expect(await Promise.all([twice('a'), twice('b')])).toEqual([
      [
        [null, 'a'],
        ['a', 'a'],
      ],
      [
        ['a', 'b'],
        ['b', 'b'],
      ],
    ])
  })

  it.each(['exit', 'throw', 'fill', 'fail'])(
    'fail one piece of work on %s and go on with the next',
    async (wish) => {
      const pool = open()
      await expect(tell(pool, wish)).rejects.toThrow(ThreadFailed)
      expect(await tell(pool, 'next')).toEqual([null, 'next'])
    },
  )

  it('are given up when they hang', async () => {
    const pool = open({ stuckAfterMs: 2_000 })
    await expect(tell(pool, 'hang')).rejects.toThrow('too long')
    expect(await tell(pool, 'next')).toEqual([null, 'next'])
  })

  it('are free again when work gives up', async () => {
    const pool = open()
    const leave = pool.use(async () => {
      throw new Error('not needed any more')
    })
    await expect(leave).rejects.toThrow('not needed')
    expect(await tell(pool, 'next')).toEqual([null, 'next'])
  })

  it('refuse more than may wait, and say when to come back', async () => {
    const pool = open({ queue: 1 })
    const answers = await Promise.allSettled(['a', 'b', 'c'].map((wish) => tell(pool, wish)))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(answers[2]).toMatchObject({ reason: { code: 'overloaded', options: { retryAfterS: 7 } } })
  })

  it('that are dear start only when enough waits, and go when they are not needed', async () => {
    const pool = open({ threads: 2, growAt: 2, idleMs: 1, stuckAfterMs: 20_000 })
    /** Whether all of it was done by one thread: each remembers what it was told before. */
    const fresh = async (count: number) => {
      const told = await Promise.all(Array.from({ length: count }, (_, at) => tell(pool, `${count}.${at}`)))
      return (told as [string | null, string][]).filter(([before]) => before === null).length
    }
    expect(await fresh(3)).toBe(1)
    expect(await fresh(6)).toBe(1)
    await expect.poll(() => fresh(6), { interval: 50, timeout: 20_000 }).toBe(1)
  })

  it('take no more work once they are closed', async () => {
    const pool = open()
    await pool.close()
    await expect(tell(pool, 'a')).rejects.toMatchObject({ code: 'shutting_down' })
  })

  it('are given what they need to start', async () => {
    expect(await tell(open({ workerData: { niceness: 3 } }), 'given')).toEqual({ niceness: 3 })
  })
})
