import { formatTime, sinceWords } from '../words/time.ts'

/** A moment as a person would say it; the exact one is a touch or a hover away. */
export function When({ at, isExact }: { at: number; isExact?: boolean }) {
  const exact = formatTime(at)
  return (
    <time dateTime={new Date(at).toISOString()} title={exact}>
      {isExact ? exact : sinceWords(at, Date.now())}
    </time>
  )
}
