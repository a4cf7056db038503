import { describe, expect, it } from 'vitest'
import type { Name } from '../../contract/batch/batch.ts'
import {
  INPUT_FLAGS,
  INPUT_KIND,
  KEY_CLASS,
  KEY_FLAGS,
  type SessionEvent,
  UNTRUSTED,
} from '../../contract/batch/rows.ts'
import type { StreamEvent } from '../session/fold.ts'
import { foldInputs } from './inputs.ts'
import { SILENCE } from './speech.ts'

const NAMES: Name[] = [
  ['text', 'q1'],
  ['question', 'q2'],
  ['choice', 'yes'],
]
const key = (flags = 0): SessionEvent => ({
  type: 'keydown',
  t: 50_000,
  class: KEY_CLASS.lower,
  flags,
  slot: 0,
  name: 0,
})
const input = (
  length: number,
  value: number,
  flags = 0,
  name = 0,
  kind: number = INPUT_KIND.insertText,
): SessionEvent => ({
  type: 'input',
  t: 50_000,
  kind,
  length,
  value,
  caret: -1,
  flags,
  name,
})
function fold(events: readonly StreamEvent[]) {
  const inputs = foldInputs(NAMES)
  for (const event of events) inputs.step(event)
  return inputs.done()
}
const repeat = (count: number, events: (i: number) => readonly StreamEvent[]) =>
  Array.from({ length: count }, (_, i) => events(i)).flat()

describe('inputs', () => {
  it('find sentences that arrived at once or letter by letter without keys', () => {
    expect(fold([input(119, 119)])).toMatchObject({ longestKeylessChars: 119, keylessFields: 1 })
    expect(fold(repeat(30, (i) => [input(1, i + 1)]))).toMatchObject({
      longestKeylessChars: 30,
      keylessFields: 1,
    })
  })

  it('leave out phrases that there was time to say, but not letters', () => {
    const at = (ms: number, event: SessionEvent): SessionEvent => ({ ...event, t: ms * 10 })
    const spoken = (ms: number) =>
      fold([at(1_000, key()), at(1_010, input(1, 1)), at(1_000 + ms, input(40, 41))])
    expect(spoken(2_100)).toMatchObject({ longestKeylessChars: 0, keylessFields: 0, longestSpoken: 40 })
    expect(fold([at(9_000, input(190, 190))]).keylessFields).toBe(1)
    const letters = repeat(30, (i) => [at(5_000 + 200 * i, input(1, i + 1))])
    expect(fold(letters)).toMatchObject({ longestKeylessChars: 30, keylessFields: 1 })
  })

  it('leave out no more than a sentence at once, and no speech where a program moves the mouse', () => {
    const pause = { ...key(), t: 10_000, class: KEY_CLASS.tab }
    const entered = (ms: number, length: number) => ({ ...input(length, length), t: 10_000 + 10 * ms })
    expect(fold([pause, entered(6_000, 100)])).toMatchObject({ longestSpoken: 100, longestKeylessChars: 0 })
    // Some programs for dictation enter everything at the end: evidence, but not clear.
    expect(fold([pause, entered(30_000, 119)])).toMatchObject({
      longestKeylessChars: 119,
      longestKeylessInsertion: 0,
    })
    expect(fold([pause, entered(5_000, 119)])).toMatchObject({ longestKeylessInsertion: 119 })
    const silent = foldInputs(NAMES, SILENCE)
    for (const event of [pause, entered(6_000, 100)]) silent.step(event)
    expect(silent.done()).toMatchObject({ longestSpoken: 0, longestKeylessInsertion: 100 })
  })

  it('separate what a text expander inserts after an abbreviation', () => {
    const typed = repeat(3, (i) => [key(), input(1, i + 1)])
    expect(fold([...typed, input(90, 93)])).toMatchObject({ longestExpansion: 90, keylessFields: 0 })
    const later: SessionEvent = { ...input(90, 93), t: 70_000 }
    expect(fold([...typed, later])).toMatchObject({ longestExpansion: 0, keylessFields: 1 })
    expect(fold([key(), input(1, 1), input(90, 91)])).toMatchObject({ longestExpansion: 0, keylessFields: 1 })
  })

  it('match every key press with a character, even a late, repeated or input-method press', () => {
    expect(fold(repeat(60, (i) => [key(), input(1, i + 1)])).longestKeylessChars).toBe(0)
    expect(
      fold([...repeat(60, () => [key()]), ...repeat(60, (i) => [input(1, i + 1)])]).longestKeylessChars,
    ).toBe(0)
    expect(fold(repeat(60, (i) => [key(KEY_FLAGS.repeat), input(1, i + 1)])).longestKeylessChars).toBe(0)
  })

  it('tolerate an occasional lost key', () => {
    expect(fold(repeat(60, (i) => [...(i % 3 === 0 ? [] : [key()]), input(1, i + 1)])).keylessFields).toBe(0)
  })

  it.each([
    ['touch keyboards', INPUT_FLAGS.touch],
    ['input methods', INPUT_FLAGS.composing],
    ['autofill', INPUT_FLAGS.notInputEvent],
  ])('ignore %s', (_, flags) => {
    expect(fold([input(200, 200, flags)])).toMatchObject({ insertedChars: 0, keylessFields: 0 })
  })

  it('ignore pastes and autocorrect', () => {
    expect(fold([input(200, 200, 0, 0, INPUT_KIND.insertFromPaste)]).keylessFields).toBe(0)
    expect(fold([input(200, 200, 0, 0, INPUT_KIND.insertReplacementText)]).keylessFields).toBe(0)
  })

  it('count text that a script inserted, not text that was there before', () => {
    expect(fold([input(-1, 119, UNTRUSTED)])).toMatchObject({
      untrustedChars: 119,
      untrustedQuestionChars: 0,
    })
    expect(fold([input(-1, 30, UNTRUSTED, 1)])).toMatchObject({ untrustedQuestionChars: 30 })
    const corrected = [...repeat(200, (i) => [key(), input(1, i + 1)]), input(-1, 203, UNTRUSTED)]
    expect(fold(corrected).untrustedChars).toBe(3)
  })

  it('tolerate drafts that a page restores while loading', () => {
    expect(fold([{ type: 'break', t: 45_000 }, input(-1, 400, UNTRUSTED)]).untrustedChars).toBe(0)
  })

  it('start over after a gap, because key presses may be missing', () => {
    const events = [
      ...repeat(15, (i) => [input(1, i + 1)]),
      { type: 'break', t: 0 } as const,
      ...repeat(15, (i) => [input(1, i + 16)]),
    ]
    expect(fold(events).longestKeylessChars).toBe(15)
  })
})
