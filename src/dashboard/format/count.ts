const counts = new Intl.NumberFormat('en-US')
const shares = new Intl.NumberFormat('en-US', { style: 'percent', maximumSignificantDigits: 2 })

/** `1,234` */
export const formatCount = (count: number): string => counts.format(count)

/** `1 key`, `2 keys` */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** `3.1%`, and a dash where there is nothing to divide. A share that is neither none nor all is never shown as such. */
export function formatPart(count: number, of: number): string {
  if (of === 0) return '–'
  if (count > 0 && count / of < 0.001) return '<0.1%'
  if (count < of && count / of > 0.995) return '>99%'
  return shares.format(count / of)
}
