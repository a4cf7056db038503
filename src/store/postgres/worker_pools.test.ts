import { describe, expect, it } from 'vitest'
import type { Queries } from './pool.ts'
import { checkIdentity, workerUrl } from './worker_pools.ts'

describe('the address of a worker', () => {
  it.each([
    [
      'postgres://byhand:s%40cret@coordinator/byhand?sslmode=no-verify',
      'worker1',
      'postgres://byhand:s%40cret@worker1:5433/byhand?sslmode=no-verify',
    ],
    ['postgres://byhand@coordinator:5432/byhand', '::1', 'postgres://byhand@[::1]:5433/byhand'],
    [
      'postgres://byhand@coordinator/byhand?host=/run/postgresql&port=5432',
      'worker1',
      'postgres://byhand@worker1:5433/byhand',
    ],
  ])('differs from %s in host and port only', (url, host, expected) => {
    expect(workerUrl(url, host, 5433)).toBe(expected)
  })
})

describe('a connection to a worker', () => {
  const answering = (identity: string) => ({ rows: async () => [{ identity }] }) as unknown as Queries
  const identities = new Map([['worker1:5432', '7']])

  it('is accepted from the server that the coordinator knows', async () => {
    await expect(checkIdentity(answering('7'), 'worker1:5432', identities)).resolves.toBeUndefined()
  })

  it.each(['worker1:5432', 'worker2:5432'])(
    'is rejected from another server with the address %s',
    async (worker) => {
      await expect(checkIdentity(answering('8'), worker, identities)).rejects.toThrow('another server')
    },
  )
})
