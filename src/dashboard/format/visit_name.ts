/** The name of a visit in words: browser and system, first page, duration, input methods. */
import type { SessionItem } from '../../contract/dashboard/sessions.ts'
import { texts } from '../texts.ts'
import { formatDuration } from './time.ts'

export type Named = Pick<SessionItem, 'browser' | 'system' | 'routes' | 'duration_ms' | 'inputs'>

const words = texts.visit
const PATH_CHARS = 60

export function visitName({ browser, system, routes, duration_ms, inputs }: Named): string {
  const family = browser?.replace(/ \d+$/, '') ?? null
  const device =
    family === null ? (system ?? words.unknownBrowser) : system === null ? family : words.on(family, system)
  const methods = inputs.map((input) => words.inputs[input])
  const parts = [device, ...(routes[0] === undefined ? [] : [cut(routes[0])])]
  if (duration_ms !== null && duration_ms > 0) parts.push(formatDuration(duration_ms))
  if (methods.length > 0) parts.push(words.and(methods))
  return parts.join(' · ')
}

const cut = (path: string): string =>
  path.length <= PATH_CHARS ? path : `${path.slice(0, PATH_CHARS).toWellFormed()}…`
