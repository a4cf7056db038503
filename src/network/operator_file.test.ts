import { describe, expect, it } from 'vitest'
import { parseAddress } from './address.ts'
import { INCLUDED_OPERATORS } from './included.ts'
import { readOperatorFile, writeOperatorFile } from './operator_file.ts'
import { type OperatorTables, operatorsIn } from './operators.ts'
import { parseFile } from './parse.ts'
import { compareWords, rangeMapWriter } from './ranges.ts'

const NAMES = ['Höster', '', 'Cloudflare, Inc.']

function tables(): OperatorTables {
  const writer = rangeMapWriter()
  writer.add4(0x01000000, 0x010000ff, 3)
  writer.add4(0x02000000, 0x02ffffff, 1)
  writer.add6(Uint32Array.of(0x2a0104f8, 0, 0, 0), Uint32Array.of(0x2a0104f8, ~0, ~0, ~0), 2)
  let end = 0
  return {
    asns: Uint32Array.of(64496, 64497, 13335),
    names: new Uint8Array(Buffer.from(NAMES.join(''))),
    nameEnds: Uint32Array.from(NAMES, (name) => (end += Buffer.byteLength(name))),
    ranges: writer.finish(),
  }
}

describe('file of operators', () => {
  it('returns the tables that were written', () => {
    const file = writeOperatorFile(tables())
    const { operatorOf } = operatorsIn(readOperatorFile(file), 7)
    const operator = (ip: string) => operatorOf(parseAddress(ip) as number)
    expect(readOperatorFile(file)).toEqual(tables())
    expect(operator('1.0.0.255')).toEqual({ asn: 13335, name: 'Cloudflare, Inc.' })
    expect(operator('1.0.1.0')).toBeNull()
    expect(operator('2.200.1.1')).toEqual({ asn: 64496, name: 'Höster' })
    expect(operator('2a01:4f8::1')).toEqual({ asn: 64497, name: null })
  })

  it('is read from any offset of a buffer', () => {
    const file = writeOperatorFile(tables())
    const shifted = Buffer.concat([Buffer.from('x'), file]).subarray(1)
    expect(readOperatorFile(shifted)).toEqual(tables())
  })

  it('is rejected if it is cut anywhere or followed by another byte', () => {
    const file = writeOperatorFile(tables())
    for (let length = 0; length < file.length; length++)
      expect(() => readOperatorFile(file.subarray(0, length))).toThrow('damaged')
    expect(() => readOperatorFile(Buffer.concat([file, Buffer.from('x')]))).toThrow('damaged')
  })

  it('that is included has ascending starts, and values and names inside its columns', () => {
    const { asns, nameEnds, names, ranges } = parseFile({
      format: 'operatorTables',
      path: INCLUDED_OPERATORS.path,
    }) as OperatorTables
    const { starts4, values4, starts6, values6 } = ranges
    expect(starts4.every((start, at) => at === 0 || start > (starts4[at - 1] as number))).toBe(true)
    const is6Ascending = (_: number, at: number) =>
      at === 0 || compareWords(starts6, 4 * at, starts6, 4 * at - 4) > 0
    expect(values6.every(is6Ascending)).toBe(true)
    for (const values of [values4, values6]) expect(values.every((value) => value <= asns.length)).toBe(true)
    expect(nameEnds.every((end, at) => end >= (nameEnds[at - 1] ?? 0))).toBe(true)
    expect(nameEnds.at(-1)).toBe(names.length)
  })
})
