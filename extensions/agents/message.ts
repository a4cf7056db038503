/** The values of the parts of a request that a signature can cover (RFC 9421). */
import {
  type InnerList,
  type Item,
  isInnerList,
  parseDictionary,
  serializeDictionary,
  serializeInnerList,
  serializeItem,
} from 'structured-headers'
import type { SignedMessage } from '../../src/server/http/signed_message.ts'

/** The service did not receive a component that the signature covers, or does not support it. */
export class UnknownComponent extends Error {
  override readonly name = 'UnknownComponent'
}

/** The text that the signature signs. */
export function signatureBase(message: SignedMessage, covered: InnerList): string {
  const [components] = covered
  const identifiers = components.map((item) => serializeItem(item))
  const lines = components.map((item, at) => `${identifiers[at]}: ${componentValue(message, item)}`)
  if (new Set(identifiers).size < identifiers.length)
    throw new UnknownComponent('a component is listed twice')
  return [...lines, `"@signature-params": ${serializeInnerList(covered)}`].join('\n')
}

export const componentName = ([value]: Item): string => (typeof value === 'string' ? value : '')

function componentValue(message: SignedMessage, item: Item): string {
  const name = componentName(item)
  if (!name.startsWith('@')) return fieldValue(message, name, item)
  const allowed = name === '@query-param' ? ['name'] : []
  requireParams(item, allowed)
  const { method, scheme, target } = message
  const [path = '', query] = target.split(/\?(.*)/s, 2)
  switch (name) {
    case '@method':
      if (method === '') throw new UnknownComponent('the method')
      return method.toUpperCase()
    case '@authority':
      return normalAuthority(message)
    case '@scheme':
      return scheme
    case '@target-uri':
      return `${scheme}://${normalAuthority(message)}${target}`
    case '@request-target':
      return target
    case '@path':
      return path || '/'
    case '@query':
      return `?${query ?? ''}`
    case '@query-param':
      return queryParam(query ?? '', item)
    default:
      throw new UnknownComponent(`${name} is not supported`)
  }
}

/** In lower case, without the default port of the scheme. */
export function normalAuthority({ authority, scheme }: Pick<SignedMessage, 'authority' | 'scheme'>): string {
  const [, host = '', port] = /^(.*?)(?::(\d*))?$/.exec(authority.toLowerCase()) ?? []
  const standard = scheme === 'https' ? '443' : '80'
  return port === undefined || port === '' || port === standard ? host : `${host}:${port}`
}

function queryParam(query: string, [, params]: Item): string {
  const wanted = params.get('name')
  const values = [...new URLSearchParams(query)].filter(([name]) => encoded(name) === wanted)
  const [first, ...more] = values
  if (first === undefined || more.length > 0) {
    throw new UnknownComponent('a query parameter is missing or repeated')
  }
  return encoded(first[1])
}

/** As RFC 9421 demands: percent-encoded, with %20 for a space. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*~]/g, (char) =>
    char === '*' ? char : `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )

function fieldValue({ headers }: SignedMessage, name: string, item: Item): string {
  const [, params] = item
  requireParams(item, ['key', 'sf'])
  const value = headers[name]?.trim()
  if (value === undefined || name !== name.toLowerCase()) throw new UnknownComponent(`no header ${name}`)
  const key = params.get('key')
  if (key === undefined) return params.has('sf') ? serializeDictionary(parseDictionary(value)) : value
  const member = parseDictionary(value).get(String(key))
  if (member === undefined) throw new UnknownComponent(`${name} has no member ${String(key)}`)
  return isInnerList(member) ? serializeInnerList(member) : serializeItem(member)
}

function requireParams([, params]: Item, allowed: readonly string[]): void {
  for (const name of params.keys()) {
    if (!allowed.includes(name)) throw new UnknownComponent(`the parameter ${name} is not supported`)
  }
}
