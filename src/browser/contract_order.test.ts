import { describe, expect, it } from 'vitest'
import {
  CLICK_FLAGS,
  CLIPBOARD_KIND,
  INPUT_FLAGS,
  INPUT_KIND,
  KEY_CLASS,
  KEY_FLAGS,
  POINTER_FLAGS,
} from '../contract/batch/rows.ts'

/** The recorders rely on the order of bits and kinds in the contract. */
describe('the order of the contract', () => {
  it('numbers input kinds from 0 and clipboard kinds from 1', () => {
    expect(Object.values(INPUT_KIND)).toEqual(Object.values(INPUT_KIND).map((_, i) => i))
    expect(Object.values(CLIPBOARD_KIND)).toEqual([1, 2, 3, 4])
    expect(Object.keys(CLIPBOARD_KIND)).toEqual(['paste', 'copy', 'cut', 'drop'])
  })

  it('numbers flags upwards from the untrusted bit', () => {
    expect(Object.values(KEY_FLAGS)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048])
    expect(Object.keys(KEY_FLAGS)).toEqual([
      'noCode',
      'shift',
      'ctrl',
      'alt',
      'meta',
      'caps',
      'repeat',
      'composing',
      'same',
      'needsShift',
      'unplaced',
    ])
    expect(INPUT_FLAGS).toEqual({ notInputEvent: 2, composing: 4, noKey: 8, touch: 16, autofilled: 32 })
    expect(CLICK_FLAGS).toEqual({ virtual: 8, pageFocused: 16, userActive: 32, noSource: 64, secondary: 128 })
    expect(POINTER_FLAGS).toMatchObject({
      kindShift: 1,
      kindMask: 3,
      pressed: 8,
      canceled: 16,
      fractional: 32,
      noDevice: 64,
      offGrid: 128,
    })
  })

  it('classes named keys from Backspace to the function keys in a row', () => {
    const names = [
      'backspace',
      'delete',
      'enter',
      'tab',
      'escape',
      'arrow',
      'page',
      'shift',
      'modifier',
      'function',
    ]
    expect(names.map((name) => KEY_CLASS[name as keyof typeof KEY_CLASS])).toEqual([
      6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
    ])
  })
})
