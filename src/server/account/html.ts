/** Small pages as text. Whatever is put into a page is escaped unless it is a page's own part. */

export interface Html {
  readonly text: string
}

/** A template whose values are escaped; parts made by `html` itself, and lists of them, go in as they are. */
export function html(
  strings: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  let text = strings[0] ?? ''
  for (const [index, value] of values.entries()) text += asText(value) + strings[index + 1]
  return { text }
}

function asText(value: string | number | Html | readonly Html[]): string {
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'number') return String(value)
  return 'text' in value ? value.text : value.map(({ text }) => text).join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] as string)
}
