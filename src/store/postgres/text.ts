/**
 * PostgreSQL's text cannot contain NUL. It is stored as an escape sequence, and the escape character itself is escaped
 * too, so that the conversion is lossless.
 */
const ESCAPE = '\u0001'
const ESCAPED_NUL = `${ESCAPE}0`
const ESCAPED_ESCAPE = `${ESCAPE}1`

export function toColumn(text: string): string {
  if (!text.includes('\0') && !text.includes(ESCAPE)) return text
  return text.replaceAll(ESCAPE, ESCAPED_ESCAPE).replaceAll('\0', ESCAPED_NUL)
}

export function fromColumn(text: string): string {
  if (!text.includes(ESCAPE)) return text
  return text.replaceAll(ESCAPED_NUL, '\0').replaceAll(ESCAPED_ESCAPE, ESCAPE)
}
