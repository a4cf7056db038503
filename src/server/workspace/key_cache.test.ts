import { describe, expect, it } from 'vitest'
import type { KeyRow, KeyStore } from '../../store/keys.ts'
import { KEY_STALE_MS, openKeyCache } from './key_cache.ts'
import { createKey, hashKey, mintKey } from './keys.ts'

async function cacheWithKey(kind: KeyRow['kind'] = 'secret') {
  let lookups = 0
  let clock = 0
  let row: KeyRow | null = null
  const touched: string[][] = []
  const store = {
    create: async (created: KeyRow) => {
      row = created
    },
    findByHash: async (hash: Uint8Array) => {
      lookups++
      return row !== null && Buffer.compare(hash, row.hash) === 0 ? row : null
    },
    touch: async (ids: readonly string[]) => void touched.push([...ids]),
  } as unknown as KeyStore
  const { key } = await createKey(store, { workspace: 'w', kind, name: 'x' }, 0)
  const cache = openKeyCache({ store, now: () => clock, monotonic: () => clock })
  return {
    key,
    cache,
    touched,
    lookups: () => lookups,
    wait: (ms: number) => {
      clock += ms
    },
    change: (fields: Partial<KeyRow>) => {
      row = { ...(row as KeyRow), ...fields }
    },
  }
}

describe('the key cache', () => {
  it('queries the store once for many concurrent and later calls', async () => {
    const { key, cache, lookups } = await cacheWithKey()
    const found = await Promise.all(Array.from({ length: 50 }, () => cache.find(key)))
    expect(found.every((row) => row?.workspace === 'w')).toBe(true)
    await cache.find(key)
    expect(lookups()).toBe(1)
  })

  it.each(['site', 'secret'] as const)('rejects a revoked %s key within five seconds', async (kind) => {
    const { key, cache, wait, change } = await cacheWithKey(kind)
    expect(await cache.find(key)).not.toBeNull()
    change({ revokedAt: 1 })
    wait(KEY_STALE_MS - 1)
    expect(await cache.find(key)).not.toBeNull()
    if (kind === 'site') expect(cache.peekSite(key)).not.toBeUndefined()
    wait(1)
    expect(cache.peekSite(key)).toBeUndefined()
    expect(await cache.find(key)).toBeNull()
  })

  it('counts the five seconds from the start of a slow lookup', async () => {
    let clock = 0
    const key = mintKey('site')
    const row = {
      id: 'k',
      hash: hashKey(key),
      kind: 'site',
      workspace: 'ws',
      prefix: key,
      revokedAt: null,
      expiresAt: null,
    } as unknown as KeyRow
    const { promise, resolve } = Promise.withResolvers<KeyRow>()
    const store = { findByHash: () => promise } as unknown as KeyStore
    const cache = openKeyCache({ store, now: () => clock, monotonic: () => clock })
    const first = cache.find(key)
    clock = 3_000
    const second = cache.find(key)
    resolve(row)
    expect(await first).toEqual(row)
    expect(await second).toEqual(row)
    clock = KEY_STALE_MS
    expect(cache.peekSite(key)).toBeUndefined()
  })

  it('sees a key expire at once, without a lookup', async () => {
    const { key, cache, wait, change, lookups } = await cacheWithKey()
    change({ expiresAt: 2_000 })
    expect(await cache.find(key)).not.toBeNull()
    wait(2_000)
    expect(await cache.find(key)).toBeNull()
    expect(lookups()).toBe(1)
  })

  it('does not look up malformed keys', async () => {
    const { cache, lookups } = await cacheWithKey()
    for (const text of ['', 'bh_sk_', 'x'.repeat(39), `bh_sk_${'A'.repeat(33)}`]) {
      expect(await cache.find(text)).toBeNull()
    }
    expect(lookups()).toBe(0)
  })

  it('keeps valid keys while many unknown keys are tried', async () => {
    const { key, cache, lookups } = await cacheWithKey()
    await cache.find(key)
    for (let i = 0; i < 12_000; i++) await cache.find(mintKey('secret'))
    const before = lookups()
    expect(await cache.find(key)).not.toBeNull()
    expect(lookups()).toBe(before)
  })

  it('compares hashes itself and rejects a wrong row of the store', async () => {
    const { key, cache, change } = await cacheWithKey()
    const wrong = hashKey(key)
    wrong[31] = (wrong[31] as number) ^ 1
    change({ hash: wrong })
    const store = { findByHash: async () => ({ hash: wrong, prefix: '' }) } as unknown as KeyStore
    const careless = openKeyCache({ store, now: () => 0, monotonic: () => 0 })
    expect(await careless.find(key)).toBeNull()
    expect(await cache.find(key)).toBeNull()
  })

  it('saves the first use of a key at once, and later ones at intervals', async () => {
    const { key, cache, touched } = await cacheWithKey()
    for (let i = 0; i < 3; i++) {
      await cache.find(key)
      await new Promise(setImmediate)
    }
    expect(touched).toHaveLength(1)
    await cache.close()
    expect(touched).toHaveLength(2)

    const used = await cacheWithKey()
    used.change({ lastUsedAt: 5 })
    await used.cache.find(used.key)
    await new Promise(setImmediate)
    expect(used.touched).toEqual([])
    await used.cache.close()
  })

  it('saves last-used times in one call', async () => {
    const { key, cache, touched } = await cacheWithKey()
    for (let i = 0; i < 10; i++) await cache.find(key)
    await cache.close()
    expect(touched).toHaveLength(1)
    expect(touched[0]).toHaveLength(1)
  })
})
