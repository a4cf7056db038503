/** Names that came from a page, made safe to stand in a sentence. */
import type { Name, NameRole } from '../../contract/batch.ts'

/** Control characters, line separators and marks that turn the direction of the text after them. */
const UNPRINTED = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]+/gu

const WITHOUT_LABEL: Readonly<Record<NameRole, string>> = {
  button: 'a button',
  link: 'a link',
  text: 'a field',
  choice: 'an option',
  select: 'a list',
  form: 'the form',
  path: 'a page',
  question: 'a field',
  element: 'the page',
}

/** The label in quotes, or what it is where it has none. */
export function quoted(name: Name | undefined, otherwise: string): string {
  if (name === undefined) return otherwise
  const label = printable(name[1])
  return label === '' ? WITHOUT_LABEL[name[0]] : `"${label.replaceAll('"', "'")}"`
}

/** The path alone: what follows a question mark may hold anything. */
export function pathOf(name: Name | undefined): string {
  const path = printable(name?.[1] ?? '').split('?', 1)[0] as string
  return path === '' ? 'a page' : path
}

export function printable(text: string): string {
  return text.toWellFormed().replace(UNPRINTED, ' ').replace(/ {2,}/g, ' ').trim()
}
