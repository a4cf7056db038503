/** The smallest of 1, 2, 5, 10, 20, 50… that is at least `value`, and even where a middle line needs it. */
export function niceCeiling(value: number): number {
  if (value <= 2) return 2
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 4, 5, 6, 8, 10].find(
    (factor) => factor * power >= value && Number.isInteger((factor * power) / 2),
  )
  return (step ?? 10) * power
}
