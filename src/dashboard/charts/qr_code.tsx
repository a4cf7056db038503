/** A QR code from its rows of modules. Always dark on light, because cameras need it. */
export function QrCode({ rows, name }: { rows: readonly string[]; name: string }) {
  const margin = 4
  const size = rows.length + 2 * margin
  const dark = rows.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  )
  return (
    <svg
      className="qr"
      viewBox={`${-margin} ${-margin} ${size} ${size}`}
      role="img"
      aria-label={name}
      shapeRendering="crispEdges"
    >
      <rect className="qr-background" x={-margin} y={-margin} width={size} height={size} />
      <path className="qr-dark" d={dark.join('')} />
    </svg>
  )
}
