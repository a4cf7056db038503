import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromColumn, toColumn } from './text.ts'

const odd = fc.string({ unit: fc.constantFrom('\0', '\u0001', '0', '1', 'a') })

describe('text columns', () => {
  it('store NUL as an escape sequence, without loss', () => {
    fc.assert(
      fc.property(odd, (text) => {
        expect(toColumn(text)).not.toContain('\0')
        expect(fromColumn(toColumn(text))).toBe(text)
      }),
    )
  })

  it('do not change other text', () => {
    expect(toColumn("it's 100 % \\u0000")).toBe("it's 100 % \\u0000")
  })
})
