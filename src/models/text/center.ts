/** The center of the vectors that are closest to each other. Up to a third of unrelated vectors hardly moves it. */

export interface Center {
  readonly sum: Float32Array
  /** Length of the mean of the members: 1 if they are equal. */
  readonly unity: number
  /** For each member, the cosine of its vector and the sum of the other members. */
  readonly toOthers: readonly number[]
}

/** The share of the vectors that are members. */
const MEMBERS_SHARE = 0.65

/** The share of the others that the first center must be close to. */
const CLOSE_SHARE = 0.6

/** Further rounds change nothing. */
const ROUNDS = 3

/** The indices of the vectors that are closest to each other. `vectors`: unit vectors, at least two. */
export function membersOf(vectors: readonly Float32Array[]): number[] {
  const products = productsOf(vectors)
  const count = Math.ceil(MEMBERS_SHARE * vectors.length)
  let members = [mostCentral(products)]
  for (let round = 0; round < ROUNDS; round++) {
    const closeness = products.map((row) => sumAt(row, members))
    members = [...vectors.keys()]
      .sort((a, b) => (closeness[b] as number) - (closeness[a] as number))
      .slice(0, count)
  }
  return members
}

/** `vectors`: unit vectors of the members. */
export function centerOf(vectors: readonly Float32Array[]): Center {
  const sum = sumOf(vectors)
  const square = dot(sum, sum)
  return {
    sum,
    unity: Math.sqrt(square) / vectors.length,
    toOthers: vectors.map((vector) => withoutOwn(dot(vector, sum), square)),
  }
}

/** The dot products of all pairs. */
function productsOf(vectors: readonly Float32Array[]): Float64Array[] {
  const products = vectors.map(() => new Float64Array(vectors.length))
  for (const [a, vector] of vectors.entries()) {
    for (let b = a; b < vectors.length; b++) {
      const product = dot(vector, vectors[b] as Float32Array)
      ;(products[a] as Float64Array)[b] = product
      ;(products[b] as Float64Array)[a] = product
    }
  }
  return products
}

const sumAt = (row: Float64Array, indices: readonly number[]): number =>
  indices.reduce((sum, index) => sum + (row[index] as number), 0)

/** The cosine of a unit vector and a sum without it. `toSum`: their product with it; `square`: of the whole sum. */
function withoutOwn(toSum: number, square: number): number {
  const length = Math.sqrt(Math.max(0, square - 2 * toSum + 1))
  return length === 0 ? 0 : (toSum - 1) / length
}

/** The vector that is closest to the majority. */
function mostCentral(products: readonly Float64Array[]): number {
  const close = Math.ceil(CLOSE_SHARE * products.length)
  const closeness = products.map((row) =>
    row
      .toSorted()
      .subarray(-close)
      .reduce((sum, product) => sum + product, 0),
  )
  return closeness.indexOf(Math.max(...closeness))
}

function sumOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array((vectors[0] as Float32Array).length)
  for (const vector of vectors) {
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] as number) + (vector[at] as number)
  }
  return sum
}

export function cosine(a: Float32Array, b: Float32Array): number {
  const lengths = Math.sqrt(dot(a, a) * dot(b, b))
  return lengths === 0 ? 0 : dot(a, b) / lengths
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number)
  return sum
}
