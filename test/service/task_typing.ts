/** Ways to enter the text of step-up verification. */

import { classOf } from '../../src/browser/record/key_class.ts'
import type { Name } from '../../src/contract/batch/batch.ts'
import {
  CLIPBOARD_KIND,
  INPUT_FLAGS,
  INPUT_KIND,
  KEY_CLASS,
  KEY_FLAGS,
  SCRIPTED_KIND,
  UNTRUSTED,
} from '../../src/contract/batch/rows.ts'
import { stepUpField } from '../../src/contract/step_up.ts'
import { sentenceOf } from '../../src/server/signed_results/step_up/sentences.ts'
import { event, type NamedEvent } from './recorded_session.ts'

export const TASK = 'T'.repeat(22)
const SENTENCE_CHARS = sentenceOf(TASK).length

/** Begins at this time, in ms. */
export const START = 20_000

const nameOf = (task: string): Name => ['text', stepUpField(task)]

/** A random sequence, the same every time. */
function* numbers(): Generator<number> {
  for (let state = 7; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

/** Deletes the last character. */
export const BACKSPACE = '\b'

/** Key by key, `pauseMs` after the one before. */
export function typed(
  pauseMs: (random: number, index: number) => number,
  task = TASK,
  flags = 0,
  text = sentenceOf(task),
): NamedEvent[] {
  const random = numbers()
  let at = START
  let value = 0
  return [...text].flatMap((character, index) => {
    at += pauseMs(random.next().value as number, index)
    const isBack = character === BACKSPACE
    value += isBack ? -1 : 1
    const own = isBack ? KEY_CLASS.backspace : classOf(character, false)
    const input = isBack
      ? { kind: INPUT_KIND.deleteContentBackward, length: -1, value, caret: value, flags }
      : { kind: INPUT_KIND.insertText, length: 1, value, caret: value, flags }
    return [
      event('keydown', at, { class: own, flags, slot: 0 }, nameOf(task)),
      event('input', at + 1, input, nameOf(task)),
      event('keyup', at + 3, { class: own, flags, slot: 0 }),
    ]
  })
}

/** The pauses of a person. */
export const byHand = (task = TASK, text = sentenceOf(task)): NamedEvent[] =>
  typed((random) => 70 + 300 * random ** 2, task, 0, text)

/** By hand, and then as much faster than people can, as with a text expander. */
export const expanded = (): NamedEvent[] =>
  typed(
    (random, index) => (index < 30 ? 70 + 300 * random ** 2 : 6),
    TASK,
    0,
    `${sentenceOf(TASK)} ${sentenceOf(TASK)}`.slice(0, 60),
  )

/** On a touch screen, each key changes the word that is being composed. */
export function tapped(task = TASK): NamedEvent[] {
  const random = numbers()
  let at = START
  return Array.from({ length: SENTENCE_CHARS }, (_, i) => {
    at += 120 + 250 * (random.next().value as number) ** 2
    const flags = INPUT_FLAGS.touch | INPUT_FLAGS.composing
    const input = {
      kind: INPUT_KIND.insertCompositionText,
      length: 1 + (i % 6),
      value: i + 1,
      caret: i + 1,
      flags,
    }
    return [
      event('keydown', at - 1, { class: KEY_CLASS.hidden, flags: KEY_FLAGS.composing }, nameOf(task)),
      event('input', at, input, nameOf(task)),
    ]
  }).flat()
}

/** Whole words at once, by a finger that swipes. */
export const swiped = (): NamedEvent[] =>
  Array.from({ length: 9 }, (_, i) => {
    const input = {
      kind: INPUT_KIND.insertCompositionText,
      length: 5,
      value: 5 * i + 5,
      flags: INPUT_FLAGS.touch | INPUT_FLAGS.composing,
    }
    return event('input', START + 900 * i, input, nameOf(TASK))
  })

/** At once, as by `Input.insertText` of the DevTools protocol, or by dictation. */
export const inserted = (flags = 0, task = TASK): NamedEvent[] => {
  const input = { kind: INPUT_KIND.insertText, length: SENTENCE_CHARS, value: SENTENCE_CHARS, flags }
  return [event('input', START, input, nameOf(task))]
}

export const insertedByScript = (): NamedEvent[] => inserted(UNTRUSTED)

export const pasted = (): NamedEvent[] => {
  const input = { kind: INPUT_KIND.insertFromPaste, length: SENTENCE_CHARS, value: SENTENCE_CHARS }
  return [
    event('clipboard', START, { kind: CLIPBOARD_KIND.paste, length: SENTENCE_CHARS }, nameOf(TASK)),
    event('input', START + 2, input, nameOf(TASK)),
  ]
}

export const setByScript = (): NamedEvent[] => [
  event('scripted', START, { kind: SCRIPTED_KIND.script, before: 0, after: SENTENCE_CHARS }, nameOf(TASK)),
]
