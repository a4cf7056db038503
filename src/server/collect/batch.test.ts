import { describe, expect, it } from 'vitest'
import { encodeRows } from '../../contract/batch/codec.ts'
import { flatten } from '../../contract/batch/flat_rows.ts'
import { ROWS } from '../../contract/batch/rows.ts'
import type { ApiError } from '../http/errors.ts'
import { readBatch } from './batch.ts'

const BATCH = {
  v: 1,
  site_key: 'bh_pk_x',
  session_id: 'A'.repeat(22),
  tab_secret: 'C'.repeat(22),
  tab: 'B'.repeat(8),
  page: 0,
  seq: 0,
  sent_at: 1_790_000_000_000,
  time_origin: 1_790_000_000_000 - 1_000,
  start: 0,
  at: [0, 0],
  names: [['question', 'q1']],
  rows: [[ROWS.attention.code, 10, 1]],
}

const read = (fields: object = {}) => readBatch(Buffer.from(JSON.stringify({ ...BATCH, ...fields })))

function faultOf(act: () => unknown): string {
  try {
    act()
    return 'none'
  } catch (error) {
    const { code, options } = error as ApiError
    return [code, ...(options.errors ?? []).map(({ pointer, detail }) => `${pointer} ${detail}`)].join('; ')
  }
}

