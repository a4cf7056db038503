import { formatCount } from '../format/count.ts'

/** `12 (15%)` with a bar. */
export function ShareBar({ count, of }: { count: number; of: number }) {
  const share = of === 0 ? 0 : count / of
  return (
    <span className="share-bar">
      <span className="bar" aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span>
        {formatCount(count)} ({Math.round(share * 100)}%)
      </span>
    </span>
  )
}
