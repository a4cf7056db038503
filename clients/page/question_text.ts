/** The fields of open-ended questions on a page, and the text shown with each. */

const TEXT_FIELDS =
  'textarea,input:not([type]),input[type=text],input[type=search],[contenteditable=""],[contenteditable=true]'

export const openFields = (container: ParentNode): Element[] =>
  [...container.querySelectorAll(TEXT_FIELDS)].filter((field) => !field.closest('[data-byhand-ignore]'))

/** The label of a field, or the text around it. */
export function questionText(field: Element): string {
  const labels = 'labels' in field ? [...((field.labels as NodeListOf<Element> | null) ?? [])] : []
  const named = (field.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '')
  const labelled = [...named.map((id) => field.ownerDocument.getElementById(id)), ...labels]
  const label = labelled.map((element) => element?.textContent ?? '').join(' ')
  return plain(label) || plain(field.getAttribute('aria-label') ?? '') || plain(around(field))
}

function around(field: Element): string {
  const parent = field.parentElement?.cloneNode(true) as Element | undefined
  for (const other of parent?.querySelectorAll('textarea,input,select,button,script,style') ?? [])
    other.remove()
  return parent?.textContent ?? ''
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()
