/** Effort from 1 to 10: a monotone curve from information to the ratings of two readers. */
import fitted from './effort.json' with { type: 'json' }

const LOWEST = 1
const HIGHEST = 10

/** `information`: weighted words; minus infinity for no content. More information never lowers the rating. */
export function effortOf(information: number): number {
  if (information === Number.NEGATIVE_INFINITY) return LOWEST
  return Math.min(HIGHEST, Math.max(LOWEST, Math.round(curveAt(information, fitted.curve))))
}

export type Curve = readonly (readonly [information: number, rating: number] | readonly number[])[]

/** Linear between the knots, constant beyond them. */
export function curveAt(information: number, curve: Curve): number {
  for (let at = 1; at < curve.length; at++) {
    const [from, low] = curve[at - 1] as [number, number]
    const [to, high] = curve[at] as [number, number]
    if (information < to) return low + ((high - low) * Math.max(0, information - from)) / (to - from)
  }
  return (curve.at(-1) as [number, number])[1]
}
