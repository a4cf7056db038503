/** Role, value and name of elements. Names are the page's own labels, never typed text. */
import type { NameRole } from '../contract/batch/batch.ts'
import { BATCH } from '../contract/limits.ts'
import { attempt } from './natives.ts'
import { IGNORE, masked } from './privacy.ts'

export type Field = HTMLInputElement

/** The target that a person clicks through one of its descendants. */
const AIMED_AT =
  'a,button,input,select,textarea,label,summary,option,[role=button],[role=link],[role=radio],[role=checkbox],[role=option],[role=tab],[contenteditable]'

/** Button, checkbox, color, file, hidden, image, radio, range, reset, submit. */
const NO_TEXT_TYPE = /^([bcfhir]|su)/

/** Nodes read for a label, so that a click on a whole page does not read all of it. */
const MAX_NODES = 60

/** The element itself, also inside an open shadow root. */
export function targetOf(event: Event): Element | undefined {
  // `composedPath` costs more than everything else that is read of a key event.
  const { target: outer } = event
  const target = ((outer as Element | null)?.shadowRoot ? event.composedPath()[0] : outer) as Node | null
  return (target?.nodeType === 1 ? target : target?.parentElement) as Element | undefined
}

export const aimedAt = (target: Element): Element => target.closest(AIMED_AT) ?? target

/** A text field, for typing, pasting and survey tracking. */
export const isTextField = (element: Element): element is Field =>
  element.tagName === 'TEXTAREA' ||
  (element.tagName === 'INPUT' && !NO_TEXT_TYPE.test((element as Field).type)) ||
  (element as HTMLElement).isContentEditable

export const isChoice = (element: Element): element is Field => /radio|checkbox/.test((element as Field).type)

export const isField = (element: Element): element is Field =>
  isTextField(element) || isChoice(element) || element.tagName === 'SELECT'

/** Callers check first whether the field may be read. */
export const textIn = (element: Element): string => `${(element as Field).value ?? element.textContent ?? ''}`

/** -1 if there is none, or if this input type throws. */
export const caretIn = (element: Element): number => attempt(() => (element as Field).selectionStart) ?? -1

export const isAutofilled = (element: Element): boolean | undefined =>
  attempt(() => element.matches(':autofill'))

const EDITABLE = '[contenteditable]'

/** Inside an editor or a document in design mode, also through shadow roots. Everything there may have been typed. */
const isInEditor = (element: Element | null): boolean =>
  !!element &&
  ((element as HTMLElement).isContentEditable ||
    !!element.closest(EDITABLE) ||
    isInEditor(shadowHost(element)))

function shadowHost(element: Element): Element | null {
  const root = element.getRootNode() as ShadowRoot
  return root.mode && root.host
}

export function nameOf(element: Element, question?: string): readonly [NameRole, string] {
  if (question) return ['question', question]
  const kind = `${element.role ?? ''} ${element.tagName}`
  const role: NameRole = isTextField(element)
    ? 'text'
    : isChoice(element) || / LABEL|radio|checkbox|switch|option/.test(kind)
      ? 'choice'
      : / SELECT/.test(kind)
        ? 'select'
        : / FORM/.test(kind)
          ? 'form'
          : / A$|link/.test(kind)
            ? 'link'
            : /button|input|summary|menuitem/i.test(kind)
              ? 'button'
              : 'element'
  const isHidden =
    element.closest(IGNORE) ||
    (attempt(() => isInEditor(element.parentElement ?? shadowHost(element))) ?? true)
  return [
    role,
    isHidden ? '' : labelOf(element as Field, role, /option |chip/i.test(`${kind} ${element.className}`)),
  ]
}

/** From two capitalized words to the end. */
const NAME = /\p{Lu}\S{0,20} \p{Lu}.*/u

/** Options and chips are often made of people's data, such as the recipients of a message. */
function labelOf(element: Field, role: NameRole, isChip: boolean): string {
  const label =
    !isChip &&
    [
      element.ariaLabel,
      // Elements and forms contain too much text.
      /^[ef]/.test(role) ? '' : textOf(element.labels?.[0] ?? element),
      element.placeholder,
      role === 'button' ? element.value : '',
      element.title,
      element.alt,
    ].find((text) => text?.trim())
  // Links and pictures outside the navigation are content, in which two capitalized words may be a name.
  return label
    ? masked(/^[el]/.test(role) && !element.closest('nav') ? label.replace(NAME, '*') : label)
    : element.getAttribute('name') || masked(element.id) || element.tagName.toLowerCase()
}

/** Text content without anything a person may have entered. */
function textOf(element: Element): string {
  let text = ''
  let budget = MAX_NODES
  const walk = (node: Node): void => {
    if (node.nodeType === 3) text += ` ${(node as Text).data.slice(0, BATCH.nameChars)}`
    if (
      (node as HTMLElement).isContentEditable ||
      (node as Element).matches?.(`input,textarea,select,script,style,${EDITABLE},${IGNORE}`)
    )
      return
    for (let child = node.firstChild; child && text.length < BATCH.nameChars && budget-- > 0; ) {
      walk(child)
      child = child.nextSibling
    }
  }
  walk(element)
  return text.replace(/\s+/g, ' ').trim()
}
