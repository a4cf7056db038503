/** The name of a visit in words: browser and system, first page, duration, input methods. */
import type { SessionItem } from '../../contract/dashboard/sessions.ts'
import { texts } from '../texts.ts'
import { formatDuration } from './time.ts'

export type Named = Pick<SessionItem, 'browser' | 'system' | 'routes' | 'duration_ms' | 'inputs'>

const words = texts.visit
const PATH_CHARS = 60

export function visitName(visit: Named): string {
  const { place, duration, methods } = partsOf(visit)
  return [...place, ...duration, ...methods].join(' · ')
}

/** Two short lines, with its age. */
export function visitLines(visit: Named, age: string): string[] {
  const { place, duration } = partsOf(visit)
  return [place.join(' · '), [age, ...duration].join(' · ')]
}

function partsOf({ browser, system, routes, duration_ms, inputs }: Named) {
  const family = browser?.replace(/ \d+$/, '') ?? null
  const device =
    family === null ? (system ?? words.unknownBrowser) : system === null ? family : words.on(family, system)
  const methods = inputs.map((input) => words.inputs[input])
  return {
    place: [device, ...(routes[0] === undefined ? [] : [cut(routes[0])])],
    duration: duration_ms !== null && duration_ms > 0 ? [formatDuration(duration_ms)] : [],
    methods: methods.length > 0 ? [words.and(methods)] : [],
  }
}

const cut = (path: string): string =>
  path.length <= PATH_CHARS ? path : `${path.slice(0, PATH_CHARS).toWellFormed()}…`
