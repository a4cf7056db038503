import type { Strip } from '../format/strip.ts'

/** Height of the drawing; keys stand on the line, movement hangs below it. */
const HEIGHT = 20
const LINE = 13

/** The rhythm of a visit: keys above a line, pointer movement below it. It fills its box. */
export function RhythmStrip({ strip, name }: { strip: Strip; name?: string }) {
  const { keys, pointer } = strip
  const width = Math.max(1, keys.length)
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it is hidden, or it has a label.
    <svg
      className="rhythm-strip"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      {...(name === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    >
      <path className="strip-pointer" d={areaOf(pointer)} />
      <path className="strip-keys" d={barsOf(keys)} />
      <path className="strip-line" d={`M0 ${LINE}H${width}`} />
    </svg>
  )
}

const rounded = (value: number): number => Math.round(value * 10) / 10

const barsOf = (values: readonly number[]): string =>
  values
    .map((value, x) =>
      value === 0
        ? ''
        : `M${rounded(x + 0.15)} ${LINE}V${rounded(LINE - 1 - value * (LINE - 1))}h.7V${LINE}z`,
    )
    .join('')

const areaOf = (values: readonly number[]): string =>
  values
    .map((value, x) =>
      value === 0 ? '' : `M${x} ${LINE}v${rounded(1 + value * (HEIGHT - LINE - 1))}h1V${LINE}z`,
    )
    .join('')
