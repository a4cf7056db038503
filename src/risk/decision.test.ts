import { describe, expect, it } from 'vitest'
import { RECOMMENDED_ACTIONS } from '../contract/checks.ts'
import { ACCEPTANCE_LEVELS, PROVEN, type Proven } from '../contract/decision.ts'
import { NEEDED, type Needed } from './acceptance.ts'
import { decide, provenBy } from './decision.ts'

const MONITOR = 'Accept with monitoring'
const REVIEW = 'Manual review or require additional verification'
const REJECT = 'Auto-reject or high-priority review'

describe('provenBy', () => {
  it.each<[Needed[], Proven]>([
    [[], 'behavior'],
    [['clock'], 'challenge'],
    [['duration', 'inputTimes'], 'challenge'],
    [['answer'], 'in_time'],
    [['clearAnswer'], 'in_time'],
    [['verifiable', 'duration'], 'in_time'],
    [['headers'], 'in_time'],
    [['oneAgent'], 'in_time'],
    [['inTime'], 'recording'],
    [['inTime', 'answer'], 'recording'],
    [['input'], 'challenge'],
    [['input', 'anyInput'], 'nothing'],
    [['device'], 'nothing'],
    [['userAgent'], 'nothing'],
    [['recording', 'inTime'], 'nothing'],
    [['rightAnswer'], 'nothing'],
  ])('without %j', (missing, proven) => {
    expect(provenBy(missing)).toBe(proven)
  })

  it('never proves more with less evidence', () => {
    const all = Object.keys(NEEDED) as Needed[]
    for (const one of all) {
      expect(provenBy([one])).not.toBe('behavior')
      for (const other of all) {
        const both = PROVEN.indexOf(provenBy([one, other]))
        expect(both).toBe(Math.min(PROVEN.indexOf(provenBy([one])), PROVEN.indexOf(provenBy([other]))))
      }
    }
  })
})

describe('decide', () => {
  const outcomes = (
    action: (typeof RECOMMENDED_ACTIONS)[number],
    level: (typeof ACCEPTANCE_LEVELS)[number],
  ) => PROVEN.map((proven) => decide({ action, proven }, level))

  it.each([
    ['relaxed', ['step_up', 'step_up', 'accept', 'accept', 'accept']],
    ['standard', ['step_up', 'step_up', 'step_up', 'accept', 'accept']],
    ['strict', ['step_up', 'step_up', 'step_up', 'step_up', 'accept']],
  ] as const)('%s accepts from what it requires upward', (level, expected) => {
    expect(outcomes(MONITOR, level)).toEqual(expected)
    expect(outcomes('Unknown', level)).toEqual(expected)
  })

  it.each(ACCEPTANCE_LEVELS)('%s follows the strongest actions, whatever is proven', (level) => {
    expect(outcomes('Auto-accept', level)).toEqual(PROVEN.map(() => 'accept'))
    expect(outcomes(REVIEW, level)).toEqual(PROVEN.map(() => 'step_up'))
    expect(outcomes(REJECT, level)).toEqual(PROVEN.map(() => 'reject'))
  })

  it.each(ACCEPTANCE_LEVELS)('%s lets step-up verification decide, unless the score rejects', (level) => {
    for (const proven of PROVEN) {
      for (const action of [MONITOR, 'Unknown', REVIEW] as const) {
        expect(decide({ action, proven, stepUp: 'passed' }, level)).toBe('accept')
        expect(decide({ action, proven, stepUp: 'failed' }, level)).toBe('reject')
        expect(decide({ action, proven, stepUp: 'unknown' }, level)).toBe(decide({ action, proven }, level))
      }
      expect(decide({ action: REJECT, proven, stepUp: 'passed' }, level)).toBe('reject')
    }
  })

  it('is never milder at a stricter level', () => {
    const strictness = ['accept', 'step_up', 'reject']
    for (const action of RECOMMENDED_ACTIONS) {
      for (const proven of PROVEN) {
        const ranks = ACCEPTANCE_LEVELS.map((level) => strictness.indexOf(decide({ action, proven }, level)))
        expect(ranks).toEqual(ranks.toSorted())
      }
    }
  })
})
