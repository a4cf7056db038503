import { describe, expect, it } from 'vitest'
import { drawFrom, RESULT, tasksFrom } from '../../../contract/batch/challenge.ts'
import type { ClaimedClass } from './claimed_class.ts'
import type { Agreement } from './consensus.ts'
import { evaluateAnswer, parseAnswer, votingClass } from './evaluate.ts'
import { digestEntry, readExpectedValues } from './expected_values.ts'

const SEED = 'f1'
const CHROMIUM: ClaimedClass = { engine: 'chromium', name: 'chromium 156 Linux', system: 'Linux' }
const NEWER: ClaimedClass = { engine: 'chromium', name: 'chromium 158 Linux', system: 'Linux' }
const UNMEASURED: ClaimedClass = { engine: 'chromium', name: 'chromium 156 Windows', system: 'Windows' }
const FIREFOX: ClaimedClass = { engine: 'gecko', name: 'gecko 153 Linux', system: 'Linux' }

const tasks = tasksFrom(drawFrom(SEED))

/** V8 words the errors, because Node runs them here too. */
function v8Text(index: number): string {
  const { word, count } = tasks
  const wrong = [
    () => (null as never)[word],
    () => word in (word as never),
    () => BigInt(word),
    () => BigInt(count + 0.5),
    () => count.toString(count + 36),
    () => new Uint8Array(-count),
  ]
  try {
    return String(wrong[index]?.())
  } catch (error) {
    return (error as Error).message
  }
}

const GECKO_TEXTS = [
  `can't access property "${tasks.word}", null is null`,
  `cannot use 'in' operator to search for "${tasks.word}" in "${tasks.word}"`,
  'invalid BigInt syntax',
  `${tasks.count + 0.5} can't be converted to BigInt because it isn't an integer`,
  'radix must be an integer at least 2 and no greater than 36',
  'invalid array length',
]

/** As recorded in WebKitGTK. */
const WEBKIT_TEXTS = [
  "null is not an object (evaluating 'null[t]')",
  "t is not an Object. (evaluating 't in t')",
  'Failed to parse String to BigInt',
  'Not an integer',
  'toString() radix argument must be between 2 and 36',
  'length cannot be negative',
]

const RESULTS: readonly (string | number)[] = [
  'aaaa',
  'bbbb',
  1,
  ...tasks.widths.map((width) => Math.floor(width * 64) / 64),
  ...tasks.errors.map(v8Text),
  'few12.3',
  1.5,
  2.5,
  3.5,
  4.5,
]

function digests(canvas: string): string {
  return Buffer.concat([
    digestEntry('f0', { canvas: 'x', numbers: 'y', math: 'z' }),
    digestEntry(SEED, { canvas, numbers: 'few12.3', math: '1.5,2.5,3.5,4.5' }),
  ]).toString('base64')
}

const expected = readExpectedValues({
  [CHROMIUM.name]: { arm64: digests('aaaa') },
  [FIREFOX.name]: { arm64: digests('aaaa'), x64: digests('dddd') },
})

const answer = (changes: Readonly<Record<number, string | number>>) =>
  parseAnswer({ seed: `${SEED} x`, results: RESULTS.map((value, index) => changes[index] ?? value) })

const voters = (changes: Readonly<Record<number, string | number>>, claimed: ClaimedClass) =>
  votingClass(answer(changes), claimed, expected)

function evaluate(
  changes: Readonly<Record<number, string | number>> = {},
  claimed = CHROMIUM,
  consensus: Agreement = 'open',
) {
  return evaluateAnswer(answer(changes), claimed, expected, consensus)
}

/** With the error messages and the layout of the claimed engine. */
const INCONCLUSIVE = { result: 'unknown', known: true, ownEngine: true } as const

describe('the answer of a class with values', () => {
  it('passes if every part agrees', () => {
    expect(evaluate()).toEqual({ result: 'passed', known: true })
    expect(evaluate({}, CHROMIUM, 'confirmed')).toEqual({ result: 'passed', known: true })
  })

  it('fails by its canvas', () => {
    const changes = { [RESULT.fixedPicture]: 'cccc' }
    expect(evaluate(changes)).toEqual({ result: 'failed', known: true, failed: ['canvas'] })
    const more = { ...changes, [RESULT.math]: 9 }
    expect(evaluate(more)).toEqual({ result: 'failed', known: true, failed: ['canvas', 'math'] })
  })

  it.each([
    ['numbers', { [RESULT.number]: 'few12.4' }],
    ['math', { [RESULT.math + 2]: 3.6 }],
  ])('is unknown if only its %s differ, which a page can replace', (part, changes) => {
    expect(evaluate(changes)).toEqual({ ...INCONCLUSIVE, failed: [part] })
  })

  it('is unknown if the browser does not draw', () => {
    for (const reason of ['!brave', '!resist', '!noise', '!absent', '']) {
      const changes = { [RESULT.fixedPicture]: reason, [RESULT.weeklyPicture]: reason }
      expect(evaluate(changes)).toEqual(INCONCLUSIVE)
    }
    expect(evaluate({ [RESULT.weeklyPicture]: '!noise' }).result).toBe('unknown')
  })

  it('never fails by the votes of others, but does not pass against them', () => {
    expect(evaluate({}, CHROMIUM, 'contradicted')).toEqual(INCONCLUSIVE)
  })

  it('passes against the votes of proven users, where the system was measured', () => {
    for (const claimed of [CHROMIUM, NEWER])
      expect(evaluate({}, claimed, 'outvoted')).toEqual({ result: 'passed', known: true })
    expect(evaluate({}, UNMEASURED, 'outvoted')).toEqual(INCONCLUSIVE)
    const unknownPicture = { [RESULT.fixedPicture]: 'cccc' }
    expect(evaluate(unknownPicture, NEWER, 'outvoted').result).toBe('unknown')
  })

  it('is unknown if parts are missing or of another type', () => {
    for (const results of [[], ['aaaa'], RESULTS.slice(0, 5), RESULTS.map(String), Array(32).fill(0)]) {
      const parsed = parseAnswer({ seed: `${SEED} x`, results })
      expect(evaluateAnswer(parsed, CHROMIUM, expected, 'confirmed').result).not.toBe('passed')
    }
  })

  it('is unknown if errors have words of no known engine', () => {
    expect(evaluate({ [RESULT.errors]: 'something new' })).toEqual({ result: 'unknown', known: true })
  })
})

