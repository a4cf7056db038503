/** Principal components by power iteration with deflation. */
import type { SeededRandom } from '../seeded_random.ts'

const STEPS = 40

export function principalDirections(
  covariance: Float64Array,
  width: number,
  count: number,
  random: SeededRandom,
): Float32Array[] {
  const left = Float64Array.from(covariance)
  return Array.from({ length: count }, () => {
    let direction = Float64Array.from({ length: width }, () => random.normal())
    let strength = 0
    for (let step = 0; step < STEPS; step++) {
      const next = new Float64Array(width)
      for (let row = 0; row < width; row++) {
        let sum = 0
        for (let column = 0; column < width; column++)
          sum += (left[row * width + column] as number) * (direction[column] as number)
        next[row] = sum
      }
      strength = Math.sqrt(next.reduce((sum, value) => sum + value * value, 0))
      direction = next.map((value) => value / strength)
    }
    for (let row = 0; row < width; row++) {
      for (let column = 0; column < width; column++) {
        left[row * width + column] =
          (left[row * width + column] as number) -
          strength * (direction[row] as number) * (direction[column] as number)
      }
    }
    return Float32Array.from(direction)
  })
}
