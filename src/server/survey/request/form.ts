/**
 * Parses form-encoded bodies: `survey_id=s1&questions[q1]=Why%3F`, or maps as JSON strings in one field. Returns the
 * same tree of objects and strings as a JSON body.
 */
import { SURVEY } from '../../../contract/limits.ts'
import { RequestFault } from './fault.ts'

type Branch = Map<string, unknown>

/** More than any real form has: the 50,000 entries that fill 16 MiB have two fields each. */
const MAX_FIELDS = 400_000

export function parseForm(text: string, known: ReadonlySet<string>): Record<string, unknown> {
  const root: Branch = new Map()
  let fields = 0
  for (let start = 0; start <= text.length; ) {
    const stop = text.indexOf('&', start)
    const end = stop === -1 ? text.length : stop
    if (end > start) {
      if (++fields > MAX_FIELDS)
        throw new RequestFault('', `contains more than ${MAX_FIELDS} fields`, 'body_too_large')
      parsePair(root, text.slice(start, end), known)
    }
    start = end + 1
  }
  return toObject(root)
}

/** Without a prototype, so that `__proto__` is an ordinary key. */
function toObject(branch: Branch): Record<string, unknown> {
  const object: Record<string, unknown> = Object.create(null)
  for (const [key, value] of branch) object[key] = value instanceof Map ? toObject(value) : value
  return object
}

function parsePair(root: Branch, pair: string, known: ReadonlySet<string>): void {
  const equals = pair.indexOf('=')
  const path = splitName(decodePercent(equals === -1 ? pair : pair.slice(0, equals)))
  const top = path[0] as string
  if (!known.has(top)) return
  if (path.length > SURVEY.depth) {
    throw new RequestFault(`/${top}`, `is nested deeper than ${SURVEY.depth} levels`, 'body_too_deep')
  }
  let at = root
  for (const key of path.slice(0, -1)) {
    const next = at.get(key) ?? new Map()
    if (!(next instanceof Map)) throw new RequestFault(`/${top}`, 'is sent both as one value and as parts')
    at.set(key, next)
    at = next
  }
  const last = path.at(-1) as string
  // `name[]=a&name[]=b` appends.
  const key = last === '' && path.length > 1 ? String(at.size) : last
  if (at.has(key)) throw new RequestFault(`/${top}`, 'is sent more than once')
  at.set(key, equals === -1 ? '' : decodePercent(pair.slice(equals + 1)))
}

/** Splits `a[b][c]` into `a, b, c`. An unclosed bracket is part of the name. */
function splitName(name: string): string[] {
  const first = name.indexOf('[')
  if (first < 1) return [name]
  const path = [name.slice(0, first)]
  let at = first
  while (name[at] === '[') {
    const close = name.indexOf(']', at)
    if (close === -1) break
    path.push(name.slice(at + 1, close))
    at = close + 1
  }
  return at === name.length ? path : [name]
}

function decodePercent(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    throw new RequestFault('', 'has percent escapes that are not UTF-8', 'invalid_utf8')
  }
}
