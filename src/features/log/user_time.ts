/** Formats a time in the user's time zone: `Mar 25, 2025 14:30:50`. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** Time zones change their offset only at quarter hours, so one lookup serves a whole quarter. */
const QUARTER_MS = 15 * 60_000

/** There are about 600 IANA zones with aliases. The limit keeps invented names from filling the memory. */
const MAX_ZONES = 600

type OffsetAt = (unixMs: number) => number

const UTC: OffsetAt = () => 0
const zones = new Map<string, OffsetAt>()

/** An unknown or absent zone counts as UTC. */
export function formatUserTime(unixMs: number, zone: string | undefined): string {
  const local = new Date(unixMs + offsetIn(zone)(unixMs))
  const month = MONTHS[local.getUTCMonth()]
  const time = [local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds()].map(padded).join(':')
  return `${month} ${local.getUTCDate()}, ${local.getUTCFullYear()} ${time}`
}

const padded = (value: number) => (value < 10 ? `0${value}` : `${value}`)

function offsetIn(zone: string | undefined): OffsetAt {
  if (zone === undefined || zone === 'UTC') return UTC
  const known = zones.get(zone)
  if (known !== undefined) return known
  if (zones.size >= MAX_ZONES) zones.clear()
  const made = makeOffset(zone)
  zones.set(zone, made)
  return made
}

function makeOffset(timeZone: string): OffsetAt {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return UTC
  }
  let quarter = Number.NaN
  let offset = 0
  return (unixMs) => {
    const own = Math.floor(unixMs / QUARTER_MS)
    if (own !== quarter) {
      quarter = own
      offset = localAsUtc(format, own * QUARTER_MS) - own * QUARTER_MS
    }
    return offset
  }
}

function localAsUtc(format: Intl.DateTimeFormat, unixMs: number): number {
  const part: Record<string, number> = {}
  for (const { type, value } of format.formatToParts(unixMs)) part[type] = Number(value)
  return Date.UTC(
    part.year as number,
    (part.month as number) - 1,
    part.day,
    part.hour,
    part.minute,
    part.second,
  )
}
