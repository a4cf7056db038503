/** Structured fields of HTTP headers (RFC 9651): parsing and serialization of items, inner lists and dictionaries. */
import { elementAt } from '../../contract/element_at.ts'

export class FieldSyntaxError extends Error {
  override readonly name = 'FieldSyntaxError'
}

/** Words such as `directory`, which are no strings. */
export interface Token {
  readonly token: string
}
/** Apart from whole numbers, because 1.0 and 1 are serialized differently. */
export interface Decimal {
  readonly decimal: number
}
export type Bare = string | number | boolean | Uint8Array | Token | Decimal
export type Parameters = ReadonlyMap<string, Bare>

export interface Item {
  readonly value: Bare
  readonly params: Parameters
}
export interface InnerList {
  readonly items: readonly Item[]
  readonly params: Parameters
}
export type Member = Item | InnerList

export const isInnerList = (member: Member): member is InnerList => 'items' in member

export function parseDictionary(text: string): Map<string, Member> {
  const reader = createReader(text)
  const members = new Map<string, Member>()
  reader.skip(' ')
  while (!reader.isDone()) {
    const key = reader.key()
    const member = reader.take('=') ? reader.member() : { value: true, params: reader.params() }
    // Of members with the same key, the last one counts, at its own place.
    members.delete(key)
    members.set(key, member)
    reader.skip(' \t')
    if (reader.isDone()) return members
    reader.expect(',')
    reader.skip(' \t')
    if (reader.isDone()) throw new FieldSyntaxError('ends with a comma')
  }
  return members
}

export function parseItem(text: string): Item {
  const reader = createReader(text)
  reader.skip(' ')
  const item = reader.item()
  reader.skip(' ')
  if (!reader.isDone()) throw new FieldSyntaxError('has text after the item')
  return item
}

const KEY = /[a-z*][a-z0-9_.*-]*/y
const NUMBER = /-?\d{1,15}(?:\.\d{1,3})?/y
const STRING = /"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"/y
const TOKEN = /[A-Za-z*][A-Za-z0-9!#$%&'*+\-.^_`|~:/]*/y
const BYTES = /:([A-Za-z0-9+/]*={0,2}):/y
const BOOLEAN = /\?([01])/y

function createReader(text: string) {
  let at = 0

  function match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = at
    const found = expression.exec(text)
    if (found !== null) at += found[0].length
    return found
  }

  function skip(chars: string): void {
    while (at < text.length && chars.includes(text[at] as string)) at++
  }

  function take(char: string): boolean {
    if (text[at] !== char) return false
    at++
    return true
  }

  function expect(char: string): void {
    if (!take(char)) throw new FieldSyntaxError(`needs "${char}" at position ${at}`)
  }

  function key(): string {
    const found = match(KEY)
    if (found === null) throw new FieldSyntaxError(`needs a key at position ${at}`)
    return found[0]
  }

  function bare(): Bare {
    const string = match(STRING)
    if (string !== null) return elementAt(string, 1).replaceAll(/\\(["\\])/g, '$1')
    const number = match(NUMBER)
    if (number !== null) {
      const value = Number(number[0])
      return number[0].includes('.') ? { decimal: value } : value
    }
    const bytes = match(BYTES)
    if (bytes !== null) return Buffer.from(elementAt(bytes, 1), 'base64')
    const boolean = match(BOOLEAN)
    if (boolean !== null) return boolean[1] === '1'
    const token = match(TOKEN)
    if (token !== null) return { token: token[0] }
    throw new FieldSyntaxError(`needs a value at position ${at}`)
  }

  function params(): Parameters {
    const found = new Map<string, Bare>()
    while (take(';')) {
      skip(' ')
      const name = key()
      found.delete(name)
      found.set(name, take('=') ? bare() : true)
    }
    return found
  }

  const item = (): Item => ({ value: bare(), params: params() })

  function member(): Member {
    if (!take('(')) return item()
    const items: Item[] = []
    for (;;) {
      skip(' ')
      if (take(')')) return { items, params: params() }
      items.push(item())
      if (text[at] !== ' ' && text[at] !== ')') throw new FieldSyntaxError(`needs ")" at position ${at}`)
    }
  }

  return { isDone: () => at >= text.length, skip, take, expect, key, params, item, member }
}

export function serializeMember(member: Member): string {
  if (!isInnerList(member)) return serializeItem(member)
  return `(${member.items.map(serializeItem).join(' ')})${serializeParams(member.params)}`
}

export const serializeItem = ({ value, params }: Item): string =>
  serializeBare(value) + serializeParams(params)

export const serializeDictionary = (members: ReadonlyMap<string, Member>): string =>
  [...members]
    .map(([key, member]) =>
      !isInnerList(member) && member.value === true
        ? key + serializeParams(member.params)
        : `${key}=${serializeMember(member)}`,
    )
    .join(', ')

const serializeParams = (params: Parameters): string =>
  [...params].map(([key, value]) => (value === true ? `;${key}` : `;${key}=${serializeBare(value)}`)).join('')

function serializeBare(value: Bare): string {
  if (typeof value === 'string') return `"${value.replaceAll(/["\\]/g, '\\$&')}"`
  if (typeof value === 'boolean') return value ? '?1' : '?0'
  if (typeof value === 'number') return String(value)
  if (value instanceof Uint8Array) return `:${Buffer.from(value).toString('base64')}:`
  if ('token' in value) return value.token
  return Number.isInteger(value.decimal) ? `${value.decimal}.0` : String(value.decimal)
}
