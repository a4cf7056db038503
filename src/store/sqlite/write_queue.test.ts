import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newBatch, newSessionId, newWorkspace } from '../../../test/store/engine.ts'
import { StoreUnavailable } from '../errors.ts'
import type { Store } from '../store.ts'
import { openSqlite } from './sqlite.ts'

/** A busy machine takes several times as long; no assertion depends on time. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const MIB = 1024 * 1024

/** Longer than the deadline of a write. */
const BLOCKED_MS = 6_000

const blockThread = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

let folder: string
let store: Store
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-queue-'))
  store = await openSqlite({ folder })
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

describe('the write queue', () => {
  it('rejects requests beyond its limits, stores the rest, and accepts more later', async () => {
    const workspace = newWorkspace()
    const send = () =>
      store.sessions.append(newBatch({ workspace, sessionId: newSessionId(), bytes: new Uint8Array(MIB) }))
    const results = await Promise.allSettled(Array.from({ length: 80 }, send))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(16)
    for (const { reason } of refused) expect(reason).toBeInstanceOf(StoreUnavailable)
    expect(await store.sessions.count()).toBe(64)
    expect(await send()).toMatchObject({ status: 'stored' })
  })

  it('rejects no write that was done while this thread was blocked', async () => {
    const append = store.sessions.append(
      newBatch({ workspace: newWorkspace(), sessionId: newSessionId(), bytes: new Uint8Array(1) }),
    )
    await new Promise(setImmediate)
    blockThread(BLOCKED_MS)
    expect(await append).toMatchObject({ status: 'stored' })
  })

  it('finishes all requests before it closes', async () => {
    const workspace = newWorkspace()
    const appended = Promise.all(
      Array.from({ length: 50 }, () =>
        store.sessions.append(newBatch({ workspace, sessionId: newSessionId() })),
      ),
    )
    await store.close()
    expect((await appended).every(({ status }) => status === 'stored')).toBe(true)
    store = await openSqlite({ folder })
    expect(await store.sessions.count()).toBe(50)
  })
})
