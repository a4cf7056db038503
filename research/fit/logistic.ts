/** Logistic regression over standardized numbers and, optionally, their squares. */
import { fitRidge } from '../text/ridge.ts'

export interface Example {
  readonly numbers: readonly number[]
  readonly isAutomation: boolean
  /** The weight of the example. */
  readonly weight: number
}

export interface Regression {
  readonly center: readonly number[]
  readonly scale: readonly number[]
  readonly bias: number
  readonly linear: readonly number[]
  readonly square: readonly number[]
}

/** Values are clipped at this many deviations. */
export const ODDEST = 3

/** Newton's method converges in about six rounds. */
const ROUNDS = 10
const LEAST_SLOPE = 1e-4

export interface RegressionOptions {
  readonly squares: boolean
  /** L2 regularization, for a total weight of 1. */
  readonly shrink: number
}

export function regress(examples: readonly Example[], { squares, shrink }: RegressionOptions): Regression {
  const people = examples.filter(({ isAutomation }) => !isAutomation)
  const size = people[0]?.numbers.length ?? 0
  const center: number[] = []
  const scale: number[] = []
  for (let i = 0; i < size; i++) {
    const values = people.map(({ numbers }) => numbers[i] as number).sort((a, b) => a - b)
    const at = (share: number): number => values[Math.floor(share * (values.length - 1))] as number
    center.push(at(0.5))
    scale.push(Math.max(1e-6, (at(0.84) - at(0.16)) / 2))
  }
  const inputs = examples.map(({ numbers }) => [1, ...expand(numbers, center, scale, squares)])
  const balance = balanceOf(examples)
  let fitted = new Array<number>(inputs[0]?.length ?? 1).fill(0)
  for (let round = 0; round < ROUNDS; round++) {
    const targets: number[] = []
    const weights: number[] = []
    let total = 0
    for (const [index, input] of inputs.entries()) {
      let sum = 0
      for (let i = 0; i < input.length; i++) sum += (fitted[i] as number) * (input[i] as number)
      const share = 1 / (1 + Math.exp(-sum))
      const slope = Math.max(LEAST_SLOPE, share * (1 - share))
      const target = (examples[index] as Example).isAutomation ? 1 : 0
      targets.push(sum + (target - share) / slope)
      weights.push(slope * (balance[index] as number))
      total += slope * (balance[index] as number)
    }
    fitted = fitRidge(inputs, targets, weights, shrink / total)
  }
  const [bias = 0, ...weights] = fitted
  return {
    center: center.map(rounded),
    scale: scale.map(rounded),
    bias: rounded(bias),
    linear: weights.slice(0, size).map(rounded),
    square: weights.slice(size).map(rounded),
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

function expand(
  numbers: readonly number[],
  center: readonly number[],
  scale: readonly number[],
  squares: boolean,
): number[] {
  const odd = numbers.map((value, i) =>
    Math.max(-ODDEST, Math.min(ODDEST, (value - (center[i] as number)) / (scale[i] as number))),
  )
  return squares ? [...odd, ...odd.map((value) => value * value)] : odd
}

const rounded = (value: number): number => Math.round(value * 1e5) / 1e5
