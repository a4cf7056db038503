/** Sanitizes names from a page for use in a sentence. */
import type { Name, NameRole } from '../../contract/batch/batch.ts'

/** Control characters, line separators and bidirectional marks. */
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

/** The label in quotes, or its kind if it has none. */
export function quoted(name: Name | undefined, otherwise: string): string {
  if (name === undefined) return otherwise
  const label = printable(name[1])
  return label === '' ? WITHOUT_LABEL[name[0]] : `"${label.replaceAll('"', "'")}"`
}

/** The path without the query string, which may contain anything. */
export function pathOf(name: Name | undefined): string {
  const path = printable(name?.[1] ?? '').split('?', 1)[0] as string
  return path === '' ? 'a page' : path
}

export function printable(text: string): string {
  return text.toWellFormed().replace(UNPRINTED, ' ').replace(/ {2,}/g, ' ').trim()
}
