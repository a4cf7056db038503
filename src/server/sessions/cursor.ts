/** Where the next page begins. Opaque to callers: they get it in a `Link` header and hand it back. */
import type { ListQuery } from '../../store/sessions.ts'
import { invalid } from '../http/errors.ts'

type Place = NonNullable<ListQuery['before']>

export function writeSessionCursor({ startedAt, sessionId }: Place): string {
  return Buffer.from(`${startedAt} ${sessionId}`).toString('base64url')
}

export function readSessionCursor(name: string, text: string): Place {
  const [, startedAt, sessionId] =
    /^(\d{1,15}) ([A-Za-z0-9_-]{22})$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (startedAt === undefined || sessionId === undefined) throw notACursor(name)
  return { startedAt: Number(startedAt), sessionId }
}

export const writePosition = (position: number): string => Buffer.from(`at ${position}`).toString('base64url')

export function readPosition(name: string, text: string): number {
  const position = /^at (\d{1,9})$/.exec(Buffer.from(text, 'base64url').toString())?.[1]
  if (position === undefined) throw notACursor(name)
  return Number(position)
}

const notACursor = (name: string) => invalid(name, 'must be a cursor from a Link header of this service')

/** The same request, one page further on. */
export function nextLink(url: string, parameter: string, cursor: string): string {
  const [path, query = ''] = url.split(/\?(.*)/s, 2) as [string, string?]
  const rest = query.split('&').filter((pair) => pair !== '' && pair.split('=', 1)[0] !== parameter)
  return `<${path}?${[...rest, `${parameter}=${cursor}`].join('&')}>; rel="next"`
}
