import type { BandCounts, SessionHistogram } from '../../contract/dashboard/sessions.ts'
import { formatDuration, formatTime } from '../format/time.ts'
import { BANDS } from '../format/tone.ts'
import { Link } from '../parts/link.tsx'
import { withSearch } from '../router.ts'
import { texts } from '../texts.ts'

const words = texts.sessions.histogram
const WIDTH = 720
const HEIGHT = 120
const GAP = 1.5

const totalOf = (counts: BandCounts): number => BANDS.reduce((sum, [band]) => sum + counts[band], 0)

/** Sessions over time, stacked by recommended action. The totals are filter links. */
export function ScoreHistogram({ histogram }: { histogram: SessionHistogram }) {
  const { buckets, totals, bucket_ms, complete } = histogram
  const highest = Math.max(1, ...buckets.map(({ counts }) => totalOf(counts)))
  const all = totalOf(totals)
  if (all === 0) return null
  return (
    <section className="card histogram" aria-label={words.title}>
      <div className="card-head">
        <h2>{words.title}</h2>
        <p className="small-print">
          {words.sessions(all)} · {words.bar(formatDuration(bucket_ms))}
          {!complete && ` · ${words.newestOnly}`}
        </p>
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.sessions(all)}
      >
        {buckets.map(({ at, counts }, i) => (
          <Bar
            key={at}
            at={at}
            counts={counts}
            x={(i * WIDTH) / buckets.length}
            width={WIDTH / buckets.length}
            highest={highest}
          />
        ))}
      </svg>
      <div className="axis-ends">
        <span>{formatTime(histogram.from)}</span>
        <span>{formatTime(histogram.to)}</span>
      </div>
      <ul className="legend">
        {BANDS.map(([band, tone, action]) => (
          <li key={band} className={`tone-${tone}`}>
            <Link to={withSearch({ action })}>
              {texts.actions[action]} <strong>{totals[band]}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface BarProps {
  readonly at: number
  readonly counts: BandCounts
  readonly x: number
  readonly width: number
  readonly highest: number
}

function Bar({ at, counts, x, width, highest }: BarProps) {
  let top = HEIGHT
  return (
    <g>
      <title>{`${formatTime(at)}: ${words.sessions(totalOf(counts))}`}</title>
      {BANDS.map(([band, tone]) => {
        const height = (counts[band] / highest) * HEIGHT
        top -= height
        if (height === 0) return null
        return (
          <rect
            key={band}
            className={`area tone-${tone}`}
            x={x}
            y={top}
            width={Math.max(1, width - GAP)}
            height={height}
          />
        )
      })}
    </g>
  )
}
