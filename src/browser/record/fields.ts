/** Fields: when they were entered and left, and whether their value changed with nobody typing. */
import type { NameRole } from '../../contract/batch.ts'
import { FIELD_KIND, ROWS, SCRIPTED_KIND } from '../../contract/rows.ts'
import { tenths, timeOf } from '../clock.ts'
import { type Field, isAutofilled, isChoice, isField, nameOf, targetOf, textIn } from '../element.ts'
import { later, on } from '../guard.ts'
import { doc } from '../natives.ts'
import { isSecret } from '../privacy.ts'
import { nameIndex } from '../rows.ts'
import { questionOf, trackEdit } from '../survey/questions.ts'
import { bits } from './flags.ts'
import { record } from './tape.ts'

/** Fields looked at in one round; beyond this a page is no form. */
const MAX_FIELDS = 500

interface Known {
  /** What the name was made for: it changes when a page changes the field. */
  made: string
  name: readonly [NameRole, string]
  /** What it held when last seen, to compare with; it stays here. Undefined until first seen. */
  value: string | undefined
}

const known = new WeakMap<Element, Known>()

/** Whether this is a field of which nothing may be read. */
export const isHidden = (element: Element | undefined): boolean =>
  !!element && isField(element) && isSecret(element)

function knownOf(element: Field): Known {
  const question = questionOf(element)
  const made = `${question} ${element.type}`
  let found = known.get(element)
  if (found?.made !== made) {
    found = { value: found?.value, made, name: nameOf(element, question) }
    known.set(element, found)
  }
  return found
}

/** The element's index in the batch's table of names; -1 for what is no field. */
export const fieldIndex = (element: Element | undefined): number =>
  element && isField(element) ? nameIndex(knownOf(element).name) : -1

/** What is known of a field that may be read. */
const readable = (element: Field): Known | undefined => (isSecret(element) ? undefined : knownOf(element))

/** Takes the value as it is; answers the one before if that was another. */
function look(element: Field, found = readable(element)): string | undefined {
  if (!found) return undefined
  const before = found.value
  found.value = isChoice(element) ? (element.checked ? '1' : '') : textIn(element)
  return before === found.value ? undefined : before
}

/** An event accounts for the value as it is now, and for what the page makes of it at once. */
export function account(element: Field): void {
  const found = readable(element)
  look(element, found)
  later(() => look(element, found && known.get(element)), 0)
}

/** True if the value changed unseen. Choosing one radio button unchecks another: that is no change of its own. */
function check(element: Field): boolean {
  const before = look(element)
  trackEdit(element, tenths())
  const { value } = knownOf(element)
  if (before === undefined || (isChoice(element) && !value)) return false
  const kind = isAutofilled(element) ? SCRIPTED_KIND.autofill : SCRIPTED_KIND.script
  record(ROWS.scripted.code, tenths(), kind, before.length, `${value}`.length, fieldIndex(element))
  return true
}

/** How many of these changed with no event to tell of it. */
export function checkFields(elements: ArrayLike<Element>): number {
  let changed = 0
  for (let i = 0; i < elements.length && i < MAX_FIELDS; i++) {
    const element = elements[i] as Element
    if (isField(element) && check(element)) changed++
  }
  return changed
}

export function recordFields(): void {
  on(doc, 'focusin focusout', (event) => {
    const element = targetOf(event)
    if (!element || !isField(element)) return
    check(element)
    const kind = event.type === 'focusin' ? FIELD_KIND.in : FIELD_KIND.out
    const flags = bits(!event.isTrusted, isAutofilled(element))
    record(ROWS.field.code, timeOf(event), kind, flags, fieldIndex(element))
    account(element)
  })

  on(doc, 'change', (event) => {
    const element = targetOf(event)
    if (!element || !isField(element)) return
    const isSilent = look(element) !== undefined && !isChoice(element)
    const length = knownOf(element).value?.length ?? -1
    const flags = bits(!event.isTrusted, isSilent, isAutofilled(element))
    record(ROWS.change.code, timeOf(event), length, flags, fieldIndex(element))
    account(element)
  })

  on(doc, 'submit', (event) => {
    const form = event.target as HTMLFormElement
    const silent = checkFields(form.elements ?? [])
    record(ROWS.submit.code, timeOf(event), silent, bits(!event.isTrusted), nameIndex(nameOf(form)))
  })
}
