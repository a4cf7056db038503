/** Weighted ridge regression, solved exactly. */
export function fitRidge(
  inputs: readonly (readonly number[])[],
  targets: readonly number[],
  weights: readonly number[],
  pull: number,
): number[] {
  const width = (inputs[0] as readonly number[]).length
  const rows = Array.from({ length: width }, () => new Float64Array(width + 1))
  for (const [at, input] of inputs.entries()) {
    for (let j = 0; j < width; j++) {
      const row = rows[j] as Float64Array
      const scaled = (weights[at] as number) * (input[j] as number)
      for (let k = 0; k < width; k++) row[k] = (row[k] as number) + scaled * (input[k] as number)
      row[width] = (row[width] as number) + scaled * (targets[at] as number)
    }
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  for (let j = 1; j < width; j++) {
    const row = rows[j] as Float64Array
    row[j] = (row[j] as number) + pull * total
  }
  return solve(rows, width)
}

/** Gauss-Jordan elimination with partial pivoting. */
function solve(rows: Float64Array[], width: number): number[] {
  for (let column = 0; column < width; column++) {
    let pivot = column
    for (let at = column + 1; at < width; at++) {
      if (Math.abs(rows[at]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = at
    }
    ;[rows[column], rows[pivot]] = [rows[pivot] as Float64Array, rows[column] as Float64Array]
    const top = rows[column] as Float64Array
    for (const row of rows) {
      if (row === top) continue
      const times = (row[column] as number) / (top[column] as number)
      for (let k = column; k <= width; k++) row[k] = (row[k] as number) - times * (top[k] as number)
    }
  }
  return rows.map((row, at) => (row[width] as number) / (row[at] as number))
}
