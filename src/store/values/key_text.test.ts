import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { idOfKey, keyText } from './key_text.ts'

const anyId = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('\0', '\\', '\ud800', '\udc00', 'u0000', '"', 'a', '😀'))
    .map((parts) => parts.join('')),
)

describe('ids in the store', () => {
  it('are text that every database can store, and decode to the original', () => {
    fc.assert(
      fc.property(anyId, (id) => {
        const text = keyText(id)
        expect(text.isWellFormed() && !text.includes('\0')).toBe(true)
        expect(idOfKey(text)).toBe(id)
      }),
    )
  })

  it('leave ordinary ids unchanged', () => {
    for (const id of ['q1', '', '__proto__', 'Frage "ä" 😀']) expect(keyText(id)).toBe(id)
  })
})
