/** The center of the vectors that most others are close to. Up to a third of unrelated vectors do not move it. */

export interface Center {
  /** Sum of the members. */
  readonly sum: Float32Array
  /** Indices of the vectors near the center. */
  readonly members: readonly number[]
  /** Length of the mean of the members: 1 if they are equal. */
  readonly unity: number
}

/** The share of the vectors that are members. */
const MEMBERS_SHARE = 0.65

/** The share of the others that the first center must be close to. */
const CLOSE_SHARE = 0.6

/** Further rounds change nothing. */
const ROUNDS = 3

/** `vectors`: unit vectors, at least two. */
export function centerOf(vectors: readonly Float32Array[]): Center {
  const count = Math.ceil(MEMBERS_SHARE * vectors.length)
  let sum = vectors[mostCentral(vectors)] as Float32Array
  let members: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const from = sum
    const closeness = vectors.map((vector) => cosine(vector, from))
    members = [...vectors.keys()]
      .sort((a, b) => (closeness[b] as number) - (closeness[a] as number))
      .slice(0, count)
    sum = sumOf(members.map((at) => vectors[at] as Float32Array))
  }
  return { sum, members, unity: lengthOf(sum) / members.length }
}

/** The vector that is closest to the majority. */
function mostCentral(vectors: readonly Float32Array[]): number {
  const close = Math.ceil(CLOSE_SHARE * vectors.length)
  let best = 0
  let bestSum = Number.NEGATIVE_INFINITY
  for (const [at, vector] of vectors.entries()) {
    const nearest = vectors
      .map((other) => dot(vector, other))
      .sort((a, b) => b - a)
      .slice(0, close)
    const sum = nearest.reduce((total, each) => total + each, 0)
    if (sum > bestSum) {
      bestSum = sum
      best = at
    }
  }
  return best
}

function sumOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array((vectors[0] as Float32Array).length)
  for (const vector of vectors) {
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] as number) + (vector[at] as number)
  }
  return sum
}

export function cosine(a: Float32Array, b: Float32Array): number {
  const lengths = lengthOf(a) * lengthOf(b)
  return lengths === 0 ? 0 : dot(a, b) / lengths
}

const lengthOf = (vector: Float32Array): number => Math.sqrt(dot(vector, vector))

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number)
  return sum
}
