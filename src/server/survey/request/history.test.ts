import { describe, expect, it } from 'vitest'
import { SURVEY } from '../../../contract/limits.ts'
import { RequestFault } from './fault.ts'
import { parseHistory } from './history.ts'

const typed = [
  { s: 'H', t: 0 },
  { s: 'Hi', t: 90 },
  { s: 'Hi!', t: 250 },
]
const parse = (value: unknown) => parseHistory(value, '/h')

describe('a history', () => {
  it.each([
    ['an array', typed],
    ['arrays in arrays', [[typed[0]], [[typed[1], typed[2]]]]],
    ['an object keyed by time', { 0: 'H', 90: 'Hi', 250: 'Hi!' }],
    ['an object of entries keyed by time', { 0: { s: 'H' }, 90: { s: 'Hi' }, 250: { s: 'Hi!' } }],
    ['an object of entries keyed by place', { 0: typed[0], 1: typed[1], 2: typed[2] }],
    ['an array keyed by place, with times as strings', typed.map(({ s, t }) => ({ s, t: String(t) }))],
    ['a JSON string', JSON.stringify(typed)],
    ['an array of JSON strings', typed.map((entry) => JSON.stringify(entry))],
    ['JSON strings keyed by time', { 0: '{"s":"H"}', 90: '{"s":"Hi"}', 250: '{"s":"Hi!"}' }],
    ['out of order', [typed[2], typed[0], typed[1]]],
  ])('may be %s', (_, value) => {
    expect(parse(value)).toEqual(typed)
  })

  it('may be a single entry', () => {
    expect(parse({ s: 'pasted', t: 3 })).toEqual([{ s: 'pasted', t: 3 }])
  })

  it('keeps the order of entries with the same time', () => {
    const same = ['a', 'ab', 'abc'].map((s) => ({ s, t: 5 }))
    expect(parse([{ s: 'z', t: 9 }, ...same])).toEqual([...same, { s: 'z', t: 9 }])
  })

  it('sorts numeric keys by time', () => {
    expect(parse({ '10.5': 'b', '9': 'a', '1e3': 'c' })).toEqual([
      { s: 'a', t: 9 },
      { s: 'b', t: 10.5 },
      { s: 'c', t: 1000 },
    ])
  })

  it('keeps copy events without their field text', () => {
    expect(parse([typed[0], { o: 'c', s: 'not the field', t: 40, ct: 'copied' }, { o: 'c' }])).toEqual([
      typed[0],
      { o: 'c', t: 40, ct: 'copied' },
      { o: 'c', t: 40 },
    ])
  })

  it('parses the text of entries with other marks', () => {
    expect(parse([{ o: 'i', s: 'H', t: 0 }])).toEqual([{ s: 'H', t: 0 }])
  })

  it.each([
    ['nothing', []],
    ['null', null],
    ['an empty string', ''],
    ['an empty object', {}],
  ])('is empty for %s', (_, value) => {
    expect(parse(value)).toEqual([])
  })

  it.each([
    ['a number', 7, '/h'],
    ['an entry without a time', [{ s: 'H' }], '/h/0/t'],
    ['an entry without a text', [typed[0], { t: 4 }], '/h/1/s'],
    ['a text that is a number', [{ s: 4, t: 4 }], '/h/0/s'],
    ['a time that is a word', [{ s: 'H', t: 'soon' }], '/h/0/t'],
    ['a time that is no number', [{ s: 'H', t: Number.NaN }], '/h/0/t'],
    ['a time beyond numbers', JSON.parse('[{"s":"H","t":1e999}]'), '/h/0/t'],
    ['a key that is no time', { x: 'H' }, '/h/x'],
    ['a broken string', '[{', '/h'],
    ['a number among entries', [typed[0], 4], '/h/1'],
  ])('rejects %s with a pointer', (_, value, pointer) => {
    expect(() => parse(value)).toThrow(RequestFault)
    expect(() => parse(value)).toThrow(expect.objectContaining({ pointer }))
  })

  it('rejects one entry too many', () => {
    const entries = Array.from({ length: SURVEY.historyEntries }, (_, t) => ({ s: 'x', t }))
    expect(parse(entries)).toHaveLength(SURVEY.historyEntries)
    expect(() => parse([...entries, { s: 'x', t: 1 }])).toThrow('entries')
  })

  it('ignores inherited properties', () => {
    expect(() => parse([Object.create({ s: 'H', t: 1 })])).not.toThrow()
    expect(parse([Object.create({ s: 'H', t: 1 })])).toEqual([])
  })
})
