/**
 * Every way in which a server may read the path of a request. Servers differ: some decode once and some twice, some
 * resolve dot segments, merge slashes or drop parameters. A rule applies if any reading matches it, so that no spelling
 * of a protected path avoids its rule.
 */

const MAX_DECODINGS = 2

export function pathReadings(uri: string): ReadonlySet<string> {
  const readings = new Set<string>()
  for (const whole of spellingsOf(withoutOrigin(uri).split('?', 1)[0] as string)) {
    for (const text of [whole, whole.split('#', 1)[0] as string]) {
      for (const path of [text, text.replaceAll(/;[^/]*/g, '')]) {
        readings.add(joined(segmentsOf(path)))
        readings.add(joined(withoutDots(segmentsOf(path))))
      }
    }
  }
  return readings
}

/** A path of a rule, in the spelling that readings have. */
export function rulePath(path: string): string {
  // Header values arrive as one character for each byte.
  const [, decoded] = spellingsOf(Buffer.from(path).toString('latin1'))
  return joined(segmentsOf(decoded as string))
}

export const isBelow = (path: string, rule: string): boolean =>
  rule === '/' || path === rule || path.startsWith(`${rule}/`)

/** Some clients send a request line with a whole URL. */
const withoutOrigin = (uri: string) => uri.replace(/^[a-z][a-z\d+.-]{0,20}:\/\/[^/?#]*/i, '')

/** As given, and decoded once and twice. */
function spellingsOf(path: string): string[] {
  const spellings = [path]
  for (let count = 0; count < MAX_DECODINGS; count++) {
    const before = spellings.at(-1) as string
    spellings.push(
      before.replaceAll(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    )
  }
  return spellings
}

/** Backslashes count as slashes; control characters, which some servers drop, are dropped. */
function segmentsOf(path: string): string[] {
  const text = [...path.toLowerCase().replaceAll('\\', '/')].filter(
    (char) => char > '\x1f' && char !== '\x7f',
  )
  return text
    .join('')
    .split('/')
    .filter((segment) => segment !== '')
}

function withoutDots(segments: readonly string[]): string[] {
  const kept: string[] = []
  for (const segment of segments) {
    if (segment === '..') kept.pop()
    else if (segment !== '.') kept.push(segment)
  }
  return kept
}

const joined = (segments: readonly string[]) => `/${segments.join('/')}`
