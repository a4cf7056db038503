import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newBatch, rowOf } from '../../../test/store/engine.ts'
import { openSqlite } from './sqlite.ts'

/** A busy machine takes several times as long; no assertion depends on time. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-lock-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Another process that opens the folder and keeps it open. */
async function holder() {
  const module = new URL('./sqlite.ts', import.meta.url).href
  const script = `import(${JSON.stringify(module)}).then(async ({ openSqlite }) => {
    const store = await openSqlite({ folder: ${JSON.stringify(folder)} })
    await store.keys.createWorkspace({ id: 'w', name: 'w', createdAt: 1, settings: {} })
    console.log('open')
    // The reference keeps the store, and with it the lock, from being collected.
    setInterval(() => store, 1_000)
  })`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

describe('the data folder', () => {
  it('belongs to one process, and is free after that process is killed', async () => {
    const child = await holder()
    await expect(openSqlite({ folder })).rejects.toThrow(
      `The data folder ${folder} is in use by another process`,
    )
    child.kill('SIGKILL')
    await once(child, 'exit')
    const store = await openSqlite({ folder })
    expect((await store.keys.workspaces()).map(({ id }) => id)).toEqual(['w'])
    await store.close()
  })

  it('lets a command run beside the service, and both see all writes', async () => {
    const service = await openSqlite({ folder })
    const key = { workspace: 'w', sessionId: 'session' }
    await service.sessions.append(newBatch(key))
    const command = await openSqlite({ folder, beside: true })
    expect(await command.sessions.erase(key)).toBe(true)
    await command.close()
    // The service caches the session; it must notice the erasure.
    expect(await service.sessions.append(newBatch({ ...key, seq: 1, receivedAt: 9 }))).toMatchObject({
      created: true,
    })
    expect(await rowOf(service, 'w', 'session')).toMatchObject({ batchCount: 1, startedAt: 9 })
    await service.close()
  })
})
