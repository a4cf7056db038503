import { describe, expect, it } from 'vitest'
import { openPieces } from './language_pieces.ts'

const piece = (letters: string, ...scores: number[]) => [
  letters.length,
  ...Buffer.from(letters, 'latin1'),
  scores.length / 2,
  ...scores,
]

/** Languages 0, 1 and 2. */
const pieces = openPieces(
  Uint8Array.from([...piece(' the ', 1, 20), ...piece('the', 0, 5, 1, 7), ...piece('é4L', 2, 200)]),
)

function sumsOf(...found: string[]): number[] {
  const sums = new Float64Array(3)
  for (const each of found) pieces(each, 10, sums)
  return [...sums]
}

describe('openPieces', () => {
  it('adds the score and the base score to every language of a piece', () => {
    expect(sumsOf('the')).toEqual([15, 17, 0])
    expect(sumsOf('the', ' the ', 'é4L')).toEqual([15, 47, 210])
  })

  it('adds nothing for an unknown piece', () => {
    expect(sumsOf('', 'th', 'The', 'the ', ' the  x', 'é4')).toEqual([0, 0, 0])
  })

  it('finds every piece of a large table', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => at.toString(36).padStart(4, '_'))
    const open = openPieces(Uint8Array.from(many.flatMap((each, at) => piece(each, at % 3, at % 256))))
    for (const [at, each] of many.entries()) {
      const sums = new Float64Array(3)
      open(each, 1, sums)
      expect(sums[at % 3]).toBe((at % 256) + 1)
    }
  })
})
