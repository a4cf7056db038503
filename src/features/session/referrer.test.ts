import { describe, expect, it } from 'vitest'
import type { SignalValue } from '../../contract/batch/batch.ts'
import type { RecordedBatch } from '../../contract/batch/codec.ts'
import { referrerOf } from './referrer.ts'

const batch = (page: number, seq: number, referrer?: SignalValue): RecordedBatch => ({
  batch: {
    session_id: 'S'.repeat(22),
    tab: 'TTTTTTTT',
    page,
    seq,
    sent_at: 0,
    time_origin: 0,
    start: 0,
    at: [0, 0],
    names: [],
    rows: [],
    ...(referrer !== undefined && { device: [{ at: 'load', signals: { cores: 8, referrer } }] }),
  },
  receipt: { at: 0 },
})

const of = (referrer: SignalValue) => referrerOf([batch(0, 0, referrer)])

describe('the referrer of a visit', () => {
  it('is that of its first page', () => {
    expect(referrerOf([batch(0, 0), batch(0, 1, 'search.example'), batch(1, 0, 'pay.example')])).toBe(
      'search.example',
    )
    expect(referrerOf([batch(0, 0, { absent: 'unsupported' }), batch(1, 0, 'pay.example')])).toBeNull()
  })

  it('is unknown in recordings without it', () => {
    expect(referrerOf([])).toBeNull()
    expect(referrerOf([batch(0, 0)])).toBeNull()
  })

  it.each([
    ['news.example', 'news.example'],
    ['localhost', 'localhost'],
    ['192.0.2.7', '192.0.2.7'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['my_blog.example', 'my_blog.example'],
    ['com.Example', 'com.example'],
    [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
  ])('may be %s', (sent, kept) => {
    expect(of(sent)).toBe(kept)
  })

  it.each([
    '',
    '[',
    '.',
    'a..b',
    '-a.example',
    'a-.example',
    'search.example.',
    'search.example/jane-doe',
    'search.example?q=jane',
    'search.example:8080',
    'https://search.example',
    'jane@search.example',
    'search.example\n',
    'search.example\ncountry DE',
    'search .example',
    '<img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    '=cmd.example',
    '\u202eelpmaxe.hcraes',
    '\u212ael.example',
    'b\u00fccher.example',
    '\ud800.example',
    `${'a'.repeat(64)}.example`,
    'a.'.repeat(127),
    `${'a.'.repeat(126)}aa`,
    'a'.repeat(1_024),
  ])('is not %j', (sent) => {
    expect(of(sent)).toBeNull()
  })

  it.each([[7], [true], [null], [['search.example']], [{ absent: 'search.example' }]])(
    'is not %j, which is no text',
    (sent) => {
      expect(of(sent)).toBeNull()
    },
  )
})
