import { describe, expect, it } from 'vitest'
import { answered, typedBy } from '../../../test/samples/answered.ts'
import { byHand, TEXT } from '../../../test/samples/histories.ts'
import { partialPasting } from './partial_pasting.ts'

const result = (answer: ReturnType<typeof answered>) => partialPasting.run(answer).result
const typedAfter = (pasted: string, seed = 3) =>
  byHand(TEXT.slice(pasted.length), seed).map(({ s, t }) => ({ s: pasted + s, t: t + 4_000 }))

describe('Partial pasting', () => {
  it('detects half a text pasted and half typed, in either order', () => {
    const half = TEXT.slice(0, 72)
    expect(result(typedBy([{ s: half, t: 0 }, ...typedAfter(half)]))).toBe('Detected')
    const typed = byHand(half, 4)
    expect(result(typedBy([...typed, { s: TEXT, t: (typed.at(-1)?.t ?? 0) + 9_000 }]))).toBe('Detected')
  })

  it('ignores a quotation that is a small part of the answer', () => {
    const quoted = TEXT.slice(0, 24)
    expect(result(typedBy([{ s: quoted, t: 0 }, ...typedAfter(quoted)]))).toBe('Not detected')
  })

  it('ignores text that was pasted and removed again', () => {
    const typed = byHand(TEXT, 5).map(({ s, t }) => ({ s, t: t + 6_000 }))
    expect(result(typedBy([{ s: `${TEXT} ${TEXT}`, t: 0 }, { s: '', t: 4_000 }, ...typed]))).toBe(
      'Not detected',
    )
  })

  it('leaves a fully pasted text to another check', () => {
    expect(result(typedBy([{ s: TEXT, t: 0 }]))).toBe('Not detected')
  })

  it('is unknown without a typing history', () => {
    expect(result(answered(TEXT))).toBe('Unknown')
  })
})
