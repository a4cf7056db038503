import { describe, expect, it } from 'vitest'
import { event, type NamedEvent, record } from '../../../test/service/recorded_session.ts'
import type { Name } from '../../contract/batch/batch.ts'
import { INPUT_FLAGS, INPUT_KIND, KEY_CLASS, KEY_FLAGS, SCRIPTED_KIND } from '../../contract/batch/rows.ts'
import { foldField } from './field_typing.ts'
import { shapeDistance, shapeOf } from './text_shape.ts'

const name: Name = ['text', 'field']
const key = (t: number, kind: number, flags = 0) => event('keydown', t, { class: kind, flags }, name)
const input = (t: number, fields: object) => event('input', t, fields as never, name)
const insert = (t: number, value: number, caret = value, flags = 0) =>
  input(t, { kind: INPUT_KIND.insertText, length: 1, value, caret, flags })
const remove = (t: number, value: number, caret = value) =>
  input(t, { kind: INPUT_KIND.deleteContentBackward, length: -1, value, caret })

const { lower, space, punctuation, digit, backspace } = KEY_CLASS

function shape(events: NamedEvent[]): string {
  const session = { sessionId: 'S'.repeat(22), userId: null, tags: [], tampered: 0, overflow: 0 }
  return foldField({ ...session, batches: record(events, []) }, 'field').shape
}

describe('the shape of a text', () => {
  it('has a class for each character', () => {
    expect(shapeOf('Käse, 2 b!')).toBe('aaaa. 0 a.')
    expect(shapeOf('日本 א')).toBe('aa a')
  })

  it('is rebuilt from keys and corrections', () => {
    const typed = [key(1, lower), insert(2, 1), key(3, space), insert(4, 2), key(5, digit), insert(6, 3)]
    expect(shape(typed)).toBe('a 0')
    expect(shape([...typed, key(7, backspace), remove(8, 2), key(9, punctuation), insert(10, 3)])).toBe('a .')
    // Between the letter and the space, after a press of an arrow key.
    expect(shape([...typed, key(7, punctuation), insert(8, 4, 2)])).toBe('a. 0')
    // A selected text is replaced.
    expect(shape([...typed, key(7, lower), insert(8, 1)])).toBe('a')
  })

  it('keeps the order of keys whose inputs arrive late', () => {
    expect(
      shape([key(1, lower), key(2, space), key(3, digit), insert(9, 1), insert(9, 2), insert(9, 3)]),
    ).toBe('a 0')
  })

  it('is open where the keys are not known', () => {
    expect(shape([insert(2, 1)])).toBe('?')
    expect(shape([key(1, KEY_CLASS.hidden), insert(2, 1)])).toBe('?')
    expect(shape([key(1, lower), insert(2, 1, 1, INPUT_FLAGS.touch)])).toBe('?')
    expect(shape([key(1, lower, KEY_FLAGS.ctrl | KEY_FLAGS.alt), insert(2, 1)])).toBe('?')
    const word = { kind: INPUT_KIND.insertReplacementText, length: 3, value: 3, caret: 3 }
    expect(shape([key(1, lower), insert(2, 1), input(3, word)])).toBe('???')
    expect(shape([key(1, lower), insert(2, 1), input(3, { kind: INPUT_KIND.historyUndo, value: 0 })])).toBe(
      '',
    )
    expect(shape([event('scripted', 1, { kind: SCRIPTED_KIND.script, before: 0, after: 2 }, name)])).toBe(
      '??',
    )
  })

  it('stays short when an event states any length', () => {
    const huge = { kind: INPUT_KIND.insertText, length: 2 ** 31 - 1, value: 2 ** 31 - 1, caret: -1 }
    expect(
      shape([input(1, huge), event('scripted', 2, { before: 0, after: 2 ** 31 - 1 }, name)]).length,
    ).toBe(400)
  })
})

describe('the distance of two shapes', () => {
  it('counts insertions, omissions and replacements', () => {
    expect(shapeDistance('aa aa', 'aa aa')).toBe(0)
    expect(shapeDistance('aaaa', 'aa aa')).toBe(1)
    expect(shapeDistance('aa  aa', 'aa aa')).toBe(1)
    expect(shapeDistance('00 aa', 'aa aa')).toBe(2)
    expect(shapeDistance('', 'aa')).toBe(2)
  })

  it('ignores characters that are not known', () => {
    expect(shapeDistance('?????', 'aa aa')).toBe(0)
    expect(shapeDistance('???', 'aa aa')).toBe(2)
  })
})
