/** Builds key rows from recordings with named keys, with the classes and flags of the browser script. */
import { type EventOf, KEY_CLASS, KEY_FLAGS } from '../../../src/contract/batch/rows.ts'

const NAMED: Readonly<Record<string, number>> = {
  Backspace: KEY_CLASS.backspace,
  Delete: KEY_CLASS.delete,
  Enter: KEY_CLASS.enter,
  Tab: KEY_CLASS.tab,
  Escape: KEY_CLASS.escape,
  Home: KEY_CLASS.page,
  End: KEY_CLASS.page,
  PageUp: KEY_CLASS.page,
  PageDown: KEY_CLASS.page,
  Shift: KEY_CLASS.shift,
  Control: KEY_CLASS.modifier,
  Alt: KEY_CLASS.modifier,
  AltGraph: KEY_CLASS.modifier,
  Meta: KEY_CLASS.modifier,
  CapsLock: KEY_CLASS.modifier,
  NumLock: KEY_CLASS.modifier,
  Unidentified: KEY_CLASS.hidden,
  Process: KEY_CLASS.hidden,
  Space: KEY_CLASS.space,
  // Recordings that store key classes only.
  letter: KEY_CLASS.lower,
  digit: KEY_CLASS.digit,
  punct: KEY_CLASS.punctuation,
}

export function classOfKey(key: string): number {
  if (key.length === 1) {
    if (/\s/.test(key)) return KEY_CLASS.space
    if (/\p{Nd}/u.test(key)) return KEY_CLASS.digit
    if (!/\p{L}/u.test(key)) return KEY_CLASS.punctuation
    if (key.toUpperCase() === key.toLowerCase()) return KEY_CLASS.letter
    return key === key.toUpperCase() ? KEY_CLASS.upper : KEY_CLASS.lower
  }
  if (Object.hasOwn(NAMED, key)) return NAMED[key] as number
  if (key.startsWith('Arrow')) return KEY_CLASS.arrow
  return /^F\d+$/.test(key) ? KEY_CLASS.function : KEY_CLASS.other
}

/** Key names of other recorders. */
const SPELLINGS: Readonly<Record<string, string>> = {
  '\\"': '"',
  '\\\\': '\\',
  space: ' ',
  Space: ' ',
  backspace: 'Backspace',
  enter: 'Enter',
  tab: 'Tab',
  esc: 'Escape',
  shift: 'Shift',
  shift_r: 'Shift',
  ctrl: 'Control',
  alt: 'Alt',
  cmd: 'Meta',
  cmd_r: 'Meta',
  caps_lock: 'CapsLock',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  up: 'ArrowUp',
  down: 'ArrowDown',
  delete: 'Delete',
  home: 'Home',
  end: 'End',
  page_up: 'PageUp',
  page_down: 'PageDown',
  num_lock: 'NumLock',
}

/** One recorder writes `#c` and `#Key.shift` for `c` and Shift. */
export function spell(key: string): string {
  const bare = key.startsWith('#') && key.length > 1 ? key.slice(1).replace(/^Key\./, '') : key
  return Object.hasOwn(SPELLINGS, bare) ? (SPELLINGS[bare] as string) : bare
}

/** With key classes only, two letters in a row need not be the same letter. */
const MASKED = new Set(['letter', 'digit', 'punct'])

export interface KeyWriter {
  down(t: number, key: string): EventOf<'keydown'>
  up(t: number, key: string): EventOf<'keyup'>
}

/** Tracks which keys are held. The sources do not name the physical key. */
export function createKeyWriter(name: number): KeyWriter {
  const held = new Map<string, number>()
  let before = ''

  function modifiers(): number {
    return (
      KEY_FLAGS.noCode |
      (held.has('Shift') ? KEY_FLAGS.shift : 0) |
      (held.has('Control') ? KEY_FLAGS.ctrl : 0) |
      (held.has('Alt') ? KEY_FLAGS.alt : 0) |
      (held.has('Meta') ? KEY_FLAGS.meta : 0)
    )
  }

  function slotOf(key: string): number {
    const own = held.get(key)
    if (own !== undefined) return own
    const taken = new Set(held.values())
    let slot = 0
    while (taken.has(slot)) slot++
    return slot
  }

  return {
    down(t, key) {
      const repeat = held.has(key) && !MASKED.has(key) ? KEY_FLAGS.repeat : 0
      const slot = slotOf(key)
      held.set(key, slot)
      const same = key === before && !MASKED.has(key) ? KEY_FLAGS.same : 0
      before = key
      return { type: 'keydown', t, class: classOfKey(key), flags: modifiers() | repeat | same, slot, name }
    },
    up(t, key) {
      const slot = slotOf(key)
      held.delete(key)
      return { type: 'keyup', t, class: classOfKey(key), flags: modifiers(), slot }
    },
  }
}
