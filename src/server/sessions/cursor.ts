/** Cursors of the session API. Callers get them in a `Link` header and treat them as opaque. */
import type { ListQuery } from '../../store/sessions.ts'
import { invalid } from '../http/errors.ts'

type Place = NonNullable<ListQuery['before']>

export function writeSessionCursor({ startedAt, sessionId }: Place): string {
  return Buffer.from(`${startedAt} ${sessionId}`).toString('base64url')
}

export function readSessionCursor(name: string, text: string): Place {
  const [, startedAt, sessionId] = /^(\d{1,15}) ([A-Za-z0-9_-]{22})$/.exec(decodeCursor(text)) ?? []
  if (startedAt === undefined || sessionId === undefined) throw invalidCursor(name)
  return { startedAt: Number(startedAt), sessionId }
}

export const writePosition = (position: number): string => Buffer.from(`at ${position}`).toString('base64url')

export function readPosition(name: string, text: string): number {
  const position = /^at (\d{1,9})$/.exec(decodeCursor(text))?.[1]
  if (position === undefined) throw invalidCursor(name)
  return Number(position)
}

/** Empty for text that this service did not write: decoding alone ignores appended characters. */
function decodeCursor(text: string): string {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes.toString() : ''
}

const invalidCursor = (name: string) => invalid(name, 'must be a cursor from a Link header of this service')

/** A `Link` header with the same request for the next page. */
export function nextLink(url: string, parameter: string, cursor: string): string {
  const [path, query = ''] = url.split(/\?(.*)/s, 2) as [string, string?]
  const rest = query.split('&').filter((pair) => pair !== '' && pair.split('=', 1)[0] !== parameter)
  return `<${path}?${[...rest, `${parameter}=${cursor}`].join('&')}>; rel="next"`
}
