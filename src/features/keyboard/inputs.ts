/** Text that entered fields without key presses: inserted at once, or reported by untrusted events. */
import type { NameRole } from '../../contract/batch/batch.ts'
import {
  type EventOf,
  INPUT_FLAGS,
  INPUT_KIND,
  KEY_CLASS,
  TICKS_PER_MS,
  UNTRUSTED,
} from '../../contract/batch/rows.ts'
import type { Fold, Names } from '../session/fold.ts'
import { openSpeechBudget } from './speech.ts'

export interface InputFeatures {
  /** Trusted insertions of typed text, in characters, on a device with keys. */
  readonly insertedChars: number
  /** Longest run of such characters in one field that neither a key press nor speech explains. */
  readonly longestKeylessChars: number
  /** Longest single insertion without a key press that there was no time to say. */
  readonly longestKeylessInsertion: number
  /** Fields with such a run of at least `KEYLESS_STRETCH` characters. */
  readonly keylessFields: number
  /** Longest insertion without a key press that there was time to say. */
  readonly longestSpoken: number
  /** Longest insertion without a key press right after typing in the same field, as by a text expander. */
  readonly longestExpansion: number
  /** Most characters that untrusted events inserted into one field, and into one survey question. */
  readonly untrustedChars: number
  readonly untrustedQuestionChars: number
}

/** Autocorrect, a lost key or a late handler explain a few characters; a script inserts a sentence. */
export const KEYLESS_STRETCH = 20

/** Keys that never enter a character. Every other trusted press accounts for one, auto-repeat included. */
const WRITES_NOTHING: ReadonlySet<number> = new Set([
  KEY_CLASS.backspace,
  KEY_CLASS.delete,
  KEY_CLASS.enter,
  KEY_CLASS.tab,
  KEY_CLASS.escape,
  KEY_CLASS.arrow,
  KEY_CLASS.page,
  KEY_CLASS.shift,
  KEY_CLASS.modifier,
  KEY_CLASS.function,
])

/** A text expander replaces an abbreviation that was just typed: at least two keys, at most this long ago. */
const ABBREVIATION_KEYS = 2
const EXPANDED_WITHIN_MS = 1_500

/** Pages restore drafts by script while loading; people do not answer a form that quickly. */
const LOADING_MS = 1_000

interface FieldState {
  /** Characters inserted since key presses last accounted for all of them. */
  keyless: number
  pressed: number
  /** Presses of character keys in this field, and the time of the last one. */
  typed: number
  typedT: number
  counted: boolean
  /** Length of its text after the last event that reported it. */
  chars: number
  untrustedChars: number
}

export function foldInputs(names: Names, speech = openSpeechBudget()): Fold<InputFeatures> {
  const fields = new Map<number, FieldState>()
  let loadedAt = 0
  let insertedChars = 0
  let longestKeylessChars = 0
  let keylessFields = 0
  let longestKeylessInsertion = 0
  let longestSpoken = 0
  let longestExpansion = 0

  const roleOf = (name: number): NameRole | undefined => names[name]?.[0]

  function fieldOf(name: number): FieldState {
    let field = fields.get(name)
    if (field === undefined) {
      field = {
        keyless: 0,
        pressed: 0,
        typed: 0,
        typedT: Number.NEGATIVE_INFINITY,
        counted: false,
        chars: 0,
        untrustedChars: 0,
      }
      fields.set(name, field)
    }
    return field
  }

  /** Key presses may be among the missing rows, so counting starts over after a gap. */
  function forget(t: number): void {
    loadedAt = t
    speech.begin(t)
    for (const field of fields.values()) {
      field.keyless = 0
      field.pressed = 0
    }
  }

  function insert(event: EventOf<'input'>): void {
    const length = Math.max(1, event.length)
    insertedChars += length
    const field = fieldOf(event.name)
    // Each press accounts for one character, whenever it came: an overloaded page delivers inputs, and even the focus,
    // long after their keys.
    const paid = Math.min(field.pressed, length)
    field.pressed -= paid
    // No dictation enters single letters.
    if (paid === 0 && length > 1 && speech.spend(event.t, length)) {
      longestSpoken = Math.max(longestSpoken, length)
      return
    }
    if (paid === 0 && isExpansion(field, event.t)) {
      longestExpansion = Math.max(longestExpansion, length)
      return
    }
    field.keyless = paid > 0 ? 0 : field.keyless + length
    if (paid > 0 && length - paid >= KEYLESS_STRETCH) field.keyless = length - paid
    longestKeylessChars = Math.max(longestKeylessChars, field.keyless)
    if (paid === 0 && !speech.hadTime(event.t, length))
      longestKeylessInsertion = Math.max(longestKeylessInsertion, length)
    if (field.keyless >= KEYLESS_STRETCH && !field.counted) {
      field.counted = true
      keylessFields++
    }
  }

  const isExpansion = ({ typed, typedT }: FieldState, t: number): boolean =>
    typed >= ABBREVIATION_KEYS && t - typedT < EXPANDED_WITHIN_MS * TICKS_PER_MS

  function press(event: EventOf<'keydown'>): void {
    if ((event.flags & UNTRUSTED) !== 0) return
    speech.begin(event.t)
    if (WRITES_NOTHING.has(event.class)) return
    const field = fieldOf(event.name)
    field.pressed++
    field.typed++
    field.typedT = event.t
  }

  function input(event: EventOf<'input'>): void {
    const role = roleOf(event.name)
    if (role === 'choice' || role === 'select' || role === 'button') return
    const field = fieldOf(event.name)
    const gained = event.value - field.chars
    field.chars = event.value
    if ((event.flags & UNTRUSTED) !== 0) {
      const loading = event.t - loadedAt < LOADING_MS * TICKS_PER_MS
      if (!loading && gained > 0) field.untrustedChars += gained
    } else if (
      event.kind === INPUT_KIND.insertText &&
      (event.flags & (INPUT_FLAGS.touch | INPUT_FLAGS.composing | INPUT_FLAGS.notInputEvent)) === 0
    ) {
      insert(event)
    }
  }

  return {
    step(event) {
      if (event.type === 'input') input(event)
      else if (event.type === 'keydown') press(event)
      else if (event.type === 'break') forget(event.t)
      else if (event.type === 'down' || event.type === 'click' || event.type === 'field')
        speech.begin(event.t)
    },
    done: () => ({
      insertedChars,
      longestKeylessChars,
      longestKeylessInsertion,
      keylessFields,
      longestSpoken,
      longestExpansion,
      untrustedChars: most([...fields.values()]),
      untrustedQuestionChars: most(
        [...fields].flatMap(([name, field]) => (roleOf(name) === 'question' ? field : [])),
      ),
    }),
  }
}

const most = (fields: readonly FieldState[]): number =>
  Math.max(0, ...fields.map(({ untrustedChars }) => untrustedChars))