describe('readBatch', () => {
  it('returns a valid batch', () => {
    const { rows, ...rest } = BATCH
    const encoded = encodeRows(flatten(rows))
    expect(read()).toEqual({ ...rest, rows: { count: 1, span: 10, encoded } })
  })

  it('reads rows the same in any JSON spelling', () => {
    const rows = [
      [ROWS.move.code, 0, -12, 40_000, 0, 2],
      [ROWS.attention.code, 123_456_789, 1],
    ]
    const plain = JSON.stringify({ ...BATCH, rows })
    const spellings = [
      plain.replaceAll(',', ', '),
      plain.replace('"rows"', '"\\u0072ows"'),
      plain.replace('123456789', '1.23456789e8'),
      plain.replace('"v":1', '"rows":[[1]],"v":1'),
      plain.replace('40000', '4e4'),
    ]
    for (const text of spellings) {
      expect(readBatch(Buffer.from(text)).rows).toEqual(readBatch(Buffer.from(plain)).rows)
    }
  })

  it.each([
    ['in a signal', '"device":[{"at":"load","signals":{"rows":[[1,0,2,3,0,2]]}}]', '/device/0/signals/rows'],
    [
      'in a signal whose name ends like it',
      '"device":[{"at":"load","signals":{"x\\"rows":[[1]]}}]',
      '/device/0',
    ],
    ['beside another', '"other":{"rows":[[1,0,2,3,0,2]]}', '/other'],
    ['only in the wrong place', '"names":[],"device":{"rows":[]}', '/device'],
  ])('ignores rows %s', (_, field, fault) => {
    const text = JSON.stringify(BATCH).replace(/\}$/, `,${field}}`)
    expect(faultOf(() => readBatch(Buffer.from(text)))).toContain(fault)
  })

  it.each(['[[01]]', '[[1,]]', '[[,1]]', '[[1]', '[[1]],]', '[[-]]', '[[1 2]]', '[[+1]]', '[[1]1]', '[1]]'])(
    'rejects %s',
    (rows) => {
      const text = JSON.stringify({ ...BATCH, rows: 'X' }).replace('"X"', rows)
      expect(faultOf(() => readBatch(Buffer.from(text)))).toBe('invalid_json')
    },
  )

  it.each<[string, object, string]>([
    ['an unknown field', { color: 'red' }, '/color is not a field of a batch'],
    ['a missing field', { tab: undefined }, '/tab is required'],
    ['a short session id', { session_id: 'A'.repeat(21) }, '/session_id must match'],
    [
      'a batch without token and tab secret',
      { tab_secret: undefined },
      '/tab_secret is required without a token',
    ],
    ['a wrong row', { rows: [[ROWS.attention.code, 10, 1], [99]] }, '/rows/1 unknown row code'],
    ['an empty row', { rows: [[]] }, '/rows/0 unknown row code'],
    [
      'a number out of range',
      { rows: [[ROWS.attention.code, 10, 1e300]] },
      '/rows/0 number 2 is out of range',
    ],
    [
      'too many rows',
      { rows: Array(5_001).fill([ROWS.attention.code, 1, 1]) },
      '/rows must not have more than',
    ],
    ['a row that holds a text', { rows: [[ROWS.attention.code, 'x', 1]] }, '/rows/0/1 must be integer'],
    [
      'a name outside the table',
      { edits: [[1, 0, 0, 0, 'x']] },
      '/edits/0 name index is out of range of `names`',
    ],
    [
      'a user id of too many bytes',
      { user_id: 'ü'.repeat(129) },
      '/user_id must not have more than 256 bytes',
    ],
    [
      'a long seed',
      { challenge: { seed: 'x'.repeat(65), results: [] } },
      '/challenge/seed must not have more than 64',
    ],
    [
      'too many results',
      { challenge: { seed: 'x', results: Array(33).fill(1) } },
      '/challenge/results must not',
    ],
    ['a result that is an object', { challenge: { seed: 'x', results: [{}] } }, '/challenge/results/0'],
    ['a challenge without results', { challenge: { seed: 'x' } }, '/challenge/results is required'],
    ['an empty tag', { tags: ['a', ''] }, '/tags/1 must not have fewer than 1'],
    ['too many tags', { tags: Array(21).fill('a') }, '/tags must not have more than 20'],
    ['a NUL in a tag', { tags: ['a\0'] }, '/tags/0 contains a NUL character'],
    ['a NUL in a user id', { user_id: '\0' }, '/user_id contains a NUL character'],
    ['an invalid time', { sent_at: 2 ** 53 - 1 }, '/sent_at is not a time'],
    ['an invalid time origin', { time_origin: 300_000_000_000_000 }, '/time_origin is not a time'],
    ['a page of more than a year', { start: 2 ** 52 }, '/start is more than a year'],
    [
      'a pause of more than a year',
      { rows: [[ROWS.attention.code, 2 ** 40, 1]] },
      '/rows/0 is more than a year',
    ],
    ['an edit after more than a year', { edits: [[0, 2 ** 52, 0, 0, 'x']] }, '/edits/0 is more than a year'],
  ])('names the field of %s', (_, fields, fault) => {
    expect(faultOf(() => read(fields))).toContain(fault)
  })

  it.each([
    ['user_id', '/user_id'],
    ['zone', '/zone'],
  ])('rejects a lone surrogate in %s', (field, pointer) => {
    const text = JSON.stringify({ ...BATCH, [field]: 'X' }).replace('"X"', '"\\ud83d"')
    expect(faultOf(() => readBatch(Buffer.from(text)))).toContain(`${pointer} contains a lone surrogate`)
  })

  it('finds a lone surrogate in names, device signals and their keys', () => {
    const named = JSON.stringify({ ...BATCH, names: [['question', 'X']] }).replace('"X"', '"\\udc00"')
    expect(faultOf(() => readBatch(Buffer.from(named)))).toContain('/names/0/1')
    const device = [{ at: 'load', signals: { 'a/b': 'X', K: 1 } }]
    const valued = JSON.stringify({ ...BATCH, device }).replace('"X"', '"\\udc00"')
    expect(faultOf(() => readBatch(Buffer.from(valued)))).toContain('/device/0/signals/a~1b')
    const keyed = JSON.stringify({ ...BATCH, device }).replace('"K"', '"\\udc00"')
    expect(faultOf(() => readBatch(Buffer.from(keyed)))).toContain('has a key with a lone surrogate')
  })

  it('accepts whole pairs, escaped or not', () => {
    expect(read({ user_id: '😀' }).user_id).toBe('😀')
    const escaped = JSON.stringify({ ...BATCH, user_id: 'X' }).replace('"X"', '"\\ud83d\\ude00"')
    expect(readBatch(Buffer.from(escaped)).user_id).toBe('😀')
  })

  it('treats names of object properties as ordinary keys', () => {
    const text = JSON.stringify({ ...BATCH, device: [{ at: 'load', signals: {} }] }).replace(
      '"signals":{}',
      '"signals":{"__proto__":1,"constructor":2,"toString":3,"":4}',
    )
    const signals = readBatch(Buffer.from(text)).device?.[0]?.signals as object
    expect(Object.keys(signals)).toEqual(['__proto__', 'constructor', 'toString', ''])
  })

  it('distinguishes invalid UTF-8, invalid JSON and deep nesting', () => {
    expect(faultOf(() => readBatch(Buffer.from([0x22, 0xff, 0x22])))).toBe('invalid_utf8')
    expect(faultOf(() => readBatch(Buffer.from('{"v":1')))).toBe('invalid_json')
    expect(faultOf(() => readBatch(Buffer.from('[]'.repeat(3))))).toBe('invalid_json')
    expect(faultOf(() => readBatch(Buffer.from('['.repeat(9))))).toBe('body_too_deep')
    expect(faultOf(() => readBatch(Buffer.from('null')))).toContain('must be object')
  })

  it('never repeats input', () => {
    const secret = 'hunter2secret'
    for (const fields of [
      { v: secret },
      { tab: secret },
      { rows: secret },
      { at: [secret] },
      { names: [[secret, 1]] },
    ]) {
      expect(faultOf(() => read(fields))).not.toContain(secret)
    }
  })
})
