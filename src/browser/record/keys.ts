/** Keys: when, how long, and of which class. Which character it was stays here. */
import { KEY_CLASS, ROWS } from '../../contract/rows.ts'
import { timeOf } from '../clock.ts'
import { targetOf } from '../element.ts'
import { on } from '../guard.ts'
import { doc, min, win } from '../natives.ts'
import { fieldIndex, isHidden } from './fields.ts'
import { bits } from './flags.ts'
import { classOf } from './key_class.ts'
import { record } from './tape.ts'

/** Keydowns that may still bring an input event; more than this were swallowed by the page. */
const MAX_CREDIT = 16

const held: string[] = []
let before = ''
let credit = 0

/** Whether a key was pressed that this input event can be the effect of. */
export const spendKey = (): boolean => credit > 0 && credit-- > 0

export function recordKeys(): void {
  on<KeyboardEvent>(doc, 'keydown keyup', (event) => {
    const { key, code, type } = event
    // Browsers send key events without a key when they fill in a form.
    if (!key) return
    const target = targetOf(event)
    const secret = isHidden(target)
    const name = code || key
    const isDown = type === 'keydown'
    const flags = bits(
      !event.isTrusted,
      !code,
      event.shiftKey,
      event.ctrlKey,
      event.altKey,
      event.metaKey,
      event.getModifierState('CapsLock'),
      event.repeat,
      event.isComposing || event.keyCode === 229,
      isDown && !secret && name === before,
      !secret && needsShift(key, code),
    )
    let slot = held.indexOf(name)
    if (slot < 0) slot = held.indexOf('')
    if (slot < 0) slot = held.length
    held[slot] = isDown ? name : ''
    const kind = classOf(key, secret)
    const row = [timeOf(event), kind, flags, slot] as const
    if (isDown) {
      before = name
      // Keys from Tab to the function keys change no text.
      if (kind < KEY_CLASS.tab || kind > KEY_CLASS.function) credit = min(credit + 1, MAX_CREDIT)
      record(ROWS.keydown.code, ...row, fieldIndex(target))
    } else record(ROWS.keyup.code, ...row)
  })

  // A key that is released in another window is never seen to go up.
  on(win, 'blur', () => {
    held.length = 0
  })
  on(doc, 'focusin', () => {
    credit = 0
  })
}

/**
 * A capital letter on a letter's key. Of other characters the event alone does not tell: what needs Shift on one
 * layout needs none on another.
 */
const needsShift = (key: string, code: string): boolean =>
  key.length === 1 && key !== key.toLowerCase() && /^Key/.test(code)
