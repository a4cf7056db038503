import { describe, expect, it } from 'vitest'
import { drawFrom, RESULT, tasksFrom } from '../../../contract/challenge.ts'
import type { ClaimedClass } from './claimed_class.ts'
import type { Agreement } from './consensus.ts'
import { evaluateAnswer, parseAnswer, votingClass } from './evaluate.ts'
import { digestEntry, readExpectedValues } from './expected_values.ts'

const SEED = 'f1'
const CHROMIUM: ClaimedClass = { engine: 'chromium', name: 'chromium 156 Linux' }
const UNMEASURED: ClaimedClass = { engine: 'chromium', name: 'chromium 156 Windows' }
const FIREFOX: ClaimedClass = { engine: 'gecko', name: 'gecko 153 Linux' }

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

describe('the answer of a class with values', () => {
  it('passes if every part agrees', () => {
    expect(evaluate()).toEqual({ result: 'passed', known: true })
    expect(evaluate({}, CHROMIUM, 'agrees')).toEqual({ result: 'passed', known: true })
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
    expect(evaluate(changes)).toEqual({ result: 'unknown', known: true, failed: [part] })
  })

  it('is unknown if the browser does not draw', () => {
    for (const reason of ['!brave', '!resist', '!noise', '!absent', '']) {
      const changes = { [RESULT.fixedPicture]: reason, [RESULT.weeklyPicture]: reason }
      expect(evaluate(changes)).toEqual({ result: 'unknown', known: true })
    }
    expect(evaluate({ [RESULT.weeklyPicture]: '!noise' }).result).toBe('unknown')
  })

  it('never fails by the votes of others, but does not pass against them', () => {
    expect(evaluate({}, CHROMIUM, 'differs')).toEqual({ result: 'unknown', known: true })
  })

  it('is unknown if parts are missing or of another type', () => {
    for (const results of [[], ['aaaa'], RESULTS.slice(0, 5), RESULTS.map(String), Array(32).fill(0)]) {
      const parsed = parseAnswer({ seed: `${SEED} x`, results })
      expect(evaluateAnswer(parsed, CHROMIUM, expected, 'agrees').result).not.toBe('passed')
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

  it('is unknown on others, and has no vote', () => {
    const changes = { ...gecko, [RESULT.fixedPicture]: 'eeee' }
    expect(evaluate(changes, FIREFOX)).toEqual({ result: 'unknown', known: true, failed: ['canvas'] })
    expect(voters(changes, FIREFOX)).toBeUndefined()
  })

  it('is unknown against the votes for a class without values', () => {
    const claimed: ClaimedClass = { engine: 'gecko', name: 'gecko 160 Windows' }
    const changes = { ...gecko, [RESULT.fixedPicture]: 'eeee' }
    expect(evaluate(changes, claimed, 'differs')).toEqual({
      result: 'unknown',
      known: true,
      failed: ['canvas'],
    })
    expect(voters(changes, claimed)).toBe(claimed.name)
  })
})

describe('the answer of a class without values', () => {
  const other = { [RESULT.fixedPicture]: 'cccc' }

  it('passes if another class of the engine draws the same', () => {
    expect(evaluate({}, UNMEASURED)).toEqual({ result: 'passed', known: true })
    expect(evaluate({}, UNMEASURED, 'differs')).toEqual({ result: 'unknown', known: true })
  })

  it('passes and fails by the consensus if it draws otherwise', () => {
    expect(evaluate(other, UNMEASURED)).toEqual({ result: 'unknown', known: true })
    expect(evaluate(other, UNMEASURED, 'agrees')).toEqual({ result: 'passed', known: true })
    expect(evaluate(other, UNMEASURED, 'differs')).toEqual({
      result: 'failed',
      known: true,
      failed: ['canvas'],
    })
  })

  it('is unknown if the browser does not draw', () => {
    const brave = { [RESULT.fixedPicture]: '!brave', [RESULT.weeklyPicture]: '!brave' }
    expect(evaluate(brave, UNMEASURED)).toEqual({ result: 'unknown', known: true })
  })

  it('is unknown without a consensus if no class of the engine was measured', () => {
    const safari: ClaimedClass = { engine: 'webkit', name: 'webkit 26 Mac' }
    const webkit = Object.fromEntries(tasks.errors.map((_, nth) => [RESULT.errors + nth, 'new words']))
    expect(evaluate(webkit, safari)).toEqual({ result: 'unknown', known: false })
  })

  it('fails if it contradicts the claimed engine', () => {
    const firefox: ClaimedClass = { engine: 'gecko', name: 'gecko 160 Windows' }
    expect(evaluate({}, firefox)).toEqual({ result: 'failed', known: true, failed: ['errors', 'layout'] })
    const widths = {
      [RESULT.widths]: tasks.widths[0] as number,
      [RESULT.widths + 1]: tasks.widths[1] as number,
    }
    expect(evaluate(widths, UNMEASURED)).toEqual({ result: 'failed', known: true, failed: ['layout'] })
  })
})
