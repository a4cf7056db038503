/** Logistic regression over dense features: gradient ascent on standardized features, weights in the original units. */
const STEPS = 600
const RATE = 4
const PULL = 1e-4

/** The first feature of every input must be 1. `importance` sums to one. */
export function fitDense(
  inputs: readonly (readonly number[])[],
  labels: readonly number[],
  importance: readonly number[],
  steps = STEPS,
): number[] {
  const width = (inputs[0] as readonly number[]).length
  const mean = new Float64Array(width)
  const deviation = new Float64Array(width).fill(1)
  for (let at = 1; at < width; at++) {
    for (const input of inputs) mean[at] = (mean[at] as number) + (input[at] as number) / inputs.length
    let square = 0
    for (const input of inputs) square += ((input[at] as number) - (mean[at] as number)) ** 2
    deviation[at] = Math.sqrt(square / inputs.length) || 1
  }
  const scaled = inputs.map((input) =>
    input.map((value, at) => (at === 0 ? 1 : (value - (mean[at] as number)) / (deviation[at] as number))),
  )
  const weight = new Float64Array(width)
  for (let step = 0; step < steps; step++) {
    const slope = new Float64Array(width)
    for (const [row, input] of scaled.entries()) {
      let sum = 0
      for (let at = 0; at < width; at++) sum += (weight[at] as number) * (input[at] as number)
      const error = ((labels[row] as number) - 1 / (1 + Math.exp(-sum))) * (importance[row] as number)
      for (let at = 0; at < width; at++) slope[at] = (slope[at] as number) + error * (input[at] as number)
    }
    for (let at = 0; at < width; at++) {
      weight[at] = (weight[at] as number) + RATE * ((slope[at] as number) - PULL * (weight[at] as number))
    }
  }
  const own = Array.from(weight, (each, at) => each / (deviation[at] as number))
  own[0] =
    (weight[0] as number) - own.slice(1).reduce((sum, each, at) => sum + each * (mean[at + 1] as number), 0)
  return own
}
