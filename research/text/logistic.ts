/** Logistic regression over sparse features by AdaGrad, with shuffled rows in each pass. */
import type { SeededRandom } from '../seeded_random.ts'

export interface SparseRow {
  readonly indices: Uint32Array
  readonly values: Float32Array
  readonly label: 0 | 1
  readonly weight: number
}

export interface LogisticModel {
  readonly weights: Float32Array
  readonly bias: number
}

export interface LogisticOptions {
  readonly width: number
  readonly passes: number
  readonly rate: number
  /** L2 regularization, per row and feature. */
  readonly shrink: number
}

export function fitLogistic(
  rows: readonly SparseRow[],
  options: LogisticOptions,
  random: SeededRandom,
): LogisticModel {
  const { width, passes, rate, shrink } = options
  const weights = new Float32Array(width)
  const slopes = new Float32Array(width).fill(1e-6)
  let bias = 0
  let biasSlope = 1e-6
  let order = rows.map((_, at) => at)
  for (let pass = 0; pass < passes; pass++) {
    order = random.shuffle(order)
    for (const at of order) {
      const { indices, values, label, weight } = rows[at] as SparseRow
      let sum = bias
      for (let k = 0; k < indices.length; k++)
        sum += (weights[indices[k] as number] as number) * (values[k] as number)
      const error = (1 / (1 + Math.exp(-sum)) - label) * weight
      for (let k = 0; k < indices.length; k++) {
        const index = indices[k] as number
        const slope = error * (values[k] as number) + shrink * weight * (weights[index] as number)
        slopes[index] = (slopes[index] as number) + slope * slope
        weights[index] = (weights[index] as number) - (rate * slope) / Math.sqrt(slopes[index] as number)
      }
      biasSlope += error * error
      bias -= (rate * error) / Math.sqrt(biasSlope)
    }
  }
  return { weights, bias }
}

export function logitOf(model: LogisticModel, row: Pick<SparseRow, 'indices' | 'values'>): number {
  let sum = model.bias
  for (let k = 0; k < row.indices.length; k++) {
    sum += (model.weights[row.indices[k] as number] as number) * (row.values[k] as number)
  }
  return sum
}
