import { describe, expect, it } from 'vitest'
import {
  byHand,
  byInputMethod,
  dictated,
  type History,
  inPieces,
  keyed,
  numbers,
  swiped,
  TEXT,
  wordsOf,
} from '../../../test/samples/histories.ts'
import { readHistory } from './entries.ts'
import { type Entry, entryOf } from './entry.ts'
import { type InputMethods, type TypingFeatures, typingOf } from './typing.ts'

const read = (
  history: History,
  response = history.at(-1)?.s ?? '',
  inputMethods: InputMethods | null = null,
) => typingOf(readHistory(history), response, inputMethods) as TypingFeatures
const entry = (history: History, response?: string, inputMethods: InputMethods | null = null): Entry =>
  entryOf(read(history, response, inputMethods))

const HALF = TEXT.slice(0, 72)

describe('the entry of an answer', () => {
  it.each([1, 2, 3, 4, 5])('is typed for a person (%i)', (seed) => {
    expect(entry(byHand(TEXT, seed))).toBe('typed')
  })

  it('is typed for slow and fast typists', () => {
    expect(entry(byHand(TEXT, 6, 600))).toBe('typed')
    expect(entry(byHand(TEXT, 7, 80))).toBe('typed')
  })

  it.each<[string, History]>([
    ['one insertion', [{ s: TEXT, t: 0 }]],
    [
      'one insertion after a letter that was removed',
      [
        { s: 'x', t: 0 },
        { s: '', t: 300 },
        { s: TEXT, t: 8_000 },
      ],
    ],
    [
      'one insertion that was cut and put back',
      [
        { s: TEXT, t: 0 },
        { s: '', t: 2_000 },
        { s: TEXT, t: 3_000 },
      ],
    ],
    [
      'two long insertions',
      [
        { s: `${TEXT} `, t: 0 },
        { s: `${TEXT} ${TEXT.toUpperCase()}`, t: 9_000 },
      ],
    ],
  ])('is pasted for %s', (_, history) => {
    expect(entry(history)).toBe('pasted')
  })

  it('is partly pasted for a paste followed by typing', () => {
    const typed = byHand(TEXT.slice(72), 3).map(({ s, t }) => ({ s: HALF + s, t: t + 4_000 }))
    expect(entry([{ s: HALF, t: 0 }, ...typed])).toBe('partly pasted')
  })

  it.each<[string, History]>([
    ['words in quick succession', inPieces(wordsOf(TEXT), () => 60)],
    ['sentences streamed', inPieces(TEXT.match(/.{1,30}/g) ?? [], () => 400)],
    ['keys released together', keyed(TEXT, () => 2)],
    ['keys on a beat', keyed(TEXT, (at) => 120 + (at % 3))],
  ])('is programmatic for %s', (_, history) => {
    expect(entry(history)).toBe('programmatic')
  })

  it('is programmatic for a response that is not in the history', () => {
    expect(entry([{ s: 'I', t: 0 }], TEXT)).toBe('programmatic')
  })
})

describe('an entry that is not flagged', () => {
  it.each<[string, History]>([
    ['swiped words', swiped(TEXT)],
    ['dictated phrases', dictated(TEXT)],
    [
      'an input method',
      byInputMethod([
        ['jintian', '今天'],
        ['tianqi', '天气'],
        ['henhao', '很好'],
        ['women', '我们'],
        ['qugongyuan', '去公园'],
        ['sanbu', '散步。'],
      ]),
    ],
    [
      'autocorrect',
      [...byHand('I like teh', 2), { s: 'I like the', t: 4_000 }, { s: 'I like the ', t: 4_010 }].concat(
        byHand('market', 3).map(({ s, t }) => ({ s: `I like the ${s}`, t: t + 4_300 })),
      ),
    ],
    [
      'a term put in',
      [
        ...byHand(HALF, 4),
        { s: `${HALF}Rindfleischetiketten`, t: 40_000 },
        ...byHand(TEXT.slice(72), 5).map(({ s, t }) => ({
          s: `${HALF}Rindfleischetiketten${s}`,
          t: t + 41_000,
        })),
      ],
    ],
  ])('%s', (_, history) => {
    expect(['typed', 'dictated']).toContain(entry(history))
  })

  it('text that was pasted and removed again', () => {
    const typed = byHand(TEXT, 8).map(({ s, t }) => ({ s, t: t + 5_000 }))
    expect(
      entry([{ s: `The question, copied to read it again. ${HALF}`, t: 0 }, { s: '', t: 3_000 }, ...typed]),
    ).toBe('typed')
  })

  it('text that was moved inside the field', () => {
    const typed = byHand(TEXT, 9)
    const end = typed.at(-1)?.t ?? 0
    const moved = TEXT.slice(72) + HALF
    expect(entry([...typed, { s: TEXT.slice(72), t: end + 3_000 }, { s: moved, t: end + 5_000 }])).toBe(
      'typed',
    )
  })

  it('a tracker that stopped early', () => {
    const long = `${TEXT} ${TEXT.replaceAll('market', 'harbour')} And so on, and so forth, until the evening.`
    expect(entry(byHand(long, 10).slice(0, 100), long)).toBe('typed')
  })

  it('a clause that was moved together with a space', () => {
    const typed = byHand(TEXT, 9)
    const end = typed.at(-1)?.t ?? 0
    const clause = 'and when it rains we all stand under the old arcade'
    const rest = TEXT.replace(` ${clause}`, '')
    const moved = `${clause} ${rest}`
    expect(entry([...typed, { s: rest, t: end + 3_000 }, { s: moved, t: end + 5_000 }])).toBe('typed')
    const other = `${clause.replaceAll('a', 'o')} ${rest}`
    expect(entry([...typed, { s: rest, t: end + 3_000 }, { s: other, t: end + 5_000 }])).toBe('partly pasted')
  })

  it('words that a phone completed, if the session shows a touch keyboard', () => {
    const typed = byHand('I am looking', 4)
    const history = [...typed, { s: 'I am looking forward to meeting', t: (typed.at(-1)?.t ?? 0) + 400 }]
    const marks = { touch: true, composition: false, autofill: false }
    expect(entry(history, undefined, marks)).toBe('dictated')
    expect(entry(history, undefined, { ...marks, pasted: true })).toBe('partly pasted')
  })

  it('text that the browser filled in', () => {
    const inputMethods = { touch: false, composition: false, autofill: true }
    expect(entry([{ s: '12 Long Street, Littleton', t: 0 }], undefined, inputMethods)).toBe('typed')
  })

  it('nothing at all', () => {
    expect(typingOf(readHistory([]), TEXT, null)).toBeNull()
    expect(typingOf(readHistory([{ t: 0, o: 'c', ct: 'copied' }]), TEXT, null)).toBeNull()
  })
})

