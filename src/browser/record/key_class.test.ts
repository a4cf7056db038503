import { describe, expect, it } from 'vitest'
import { KEY_CLASS } from '../../contract/batch/rows.ts'
import { classOf } from './key_class.ts'

describe('classOf', () => {
  it.each<[string, keyof typeof KEY_CLASS]>([
    ['a', 'lower'],
    ['ß', 'lower'],
    ['É', 'upper'],
    ['7', 'digit'],
    ['٣', 'digit'],
    [' ', 'space'],
    ['!', 'punctuation'],
    ['😀', 'punctuation'],
    ['漢', 'letter'],
    ['ע', 'letter'],
    ['Backspace', 'backspace'],
    ['Delete', 'delete'],
    ['Enter', 'enter'],
    ['Tab', 'tab'],
    ['Escape', 'escape'],
    ['ArrowLeft', 'arrow'],
    ['Home', 'page'],
    ['PageDown', 'page'],
    ['Shift', 'shift'],
    ['Control', 'modifier'],
    ['AltGraph', 'modifier'],
    ['CapsLock', 'modifier'],
    ['F1', 'function'],
    ['F12', 'function'],
    ['Unidentified', 'hidden'],
    ['Process', 'hidden'],
    ['Dead', 'other'],
    ['MediaPlayPause', 'other'],
  ])('classifies %s as %s', (key, name) => {
    expect(classOf(key, false)).toBe(KEY_CLASS[name])
  })

  it('has no class for characters in a secret field', () => {
    for (const key of ['a', 'A', '1', ' ', '!', '漢']) expect(classOf(key, true)).toBe(KEY_CLASS.hidden)
    expect(classOf('Backspace', true)).toBe(KEY_CLASS.backspace)
  })
})
