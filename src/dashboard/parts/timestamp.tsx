import { formatAge, formatTime } from '../format/time.ts'

/** Relative time; hovering shows the exact time. */
export function Timestamp({ at, isExact }: { at: number; isExact?: boolean }) {
  const exact = formatTime(at)
  return (
    <time dateTime={new Date(at).toISOString()} title={exact}>
      {isExact ? exact : formatAge(at, Date.now())}
    </time>
  )
}
