import { texts } from '../texts.ts'

const words = texts.survey
const WIDTH = 300
const HEIGHT = 60

/** Number of answers per effort rating. */
export function EffortBars({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts)
  const step = WIDTH / counts.length
  return (
    <figure className="effort">
      <figcaption className="small-print">{words.effort}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.effortList(counts)}
      >
        {counts.map((count, i) => {
          const height = (count / most) * HEIGHT
          return (
            <g key={i}>
              <title>{words.rated(i + 1, count)}</title>
              <rect className="background" x={i * step} y={0} width={step - 3} height={HEIGHT} />
              <rect className="area" x={i * step} y={HEIGHT - height} width={step - 3} height={height} />
            </g>
          )
        })}
      </svg>
      <div className="effort-numbers" aria-hidden="true">
        {counts.map((_, i) => (
          <span key={i}>{i + 1}</span>
        ))}
      </div>
    </figure>
  )
}
