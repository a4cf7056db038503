/** Rhythms of lab sessions: replayed with noise, later, and compared with those of other sessions. */
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../research/lab/drivers/random.ts'
import type { StreamEvent } from '../session/fold.ts'
import { foldRhythm, sketchOfTimes } from './rhythm_sketch.ts'
import { sameRhythms } from './same_rhythm.ts'

const random = createRandom('rhythm')

/** Times of a typist with pauses between words, in ms. */
function typed(keys: number): number[] {
  const times: number[] = []
  for (let at = 0; times.length < keys; ) {
    times.push(at)
    const isPause = random.between(0, 1) < 0.2
    at += isPause ? 250 + random.between(0, 1) ** 2 * 1_800 : random.between(70, 220)
  }
  return times
}

const noisy = (times: readonly number[], ms: number) =>
  times.map((at) => at + random.between(-ms, ms)).sort((a, b) => a - b)
const sketch = (times: readonly number[]) => sketchOfTimes(times) as string

describe('a typing rhythm', () => {
  it('is found again with noise of 20 ms, later in another session, and with a lost key', () => {
    const original = typed(120)
    const others = Array.from({ length: 40 }, () => sketch(typed(120)))
    const later = [...typed(9), ...original.map((at) => at + 20_000)]
    const lost = original.filter((_, index) => index !== 60)
    for (const copy of [noisy(original, 20), noisy(later, 20), lost]) {
      expect(sameRhythms([...others, sketch(original), sketch(copy)])).toEqual([[40, 41]])
    }
    expect(sameRhythms([...others, sketch(original)])).toEqual([])
  })

  it('is not found with noise of 200 ms', () => {
    const original = typed(120)
    expect(sameRhythms([sketch(original), sketch(noisy(original, 200))])).toEqual([])
  })

  it('groups every copy of a recording', () => {
    const original = typed(120)
    const copies = Array.from({ length: 30 }, () => sketch(noisy(original, 20)))
    expect(sameRhythms([sketch(original), ...copies])[0]).toHaveLength(31)
  })

  it('with equal pauses says nothing', () => {
    const even = sketch(Array.from({ length: 100 }, (_, index) => index * 300))
    expect(sameRhythms([even, even])).toEqual([])
  })

  it('needs enough keys, which a person pressed', () => {
    const sketchOf = (count: number, flags: number) => {
      const fold = foldRhythm()
      for (let i = 0; i < count; i++) {
        const event: StreamEvent = { type: 'keydown', t: i * 1_000, class: 1, flags, slot: 0, name: 0 }
        fold.step(event)
      }
      return fold.done()
    }
    expect(sketchOf(32, 0)).toBeNull()
    expect(sketchOf(33, 0)).not.toBeNull()
    expect(sketchOf(500, 0)?.length).toBeLessThan(200)
    expect(sketchOf(100, 1)).toBeNull()
  })
})
