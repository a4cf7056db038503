/** Fields: focus and blur, and value changes without typing. */
import type { NameRole } from '../../contract/batch/batch.ts'
import { FIELD_KIND, ROWS, SCRIPTED_KIND } from '../../contract/batch/rows.ts'
import { tenths, timeOf } from '../clock.ts'
import { type Field, isAutofilled, isChoice, isField, nameOf, targetOf, textIn } from '../element.ts'
import { later, on } from '../guard.ts'
import { doc } from '../natives.ts'
import { isSecret } from '../privacy.ts'
import { nameIndex } from '../rows.ts'
import { questionOf, trackEdit } from '../survey/questions.ts'
import { bits } from './flags.ts'
import { record } from './tape.ts'

/** Fields compared in one pass. */
const MAX_FIELDS = 500

interface Known {
  /** The attributes behind the name, which changes when a page changes them. */
  made: string
  name: readonly [NameRole, string]
  /** The last known value, for comparison only; it is never sent. Undefined at first. */
  value: string | undefined
}

const known = new WeakMap<Element, Known>()

/** Whether this field must not be read. */
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

/** The element's index in the batch's table of names; -1 if it is no field. */
export const fieldIndex = (element: Element | undefined): number =>
  element && isField(element) ? nameIndex(knownOf(element).name) : -1

/** The state of a readable field. */
const readable = (element: Field): Known | undefined => (isSecret(element) ? undefined : knownOf(element))

/** Stores the value and returns the previous one if it was different. */
function readValue(element: Field, found = readable(element)): string | undefined {
  if (!found) return undefined
  const before = found.value
  found.value = isChoice(element) ? (element.checked ? '1' : '') : textIn(element)
  return before === found.value ? undefined : before
}

/** An event explains the current value, and changes the page makes to it immediately. */
export function account(element: Field): void {
  const found = readable(element)
  readValue(element, found)
  later(() => readValue(element, found && known.get(element)), 0)
}

/** True if the value changed without an event. Choosing a radio button unchecks another one, which does not count. */
function check(element: Field): boolean {
  const before = readValue(element)
  trackEdit(element, tenths())
  const { value } = knownOf(element)
  if (before === undefined || (isChoice(element) && !value)) return false
  const kind = isAutofilled(element) ? SCRIPTED_KIND.autofill : SCRIPTED_KIND.script
  record(ROWS.scripted.code, tenths(), kind, before.length, `${value}`.length, fieldIndex(element))
  return true
}

/** The number of fields that changed without an event. */
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
    const isSilent = readValue(element) !== undefined && !isChoice(element)
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