describe('the final text', () => {
  it('is counted by its origin', () => {
    const next = numbers(4)
    const typed = byHand(TEXT.slice(72), 3).map(({ s, t }) => ({ s: HALF + s, t: t + 4_000 + next() }))
    const typing = read([{ s: HALF, t: 0 }, ...typed])
    expect([typing.keptBulkChars, typing.keptTypedChars]).toEqual([72, TEXT.length - 72])
  })

  it('excludes removed text', () => {
    const typing = read([
      { s: HALF, t: 0 },
      { s: HALF.slice(0, 10), t: 1_000 },
    ])
    expect([typing.keptBulkChars, typing.keptTypedChars]).toEqual([10, 0])
  })
})

describe('one phrase at once', () => {
  const PHRASE = 'The bakery on the corner and the quiet park behind it'
  const once = (text: string): History => [{ s: text, t: 0 }]

  it('may be pasted, dictated or filled in', () => {
    expect(entry(once(PHRASE.slice(0, 39)))).toBe('one phrase')
    expect(entry(once(PHRASE.slice(0, 40)))).toBe('pasted')
    expect(entry(once('anna.miller@example.org'))).not.toBe('pasted')
    expect(entry(once('12 Long Street, Littleton'))).toBe('one phrase')
  })

  it('is pasted if it is longer than a breath, or has signs that are not spoken', () => {
    expect(entry(once(TEXT.slice(0, 81)))).toBe('pasted')
    expect(entry(once('The bakery (on the corner); the "park"'))).toBe('pasted')
    expect(entry(once('The bakery on the corner\nThe park'))).toBe('pasted')
  })

  it('is pasted if the session shows a paste', () => {
    const marks = { touch: false, composition: false, autofill: false, pasted: true }
    expect(entry(once(PHRASE), PHRASE, marks)).toBe('pasted')
  })
})

describe('text in pieces', () => {
  const words = wordsOf(`${TEXT} ${TEXT}`)
  const every = (count: number) =>
    words.flatMap((_, at) => (at % count === 0 ? [words.slice(at, at + count).join('')] : []))

  it('is pasted if all pieces have the same number of words and unrelated gaps', () => {
    const gaps = [9_000, 3_000, 12_000, 4_000, 7_000, 2_500, 15_000, 5_000, 3_500, 8_000, 2_800, 6_000]
    expect(entry(inPieces(every(5), (_, at) => gaps[at % gaps.length] as number))).toBe('pasted')
  })

  it('is programmatic at constant intervals, also with a jitter of 2%', () => {
    const next = numbers(5)
    expect(entry(inPieces(every(5), () => 3_000 * (0.98 + 0.04 * next())))).toBe('programmatic')
    expect(entry(inPieces(every(1), () => 400))).toBe('programmatic')
    expect(entry(inPieces(every(1), () => 200 * (0.98 + 0.04 * next())))).toBe('programmatic')
  })

  it('is dictated if the session shows no paste, and pasted otherwise', () => {
    const marks = { touch: false, composition: false, autofill: false }
    expect(entry(dictated(TEXT), TEXT, marks)).toBe('dictated')
    expect(entry(dictated(TEXT), TEXT, { ...marks, pasted: true })).toBe('pasted')
  })
})

describe('keys at constant intervals', () => {
  it.each([200, 400, 1_000, 3_000])('of %i ms are programmatic', (ms) => {
    const next = numbers(ms)
    expect(entry(keyed(TEXT, () => ms))).toBe('programmatic')
    expect(entry(keyed(TEXT, () => ms * (0.98 + 0.04 * next())))).toBe('programmatic')
  })
})

describe('a coarse clock', () => {
  const rounded = (step: number) => byHand(TEXT, 3).map(({ s, t }) => ({ s, t: Math.round(t / step) * step }))

  it.each([100, 500, 1_000])('of %i ms does not make a person a program', (step) => {
    expect(read(rounded(step)).hasCoarseClock).toBe(true)
    expect(entry(rounded(step))).toBe('typed')
  })

  it('is not assumed for a program that stalls now and then', () => {
    const stalling = keyed(TEXT, (at) => (at % 20 === 0 ? 800 : 400))
    expect(read(stalling).hasCoarseClock).toBe(false)
    expect(entry(stalling)).toBe('programmatic')
  })
})
