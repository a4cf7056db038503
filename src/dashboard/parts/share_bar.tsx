import { formatCount, formatPart } from '../format/count.ts'

/** `12 (15%)` with a bar, which is gray for a share of unknown results. */
export function ShareBar({ count, of, isUnknown }: { count: number; of: number; isUnknown?: boolean }) {
  const share = of === 0 ? 0 : count / of
  return (
    <span className={isUnknown ? 'share-bar tone-unknown' : 'share-bar'}>
      <span className="bar" aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span>
        {formatCount(count)} ({formatPart(count, of)})
      </span>
    </span>
  )
}
