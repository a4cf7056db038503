/** Logistic regression over standardized numbers and their squares. */

export interface Example {
  readonly numbers: readonly number[]
  readonly isAutomation: boolean
  /** The weight of the example. */
  readonly weight: number
}

export interface Regression {
  readonly centre: readonly number[]
  readonly scale: readonly number[]
  readonly bias: number
  readonly linear: readonly number[]
  readonly square: readonly number[]
}

/** Values are clipped at this many deviations. */
export const ODDEST = 3

const ROUNDS = 400
const RATE = 0.3
/** L2 regularization. */
const SHRINK = 0.003

export function regress(examples: readonly Example[]): Regression {
  const people = examples.filter(({ isAutomation }) => !isAutomation)
  const size = people[0]?.numbers.length ?? 0
  const centre: number[] = []
  const scale: number[] = []
  for (let i = 0; i < size; i++) {
    const values = people.map(({ numbers }) => numbers[i] as number).sort((a, b) => a - b)
    const at = (share: number): number => values[Math.floor(share * (values.length - 1))] as number
    centre.push(at(0.5))
    scale.push(Math.max(1e-6, (at(0.84) - at(0.16)) / 2))
  }
  const inputs = examples.map(({ numbers }) => expand(numbers, centre, scale))
  const balance = balanceOf(examples)
  const weights = new Float64Array(2 * size)
  const momentum = new Float64Array(2 * size)
  let bias = 0
  let biasMomentum = 0
  for (let round = 0; round < ROUNDS; round++) {
    const slope = new Float64Array(2 * size)
    let biasSlope = 0
    for (const [index, input] of inputs.entries()) {
      const target = (examples[index] as Example).isAutomation ? 1 : 0
      let sum = bias
      for (let i = 0; i < input.length; i++) sum += (weights[i] as number) * (input[i] as number)
      const error = (1 / (1 + Math.exp(-sum)) - target) * (balance[index] as number)
      biasSlope += error
      for (let i = 0; i < input.length; i++) slope[i] = (slope[i] as number) + error * (input[i] as number)
    }
    for (let i = 0; i < weights.length; i++) {
      momentum[i] = 0.9 * (momentum[i] as number) + (slope[i] as number) + SHRINK * (weights[i] as number)
      weights[i] = (weights[i] as number) - RATE * 0.1 * (momentum[i] as number)
    }
    biasMomentum = 0.9 * biasMomentum + biasSlope
    bias -= RATE * 0.1 * biasMomentum
  }
  return {
    centre: centre.map(rounded),
    scale: scale.map(rounded),
    bias: rounded(bias),
    linear: [...weights.slice(0, size)].map(rounded),
    square: [...weights.slice(size)].map(rounded),
  }
}

/** Both classes have the same total weight, so the result is a likelihood ratio without a prior. */
function balanceOf(examples: readonly Example[]): number[] {
  let people = 0
  let automation = 0
  for (const { isAutomation, weight } of examples) {
    if (isAutomation) automation += weight
    else people += weight
  }
  return examples.map(({ isAutomation, weight }) => weight / (2 * (isAutomation ? automation : people)))
}

export function expand(
  numbers: readonly number[],
  centre: readonly number[],
  scale: readonly number[],
): number[] {
  const odd = numbers.map((value, i) =>
    Math.max(-ODDEST, Math.min(ODDEST, (value - (centre[i] as number)) / (scale[i] as number))),
  )
  return [...odd, ...odd.map((value) => value * value)]
}

const rounded = (value: number): number => Math.round(value * 1e5) / 1e5
