/** Formats times and durations. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const short = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** From one time to another, without repeating a common date. */
export const formatPeriod = (from: number, to: number): string => short.formatRange(from, to)

/** In the local time zone. */
export const formatTime = (at: number): string => exact.format(at)

/** `just now`, `5 min ago`, `3 h ago`, then the day and time. */
export function formatAge(at: number, now: number): string {
  const age = now - at
  if (age < 0 || age >= DAY_MS) return short.format(at)
  if (age < MINUTE_MS) return 'just now'
  return age < HOUR_MS ? `${Math.floor(age / MINUTE_MS)} min ago` : `${Math.floor(age / HOUR_MS)} h ago`
}

/** `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`, with no-break spaces. Rounded down, as positions are. */
export const formatDuration = (ms: number): string => durationWords(ms).replaceAll(' ', '\u{a0}')

function durationWords(ms: number): string {
  if (ms < 10_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`
  if (ms < MINUTE_MS) return `${Math.floor(ms / 1000)} s`
  if (ms < HOUR_MS) {
    const seconds = Math.floor((ms % MINUTE_MS) / 1000)
    return `${Math.floor(ms / MINUTE_MS)} min${seconds === 0 ? '' : ` ${seconds} s`}`
  }
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS)
  return `${Math.floor(ms / HOUR_MS)} h${minutes === 0 ? '' : ` ${minutes} min`}`
}

/** Position on a timeline: `1:05.3`. */
export function formatPosition(ms: number): string {
  const tenths = Math.max(0, Math.floor(ms / 100))
  const seconds = Math.floor(tenths / 10)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}.${tenths % 10}`
}