describe('an engine that draws otherwise on other processors', () => {
  const gecko = {
    [RESULT.widths]: Math.floor((tasks.widths[0] as number) * 60) / 60,
    [RESULT.widths + 1]: Math.floor((tasks.widths[1] as number) * 60) / 60,
    ...Object.fromEntries(tasks.errors.map((index, nth) => [RESULT.errors + nth, GECKO_TEXTS[index] ?? ''])),
  }

  it('passes on each processor that was measured, and votes among its like', () => {
    for (const [picture, processor] of [
      ['aaaa', 'arm64'],
      ['dddd', 'x64'],
    ] as const) {
      const changes = { ...gecko, [RESULT.fixedPicture]: picture }
      expect(evaluate(changes, FIREFOX)).toEqual({ result: 'passed', known: true })
      expect(voters(changes, FIREFOX)).toBe(`${FIREFOX.name} ${processor}`)
    }
  })

  it('is unknown on others, unless trusted browsers draw the same', () => {
    const changes = { ...gecko, [RESULT.fixedPicture]: 'eeee' }
    const unknown = { ...INCONCLUSIVE, failed: ['canvas'] }
    expect(evaluate(changes, FIREFOX)).toEqual(unknown)
    expect(evaluate(changes, FIREFOX, 'contradicted')).toEqual(unknown)
    expect(evaluate(changes, FIREFOX, 'confirmed')).toEqual({ result: 'passed', known: true })
    expect(voters(changes, FIREFOX)).toBe(FIREFOX.name)
  })
})

describe('the answer of a class without values', () => {
  const other = { [RESULT.fixedPicture]: 'cccc' }

  it('passes if its engine was measured on the same system and draws the same', () => {
    expect(evaluate({}, NEWER)).toEqual({ result: 'passed', known: true })
    expect(evaluate(other, NEWER)).toEqual(INCONCLUSIVE)
  })

  it('needs trusted browsers on another system, even if it draws the same, and votes among them', () => {
    expect(evaluate({}, UNMEASURED)).toEqual({ ...INCONCLUSIVE, known: false })
    expect(evaluate({}, UNMEASURED, 'confirmed')).toEqual({ result: 'passed', known: true })
    expect(evaluate({}, UNMEASURED, 'contradicted')).toEqual(INCONCLUSIVE)
    expect(voters({}, UNMEASURED)).toBe(`${CHROMIUM.name} arm64`)
    expect(voters({}, CHROMIUM)).toBe(`${CHROMIUM.name} arm64`)
    expect(voters(other, CHROMIUM)).toBeUndefined()
  })

  it('passes only with trusted browsers if it draws otherwise', () => {
    expect(evaluate(other, UNMEASURED)).toEqual({ ...INCONCLUSIVE, known: false })
    expect(evaluate(other, UNMEASURED, 'confirmed')).toEqual({ result: 'passed', known: true })
    expect(evaluate(other, UNMEASURED, 'contradicted')).toEqual(INCONCLUSIVE)
    expect(voters(other, UNMEASURED)).toBe(UNMEASURED.name)
  })

  it('is unknown if the browser does not draw', () => {
    const brave = { [RESULT.fixedPicture]: '!brave', [RESULT.weeklyPicture]: '!brave' }
    expect(evaluate(brave, UNMEASURED)).toEqual(INCONCLUSIVE)
  })

  it('of an engine that was not measured needs its words and trusted browsers', () => {
    const safari: ClaimedClass = { engine: 'webkit', name: 'webkit 26 macOS', system: 'macOS' }
    const webkit = Object.fromEntries(
      tasks.errors.map((index, nth) => [RESULT.errors + nth, WEBKIT_TEXTS[index] ?? '']),
    )
    expect(evaluate(webkit, safari)).toEqual({ ...INCONCLUSIVE, known: false })
    expect(evaluate(webkit, safari, 'confirmed')).toEqual({ result: 'passed', known: true })
    expect(evaluate(webkit, safari, 'contradicted')).toEqual(INCONCLUSIVE)
    const newWords = { ...webkit, [RESULT.errors]: 'new words' }
    expect(evaluate(newWords, safari, 'confirmed')).toEqual({ result: 'unknown', known: true })
    expect(evaluate({}, safari, 'confirmed').result).toBe('failed')
  })

  it('fails if it contradicts the claimed engine', () => {
    const firefox: ClaimedClass = { engine: 'gecko', name: 'gecko 160 Windows', system: 'Windows' }
    expect(evaluate({}, firefox)).toEqual({ result: 'failed', known: false, failed: ['errors', 'layout'] })
    const widths = {
      [RESULT.widths]: tasks.widths[0] as number,
      [RESULT.widths + 1]: tasks.widths[1] as number,
    }
    expect(evaluate(widths, UNMEASURED)).toEqual({ result: 'failed', known: false, failed: ['layout'] })
  })
})
