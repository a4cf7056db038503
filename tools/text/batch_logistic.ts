/**
 * Logistic regression over sparse features: full-batch Adam with L2 regularization. The result does not depend on the
 * order of the rows.
 */
import type { LogisticModel, SparseRow } from './logistic.ts'

export interface BatchOptions {
  readonly steps: number
  readonly rate: number
  readonly pull: number
}

const MOMENTUM = 0.9
const MEMORY = 0.999
const TINY = 1e-8

/** `scale`: the prior scale of each feature. The weights are returned in the units of the features. */
export function fitBatch(
  rows: readonly SparseRow[],
  scale: Float32Array,
  { steps, rate, pull }: BatchOptions,
): LogisticModel {
  const width = scale.length
  const inner = new Float32Array(width)
  const weights = new Float32Array(width)
  const slope = new Float32Array(width)
  const speed = new Float32Array(width)
  const energy = new Float32Array(width)
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  let [bias, biasSpeed, biasEnergy] = [0, 0, 0]
  for (let step = 0; step < steps; step++) {
    const biasSlope = slopesOf(rows, total, weights, bias, slope)
    const pace = (rate * (1 + Math.cos((Math.PI * step) / steps))) / 2 / (1 - MOMENTUM ** (step + 1))
    const late = 1 - MEMORY ** (step + 1)
    for (let at = 0; at < width; at++) {
      const own = (slope[at] as number) * (scale[at] as number) + pull * (inner[at] as number)
      const fast = MOMENTUM * (speed[at] as number) + (1 - MOMENTUM) * own
      const much = MEMORY * (energy[at] as number) + (1 - MEMORY) * own * own
      speed[at] = fast
      energy[at] = much
      const moved = (inner[at] as number) - (pace * fast) / (Math.sqrt(much / late) + TINY)
      inner[at] = moved
      weights[at] = moved * (scale[at] as number)
    }
    biasSpeed = MOMENTUM * biasSpeed + (1 - MOMENTUM) * biasSlope
    biasEnergy = MEMORY * biasEnergy + (1 - MEMORY) * biasSlope * biasSlope
    bias -= (pace * biasSpeed) / (Math.sqrt(biasEnergy / late) + TINY)
  }
  return { weights, bias }
}

/** Fills `slope` and returns the slope of the bias. */
function slopesOf(
  rows: readonly SparseRow[],
  total: number,
  weights: Float32Array,
  bias: number,
  slope: Float32Array,
): number {
  slope.fill(0)
  let sum = 0
  for (const { indices, values, label, weight } of rows) {
    let logit = bias
    for (let at = 0; at < indices.length; at++) {
      logit += (weights[indices[at] as number] as number) * (values[at] as number)
    }
    const error = ((1 / (1 + Math.exp(-logit)) - label) * weight) / total
    sum += error
    for (let at = 0; at < indices.length; at++) {
      const index = indices[at] as number
      slope[index] = (slope[index] as number) + error * (values[at] as number)
    }
  }
  return sum
}
