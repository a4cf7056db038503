/**
 * Every way in which a server may read the path of a request. Servers differ: some decode several times, some resolve
 * dot segments, merge slashes, drop parameters, or fold characters that look alike. A rule applies if any reading
 * matches it, so that no spelling of a protected path avoids its rule.
 */
import { elementAt } from '../../src/contract/element_at.ts'

/** More than a chain of proxies and frameworks decodes. */
const MAX_DECODINGS = 5

export function pathReadings(uri: string): ReadonlySet<string> {
  const readings = new Set<string>()
  for (const whole of spellingsOf(elementAt(withoutOrigin(uri).split('?', 1), 0))) {
    for (const text of new Set([whole, withoutFragment(whole), withoutFragment(withoutHost(whole))])) {
      for (const path of [text, text.replaceAll(/;[^/]*/g, '')]) {
        const segments = segmentsOf(path)
        readings.add(joined(segments))
        readings.add(joined(withoutDots(segments)))
        readings.add(joined(withoutEnds(segments)))
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

/** Programs that read a path as a URL take what follows two slashes for a host: `//evil/signup` is `/signup`. */
const withoutHost = (path: string) => path.replace(/^[/\\]{2,}[^/\\]*/, '')

const withoutFragment = (path: string) => elementAt(path.split('#', 1), 0)

/** As given, and decoded once or several times. */
function spellingsOf(path: string): string[] {
  const spellings = [path]
  for (let count = 0; count < MAX_DECODINGS; count++) {
    const before = spellings.at(-1) as string
    const after = before.replaceAll(/%([\da-f]{2})/gi, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    // The second spelling is that of rules.
    if (after === before && count > 0) break
    spellings.push(after)
  }
  return spellings
}

/** ASCII characters in two to four bytes, which UTF-8 forbids and some servers accept. */
const OVERLONG = /[\xc0\xc1][\x80-\xbf]|(?:\xe0|\xf0\x80)[\x80\x81][\x80-\xbf]/g

/** Characters that are not visible: soft hyphens, zero-width spaces and joiners, marks of direction. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu

/** One character for each byte in, text out. Full-width and other variants of a character become that character. */
function textOf(bytes: string): string {
  const short = bytes.replaceAll(OVERLONG, (code) =>
    String.fromCharCode(
      ((code.charCodeAt(code.length - 2) & 0x1f) << 6) | (code.charCodeAt(code.length - 1) & 0x3f),
    ),
  )
  return Buffer.from(short, 'latin1').toString().normalize('NFKC').replaceAll(INVISIBLE, '').toLowerCase()
}

/** Backslashes count as slashes. */
const segmentsOf = (path: string): string[] =>
  textOf(path)
    .replaceAll('\\', '/')
    .split('/')
    .filter((segment) => segment !== '')

function withoutDots(segments: readonly string[]): string[] {
  const kept: string[] = []
  for (const segment of segments) {
    if (segment === '..') kept.pop()
    else if (segment !== '.') kept.push(segment)
  }
  return kept
}

/** Some file systems ignore dots and spaces at the end of a name. */
const withoutEnds = (segments: readonly string[]): string[] =>
  withoutDots(segments.map((segment) => segment.trimEnd()))
    .map((segment) => segment.slice(0, endOf(segment)))
    .filter((segment) => segment !== '')

function endOf(segment: string): number {
  let end = segment.length
  while (segment[end - 1] === '.' || segment[end - 1] === ' ') end--
  return end
}

const joined = (segments: readonly string[]) => `/${segments.join('/')}`
