import { afterEach, describe, expect, it, vi } from 'vitest'
import { newBatch, newSessionId } from '../../../test/store/engine.ts'
import { StoreUnavailable } from '../errors.ts'
import type { AppendResult, NewBatch } from '../sessions.ts'
import { bucketOf } from '../values/bucket.ts'
import { AppendQueue } from './append_queue.ts'

const STORED: AppendResult = { status: 'stored', startedAt: 1, created: false }
const batchOf = (sessionId: string, seq = 0): NewBatch => newBatch({ workspace: 'w', sessionId, seq })

afterEach(() => vi.useRealTimers())

/** Longer than the time limit. */
const TOO_LONG_MS = 5_500

describe('the append queue', () => {
  it('stores the batches of one turn in one group', async () => {
    const groups: number[] = []
    const queue = new AppendQueue(async (group) => {
      groups.push(group.length)
      return group.map(() => STORED)
    })
    await Promise.all(Array.from({ length: 200 }, () => queue.add(batchOf(newSessionId()))))
    expect(groups).toEqual([200])
  })

  it('waits for two running transactions, but not for slow ones, and keeps the order of a session', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    const running: { group: readonly NewBatch[]; end(): void }[] = []
    const queue = new AppendQueue(async (group) => {
      await new Promise<void>((end) => running.push({ group, end }))
      return group.map(() => STORED)
    })
    const turn = () => new Promise(setImmediate)
    const [first, second, third] = [newSessionId(), newSessionId(), newSessionId()]
    const ids = () => running.map(({ group }) => group.map(({ sessionId }) => sessionId))
    const added = [queue.add(batchOf(first))]
    await turn()
    added.push(queue.add(batchOf(first, 1)), queue.add(batchOf(second)))
    await turn()
    added.push(queue.add(batchOf(third)))
    await turn()
    expect(ids()).toEqual([[first], [second]])
    await vi.advanceTimersByTimeAsync(300)
    expect(ids()).toEqual([[first], [second], [third]])
    for (const { end } of running) end()
    await turn()
    expect(running[3]?.group).toEqual([batchOf(first, 1)])
    running[3]?.end()
    expect(await Promise.all(added)).toEqual([STORED, STORED, STORED, STORED])
  })

  it('never runs two groups of one session at the same time', async () => {
    const under = new Set<string>()
    const queue = new AppendQueue(async (group) => {
      const ids = new Set(group.map(({ sessionId }) => sessionId))
      for (const id of ids) expect(under.has(id)).toBe(false)
      for (const id of ids) under.add(id)
      await new Promise(setImmediate)
      for (const id of ids) under.delete(id)
      return group.map(() => STORED)
    })
    const ids = Array.from({ length: 5 }, newSessionId)
    for (let seq = 0; seq < 20; seq++) {
      await Promise.race(ids.map((id) => queue.add(batchOf(id, seq))))
    }
  })

  it('uses one place per group on a cluster, several places at the same time', async () => {
    const placeOf = (bucket: number) => (bucket < 32 ? `worker${bucket % 3}` : bucket)
    const groups: ReturnType<typeof placeOf>[][] = []
    let running = 0
    let most = 0
    const queue = new AppendQueue(async (group) => {
      most = Math.max(most, ++running)
      groups.push([...new Set(group.map(({ sessionId }) => placeOf(bucketOf(sessionId))))])
      await new Promise(setImmediate)
      running--
      return group.map(() => STORED)
    }, placeOf)
    const ids = Array.from({ length: 300 }, newSessionId)
    await Promise.all(ids.map((id) => queue.add(batchOf(id))))
    expect(groups.every((places) => places.length === 1)).toBe(true)
    expect(groups).toHaveLength(new Set(ids.map((id) => placeOf(bucketOf(id)))).size)
    // All batches of a worker are in one transaction; four transactions of the buckets.
    expect(most).toBe(3 + 4)
  })

  it('sends one transaction at a time to a worker, also while those of others run', async () => {
    const started: string[] = []
    const waiting: (() => void)[] = []
    const workerOf = (bucket: number) => (bucket < 32 ? 'a' : 'b')
    const queue = new AppendQueue(async (group) => {
      started.push(workerOf(bucketOf((group[0] as NewBatch).sessionId)))
      await new Promise<void>((resolve) => waiting.push(resolve))
      return group.map(() => STORED)
    }, workerOf)
    const idOn = (worker: string): string => {
      const id = newSessionId()
      return workerOf(bucketOf(id)) === worker ? id : idOn(worker)
    }
    const added: Promise<unknown>[] = []
    for (const worker of ['a', 'a', 'b', 'a']) {
      added.push(queue.add(batchOf(idOn(worker))))
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(started).toEqual(['a', 'b'])
    waiting.shift()?.()
    await added[0]
    await expect.poll(() => started).toEqual(['a', 'b', 'a'])
    for (const go of waiting) go()
    await Promise.all(added)
    expect(started).toHaveLength(3)
  })

  it('does not let one bad batch fail the others', async () => {
    const sessionId = newSessionId()
    const queue = new AppendQueue(async (group) => {
      if (group.some(({ seq }) => seq === 3)) throw new RangeError('bad')
      return group.map(() => STORED)
    })
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, (_, seq) => queue.add(batchOf(sessionId, seq))),
    )
    expect(results.map(({ status }) => status)).toEqual(
      [0, 1, 2, 3, 4, 5].map((seq) => (seq === 3 ? 'rejected' : 'fulfilled')),
    )
  })

  it('fails all batches after one attempt when the database is gone', async () => {
    let attempts = 0
    const sessionId = newSessionId()
    const queue = new AppendQueue(async () => {
      attempts++
      throw new StoreUnavailable('gone')
    })
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, (_, seq) => queue.add(batchOf(sessionId, seq))),
    )
    expect(results.every(({ status }) => status === 'rejected')).toBe(true)
    expect(attempts).toBe(1)
  })

  it('rejects batches beyond its limits at once, and accept more later', async () => {
    const waiting: (() => void)[] = []
    const queue = new AppendQueue(async (group) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return group.map(() => STORED)
    })
    const bytes = new Uint8Array(1024 * 1024)
    const accepted = Array.from({ length: 64 }, () => queue.add({ ...batchOf(newSessionId()), bytes }))
    await expect(queue.add({ ...batchOf(newSessionId()), bytes })).rejects.toThrow(StoreUnavailable)
    const drain = setInterval(() => waiting.splice(0).forEach((go) => void go()), 1)
    await Promise.all(accepted)
    await queue.add({ ...batchOf(newSessionId()), bytes })
    clearInterval(drain)
  })

  it('rejects expired batches, and counts running ones as waiting', async () => {
    vi.useFakeTimers()
    const waiting: (() => void)[] = []
    const groups: number[] = []
    const queue = new AppendQueue(async (group) => {
      groups.push(group.length)
      await new Promise<void>((resolve) => waiting.push(resolve))
      return group.map(() => STORED)
    })
    const sessionId = newSessionId()
    const bytes = new Uint8Array(1024 * 1024)
    const add = (seq: number) => queue.add({ ...batchOf(sessionId, seq), bytes }).catch((error) => error)
    const running = Array.from({ length: 40 }, (_, seq) => add(seq))
    await vi.advanceTimersByTimeAsync(1)
    const queued = Array.from({ length: 24 }, (_, seq) => add(40 + seq))
    expect(await add(64)).toMatchObject({ message: 'too many batches are waiting for the database' })
    await vi.advanceTimersByTimeAsync(TOO_LONG_MS)
    for (const answer of await Promise.all([...running, ...queued])) {
      expect(answer).toBeInstanceOf(StoreUnavailable)
      expect(answer.message).toBe('the database did not respond in time')
    }
    // Queued batches are removed; running ones still count.
    const later = Array.from({ length: 24 }, (_, seq) => add(100 + seq))
    expect(await add(124)).toBeInstanceOf(StoreUnavailable)
    waiting.shift()?.()
    await vi.advanceTimersByTimeAsync(1)
    waiting.shift()?.()
    expect(await Promise.all(later)).toEqual(later.map(() => STORED))
    expect(groups).toEqual([40, 24])
  })

  it('stops its timer when no batch waits', async () => {
    vi.useFakeTimers()
    const queue = new AppendQueue(async (group) => group.map(() => STORED))
    const added = queue.add(batchOf(newSessionId()))
    await vi.advanceTimersByTimeAsync(1)
    expect(await added).toEqual(STORED)
    await vi.advanceTimersByTimeAsync(250)
    expect(vi.getTimerCount()).toBe(0)
  })
})
