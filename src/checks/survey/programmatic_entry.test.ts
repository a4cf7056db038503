import { describe, expect, it } from 'vitest'
import { answered, typedBy } from '../../../test/samples/answered.ts'
import { byHand, dictated, inPieces, keyed, swiped, TEXT, wordsOf } from '../../../test/samples/histories.ts'
import { programmaticEntry } from './programmatic_entry.ts'

const result = (answer: ReturnType<typeof answered>) => programmaticEntry.run(answer).result

describe('Programmatic entry', () => {
  it.each([
    ['keys released together', keyed(TEXT, () => 1)],
    ['keys on a beat', keyed(TEXT, () => 100)],
    ['words in quick succession', inPieces(wordsOf(TEXT), () => 50)],
    ['pieces in quick succession', inPieces(TEXT.match(/.{1,25}/g) ?? [], () => 300)],
  ])('detects %s', (_, history) => {
    expect(result(typedBy(history))).toBe('Detected')
  })

  it('detects a response that is not in the typing history', () => {
    expect(result(answered(TEXT, { history: [{ s: 'x', t: 0 }] }))).toBe('Detected')
  })

  it('ignores a tracker that stopped early', () => {
    const long = `${TEXT} ${TEXT.replaceAll('market', 'harbour')} ${TEXT.replaceAll('rains', 'snows')}`
    const cut = byHand(long).slice(0, 90)
    expect(result(answered(long, { history: cut }))).toBe('Not detected')
  })

  it.each([
    ['a hand', byHand(TEXT)],
    ['a very fast hand', byHand(TEXT, 2, 75)],
    ['a thumb that swipes', swiped(TEXT)],
    ['a voice', dictated(TEXT)],
  ])('does not detect %s', (_, history) => {
    expect(result(typedBy(history))).toBe('Not detected')
  })

  it('is unknown without a typing history', () => {
    expect(result(answered(TEXT))).toBe('Unknown')
  })
})
