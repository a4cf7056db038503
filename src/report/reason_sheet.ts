/** The parts that summaries for visitors and for participants share. Times are in UTC. */
export const REASON_NOTES = [
  'Software made these observations automatically. They are not proof that anyone did anything wrong.',
  'Assistive technology, autofill, a touchscreen, a company network or an unusual browser can cause any of them.',
  'This summary lists every observation that affected the result. It contains no text that was typed.',
  'If you think this is wrong, ask the organization that gave you this summary to have a person review it.',
] as const

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** `3 Mar 2026, 14:05` */
export const when = (ms: number): string => `${day(ms)}, ${time(ms)}`

export const day = (ms: number): string => days.format(ms)

export const time = (ms: number): string => new Date(ms).toISOString().slice(11, 16)
