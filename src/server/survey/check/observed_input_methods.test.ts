import { describe, expect, it } from 'vitest'
import type { Name } from '../../../contract/batch/batch.ts'
import type { RecordedBatch } from '../../../contract/batch/codec.ts'
import { eventsToRows } from '../../../contract/batch/events.ts'
import {
  COMPOSITION_KIND,
  FIELD_FLAGS,
  FIELD_KIND,
  INPUT_FLAGS,
  INPUT_KIND,
  SCRIPTED_KIND,
  type SessionEvent,
} from '../../../contract/batch/rows.ts'
import { observedInputMethods } from './observed_input_methods.ts'

const QUESTION = 0
const OTHER = 1
const names: Name[] = [
  ['question', 'q1'],
  ['text', 'email'],
]

const inputMethodsOf = (...events: SessionEvent[]) => {
  const recorded: RecordedBatch = {
    batch: {
      session_id: 'A'.repeat(22),
      tab: 'B'.repeat(8),
      page: 0,
      seq: 0,
      sent_at: 1,
      time_origin: 0,
      start: 0,
      at: [0, 0],
      names,
      rows: eventsToRows(events, 0, [0, 0]),
    },
    receipt: { at: 1 },
  }
  return observedInputMethods([recorded])
}

const input = (flags: number, name = QUESTION, kind: number = INPUT_KIND.insertText): SessionEvent => ({
  type: 'input',
  t: 1,
  kind,
  length: 1,
  value: 1,
  caret: 1,
  flags,
  name,
})

describe('input methods', () => {
  it('are all false for plain keys', () => {
    expect(inputMethodsOf(input(0)).get('q1')).toEqual({ touch: false, composition: false, autofill: false })
  })

  it.each<[string, SessionEvent, object]>([
    ['fingers', input(INPUT_FLAGS.touch), { touch: true }],
    ['an input method', input(INPUT_FLAGS.composing), { composition: true }],
    [
      'a composition',
      { type: 'composition', t: 1, kind: COMPOSITION_KIND.end, length: 2, flags: 0, name: QUESTION },
      { composition: true },
    ],
    ['a paste', input(0, QUESTION, INPUT_KIND.insertFromPaste), { pasted: true }],
    ['the browser filling in', input(INPUT_FLAGS.autofilled), { autofill: true }],
    [
      'a filled field',
      { type: 'field', t: 1, kind: FIELD_KIND.out, flags: FIELD_FLAGS.autofilled, name: QUESTION },
      { autofill: true },
    ],
    [
      'a value filled in silence',
      { type: 'scripted', t: 1, kind: SCRIPTED_KIND.autofill, before: 0, after: 4, name: QUESTION },
      { autofill: true },
    ],
  ])('tell of %s, and keep it', (_, event, mark) => {
    expect(inputMethodsOf(event, { ...input(0), t: 2 }).get('q1')).toMatchObject(mark)
  })

  it('cover questions only', () => {
    expect([...inputMethodsOf(input(INPUT_FLAGS.touch, OTHER)).keys()]).toEqual([])
  })
})
