/** Keys: when, how long, and of which class. Which character it was stays here. */
import { KEY_CLASS, ROWS } from '../../contract/rows.ts'
import { timeOf } from '../clock.ts'
import { targetOf } from '../element.ts'
import { on } from '../guard.ts'
import { type LayoutMap, readLayout } from '../layout.ts'
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
let layout: LayoutMap | undefined

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
    const has = (modifier: string): boolean => event.getModifierState(modifier)
    const flags = bits(
      !event.isTrusted,
      !code,
      event.shiftKey,
      event.ctrlKey,
      event.altKey,
      event.metaKey,
      has('CapsLock'),
      event.repeat,
      event.isComposing || event.keyCode === 229,
      isDown && !secret && name === before,
      !secret && !has('AltGraph') && needsShift(key, code),
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

  readLayout().then(
    (map) => {
      layout = map
    },
    () => {},
  )
}

/** Capital letters everywhere; other characters where the layout says that their key bears another one. */
function needsShift(key: string, code: string): boolean {
  if (key.length > 1) return false
  if (key !== key.toLowerCase()) return /^Key/.test(code)
  const plain = layout?.get(code)
  return plain !== undefined && plain !== key && key === key.toUpperCase() && plain < '~'
}
