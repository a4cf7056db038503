import { describe, expect, it } from 'vitest'
import { StoreDamaged } from './errors.ts'
import {
  bytes,
  flag,
  integer,
  json,
  nullable,
  optional,
  packed,
  sealed,
  sealedJson,
  table,
  text,
} from './table.ts'

const things = table(
  'things',
  {
    workspace: text(),
    thingId: packed(),
    madeAt: integer(),
    isNew: flag(),
    labels: json<readonly string[]>(),
    hash: bytes(),
    note: nullable(text()),
    color: optional(text<'red' | 'blue'>()),
    body: sealed(),
    extra: optional(sealedJson<{ readonly a: number }>()),
  },
  { key: ['workspace', 'thingId'], bucket: 'thingId' },
)

const THING = {
  workspace: 'w',
  thingId: 'AAAA',
  madeAt: 5,
  isNew: true,
  labels: ['a', 'b'],
  hash: Uint8Array.of(1, 2),
  note: null,
  body: 'text',
} as const

describe('a described table', () => {
  it('stores a row and reads it back', () => {
    expect(things.row(things.stored(THING))).toEqual(THING)
    const full = { ...THING, isNew: false, note: 'n', color: 'red', extra: { a: 1 } } as const
    expect(things.row(things.stored(full))).toEqual(full)
  })

  it('stores every field under its column, and the bucket', () => {
    const stored = things.stored(THING)
    expect(Object.keys(stored).sort()).toEqual(['bucket', ...things.columns].sort())
    expect(stored).toMatchObject({ made_at: 5, is_new: 1, labels: '["a","b"]', note: null, color: null })
    expect(things.storedKey(THING)).toEqual({
      bucket: stored.bucket,
      workspace: 'w',
      thing_id: stored.thing_id,
    })
  })

  it('replaces lone surrogates', () => {
    expect(things.row(things.stored({ ...THING, workspace: 'a\ud800', note: '\udc00' }))).toMatchObject({
      workspace: 'a\ufffd',
      note: '\ufffd',
    })
  })

  it('rejects a sealed value under another key', () => {
    const stored = things.stored(THING)
    expect(() => things.row({ ...stored, workspace: 'other' })).toThrow(StoreDamaged)
  })

  it('makes statements with the bucket in the key', () => {
    const small = things.without('madeAt', 'isNew', 'labels', 'hash', 'note', 'body', 'extra')
    expect(small.isKey).toBe('bucket = :bucket AND workspace = :workspace AND thing_id = :thing_id')
    expect(small.insert).toBe(
      'INSERT INTO things (bucket,workspace,thing_id,color) VALUES (:bucket,:workspace,:thing_id,:color)',
    )
    expect(small.assignments).toBe('color = :color')
    expect(small.with({ claimedUntil: integer() }).columns).toEqual([
      'workspace',
      'thing_id',
      'color',
      'claimed_until',
    ])
  })
})
