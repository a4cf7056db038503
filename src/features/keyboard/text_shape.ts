/**
 * The shape of a text: one class for each character, never the character. It compares the text that was to be typed with
 * the keys that were pressed.
 */
import {
  type EventOf,
  INPUT_FLAGS,
  INPUT_KIND,
  KEY_CLASS,
  KEY_FLAGS,
  SCRIPTED_KIND,
} from '../../contract/batch/rows.ts'
import type { StreamEvent } from '../session/fold.ts'

/** Fits every class: an on-screen keyboard, an input method, dictation and autocorrect hide the keys. */
export const ANY = '?'

export function shapeOf(text: string): string {
  return text
    .replace(/\p{L}/gu, 'a')
    .replace(/\s/g, ' ')
    .replace(/\p{Nd}/gu, '0')
    .replace(/[^a 0]/gu, '.')
}

const CLASS_OF_KEY: Readonly<Record<number, string>> = {
  [KEY_CLASS.lower]: 'a',
  [KEY_CLASS.upper]: 'a',
  [KEY_CLASS.letter]: 'a',
  [KEY_CLASS.digit]: '0',
  [KEY_CLASS.space]: ' ',
  [KEY_CLASS.punctuation]: '.',
  [KEY_CLASS.other]: ANY,
  [KEY_CLASS.hidden]: ANY,
}

/** With these, a key press writes nothing, or a character of another class. */
const COMMAND = KEY_FLAGS.ctrl | KEY_FLAGS.alt | KEY_FLAGS.meta

/** Longer than every sentence; a forged event may state any length. */
const MAX_CHARS = 400
/** As many as the browser script expects inputs for. */
const MAX_PRESSED = 16

export interface ShapeFold {
  step(event: StreamEvent): void
  /** The text of the field after the last event. */
  done(): string
}

/** Rebuilds the shape of a field's text from its events, with all corrections. */
export function foldShape(): ShapeFold {
  let text: string[] = []
  /** Pressed keys whose input event is still to come: an overloaded page delivers inputs late. */
  let pressed: string[] = []

  function press({ class: kind, flags }: EventOf<'keydown'>): void {
    const own = CLASS_OF_KEY[kind]
    if (own !== undefined && (flags & COMMAND) === 0) {
      pressed.push((flags & KEY_FLAGS.composing) === 0 ? own : ANY)
      if (pressed.length > MAX_PRESSED) pressed.shift()
    }
  }

  function change({ kind, caret, flags, ...given }: EventOf<'input'>): void {
    const length = Math.min(given.length, MAX_CHARS)
    const value = Math.min(given.value, MAX_CHARS)
    const key = kind === INPUT_KIND.insertText ? pressed.shift() : undefined
    if (DELETIONS.has(kind)) {
      const removed = text.length - value
      const at = caret >= 0 && caret <= value ? caret : value
      if (removed >= 0) text.splice(at, removed)
    } else if (length > 0) {
      const isDirect = length === 1 && (flags & (INPUT_FLAGS.touch | INPUT_FLAGS.composing)) === 0
      const added = Array<string>(length).fill((isDirect && key) || ANY)
      const replaced = Math.max(0, text.length + length - value)
      // Without a caret, the text grew at its end.
      const at = caret >= length && caret <= value ? caret - length : text.length - replaced
      text.splice(Math.max(0, at), replaced, ...added)
    }
    // Undo, autofill and other changes that the events do not describe.
    if (text.length !== value && value >= 0) text = Array<string>(value).fill(ANY)
  }

  return {
    step(event) {
      if (event.type === 'keydown') press(event)
      else if (event.type === 'input') change(event)
      else if (event.type === 'scripted' && event.kind === SCRIPTED_KIND.script) {
        text = Array<string>(Math.max(0, Math.min(event.after, MAX_CHARS))).fill(ANY)
      } else if (event.type === 'break') pressed = []
    },
    done: () => text.join(''),
  }
}

const DELETIONS: ReadonlySet<number> = new Set([
  INPUT_KIND.deleteContentBackward,
  INPUT_KIND.deleteContentForward,
  INPUT_KIND.deleteByCut,
  INPUT_KIND.deleteWord,
  INPUT_KIND.deleteOther,
])

/** The number of inserted, omitted and replaced characters between two shapes. */
export function shapeDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, j) => j)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const fits = one[i - 1] === other[j - 1] || one[i - 1] === ANY || other[j - 1] === ANY
      row.push(
        Math.min(
          (above[j] as number) + 1,
          (row[j - 1] as number) + 1,
          (above[j - 1] as number) + (fits ? 0 : 1),
        ),
      )
    }
    above = row
  }
  return above[other.length] as number
}
