import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { KeyRow, KeyStore } from '../../store/keys.ts'
import {
  createKey,
  isLive,
  isWellFormedKey,
  mintKey,
  revokeKey,
  rotateKey,
  shortPrefix,
  wholeSiteKey,
} from './keys.ts'

const HOUR_MS = 3_600_000

/** A minimal key store in memory. */
function memoryKeys() {
  const rows: KeyRow[] = []
  const keys = {
    create: async (row: KeyRow) => void rows.push(row),
    list: async (workspace: string) => rows.filter((row) => row.workspace === workspace),
    expire: async (_workspace: string, id: string, at: number) => {
      const index = rows.findIndex((row) => row.id === id)
      rows[index] = { ...(rows[index] as KeyRow), expiresAt: at }
      return true
    },
    revoke: async (_workspace: string, id: string, at: number) => {
      const index = rows.findIndex((row) => row.id === id)
      rows[index] = { ...(rows[index] as KeyRow), revokedAt: at }
      return true
    },
  }
  return { rows, keys: keys as unknown as KeyStore }
}

describe('a key', () => {
  it('has a prefix for its kind, 160 random bits and a checksum', () => {
    expect(mintKey('secret')).toMatch(/^bh_sk_[0-9A-Za-z]{33}$/)
    expect(mintKey('site')).toMatch(/^bh_pk_[0-9A-Za-z]{33}$/)
    const minted = Array.from({ length: 500 }, () => mintKey('secret'))
    expect(new Set(minted).size).toBe(500)
    expect(minted.every(isWellFormedKey)).toBe(true)
  })

  it('uses every character about equally often', () => {
    const counts = new Map<string, number>()
    for (let i = 0; i < 2_000; i++) {
      for (const char of mintKey('secret').slice(6, 33)) counts.set(char, (counts.get(char) ?? 0) + 1)
    }
    const expected = (2_000 * 27) / 62
    const chiSquare = [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0)
    expect(counts.size).toBe(62)
    // 61 degrees of freedom: a uniform source exceeds 130 in fewer than one run in a million.
    expect(chiSquare).toBeLessThan(130)
  })

  it('is recognized as mistyped without a lookup', () => {
    const key = mintKey('secret')
    fc.assert(
      fc.property(fc.nat({ max: key.length - 1 }), fc.constantFrom(...'0aZ_'), (at, char) => {
        const typed = key.slice(0, at) + char + key.slice(at + 1)
        expect(isWellFormedKey(typed)).toBe(typed === key)
      }),
    )
    expect(isWellFormedKey(`${key}\n`)).toBe(false)
    expect(isWellFormedKey('')).toBe(false)
  })
})

describe('createKey', () => {
  it('stores a site key whole, because it is public', async () => {
    const { keys } = memoryKeys()
    const { key, row } = await createKey(keys, { workspace: 'w', kind: 'site', name: 'x' }, 5)
    expect(wholeSiteKey(row)).toBe(key)
    expect(wholeSiteKey({ ...row, prefix: shortPrefix(key) })).toBeNull()
  })

  it('stores the hash of a secret key, never the key', async () => {
    const { rows, keys } = memoryKeys()
    const { key, row } = await createKey(
      keys,
      { workspace: 'w', kind: 'secret', name: 'x', scopes: ['survey'] },
      5,
    )
    expect(rows).toEqual([row])
    expect(Buffer.from(row.hash)).toHaveLength(32)
    expect(JSON.stringify(row)).not.toContain(key.slice(10, -4))
    expect(key.startsWith(row.prefix)).toBe(true)
    expect(key.endsWith(row.last4)).toBe(true)
  })

  it('rejects an invalid origin', async () => {
    const request = { workspace: 'w', kind: 'site', name: 'x', origins: ['example.org'] } as const
    await expect(createKey(memoryKeys().keys, request, 5)).rejects.toThrow('https://example.org')
  })
})

describe('revokeKey', () => {
  it('ends a key for good, also when the clock was ahead and is set back', async () => {
    const { rows, keys } = memoryKeys()
    const { row } = await createKey(keys, { workspace: 'w', kind: 'secret', name: 'x' }, 0)
    expect(isLive(rows[0] as KeyRow, 0)).toBe(true)
    await revokeKey(keys, 'w', row.id, 400 * 24 * HOUR_MS)
    expect(isLive(rows[0] as KeyRow, 0)).toBe(false)
  })
})

describe('rotateKey', () => {
  it('creates a key with the same rights and expires the old one after the overlap', async () => {
    const { rows, keys } = memoryKeys()
    const old = await createKey(
      keys,
      { workspace: 'w', kind: 'site', name: 'shop', origins: ['https://a.org'] },
      0,
    )
    const issued = await rotateKey(keys, 'w', old.row.id, 24, 1_000)
    expect(issued?.row).toMatchObject({
      kind: 'site',
      name: 'shop',
      origins: ['https://a.org'],
      expiresAt: null,
    })
    expect(isLive(rows[0] as KeyRow, 24 * HOUR_MS)).toBe(true)
    expect(isLive(rows[0] as KeyRow, 24 * HOUR_MS + 1_000)).toBe(false)
  })

  it('revokes the old key at once without an overlap', async () => {
    const { rows, keys } = memoryKeys()
    const old = await createKey(keys, { workspace: 'w', kind: 'secret', name: 'x' }, 0)
    await rotateKey(keys, 'w', old.row.id, 0, 400 * 24 * HOUR_MS)
    expect(isLive(rows[0] as KeyRow, 0)).toBe(false)
  })

  it('never extends the life of the old key', async () => {
    const { rows, keys } = memoryKeys()
    const old = await createKey(keys, { workspace: 'w', kind: 'secret', name: 'x', expiresAt: HOUR_MS }, 0)
    await rotateKey(keys, 'w', old.row.id, 72, 0)
    expect(rows[0]?.expiresAt).toBe(HOUR_MS)
  })

  it('finds no key of another workspace and no expired key', async () => {
    const { keys } = memoryKeys()
    const old = await createKey(keys, { workspace: 'w', kind: 'secret', name: 'x', expiresAt: 10 }, 0)
    expect(await rotateKey(keys, 'other', old.row.id, 24, 0)).toBeNull()
    expect(await rotateKey(keys, 'w', old.row.id, 24, 10)).toBeNull()
  })
})
