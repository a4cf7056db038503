/** Keys: time, duration and class. The character is never sent. */
import { KEY_CLASS, ROWS } from '../../contract/batch/rows.ts'
import { timeOf } from '../clock.ts'
import { targetOf } from '../element.ts'
import { on } from '../guard.ts'
import { doc, min, win } from '../natives.ts'
import { measureKey } from './channel.ts'
import { fieldIndex, isHidden } from './fields.ts'
import { bits } from './flags.ts'
import { classOf } from './key_class.ts'
import { record } from './tape.ts'

/** Keydowns that may still cause an input event; the page has canceled any others. */
const MAX_CREDIT = 16

const held: string[] = []
let before = ''
let credit = 0

/** Whether a key press can explain this input event. */
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
      key === 'Shift' && code.startsWith('Shift') && !event.location,
    )
    let slot = held.indexOf(name)
    if (slot < 0) slot = held.indexOf('')
    if (slot < 0) slot = held.length
    held[slot] = isDown ? name : ''
    const kind = classOf(key, secret)
    const row = [timeOf(event), kind, flags, slot] as const
    if (isDown) {
      measureKey(event)
      before = name
      // Keys from Tab to the function keys do not change text.
      if (kind < KEY_CLASS.tab || kind > KEY_CLASS.function) credit = min(credit + 1, MAX_CREDIT)
      record(ROWS.keydown.code, ...row, fieldIndex(target))
    } else record(ROWS.keyup.code, ...row)
  })

  // A key released in another window sends no keyup.
  on(win, 'blur', () => {
    held.length = 0
  })
  on(doc, 'focusin', () => {
    credit = 0
  })
}

/**
 * A capital letter on a letter key. For other characters the event is not conclusive, because layouts differ in which
 * of them need Shift.
 */
const needsShift = (key: string, code: string): boolean =>
  key.length === 1 && key !== key.toLowerCase() && /^Key/.test(code)
