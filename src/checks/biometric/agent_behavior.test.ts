import { describe, expect, it } from 'vitest'
import type { Repeat } from '../../features/replay/repeat.ts'
import { evidenceOf, MODEL, type Part } from '../../models/agent_behavior/predict.ts'
import { strengthOf } from '../check.ts'
import { agentBehavior } from './agent_behavior.ts'

/** A window at the center of people's values, and one that the model takes for automation. */
const ordinary = (part: Part) => [...part.center]
const machine = (part: Part) =>
  part.center.map((center, i) => {
    const [up, down] = [1, -1].map(
      (side) => (part.linear[i] as number) * 3 * side + (part.square[i] ?? 0) * 9,
    )
    return center + (part.scale[i] as number) * ((up as number) > (down as number) ? 3 : -3)
  })
/** A window whose evidence suffices for the longest stretch, but not for the shortest. */
function between(part: Part): number[] {
  const each = part.stretches.map(({ windows, enough }) => enough / windows)
  const wanted = ((each[0] as number) + (each.at(-1) as number)) / 2
  const odd = machine(part)
  let [low, high] = [0, 1]
  const mixed = (share: number) => part.center.map((own, i) => own + share * ((odd[i] as number) - own))
  for (let round = 0; round < 40; round++) {
    const middle = (low + high) / 2
    if (evidenceOf(mixed(middle), part) < wanted) low = middle
    else high = middle
  }
  return mixed(high)
}
const NOTHING: Repeat = { presses: 0, pressesOf: 60, strokes: 0, strokesOf: 10 }
const UNHURRIED = { pauses: 20, slow: 8, actions: 9 }
const FRESH = { ofEarlier: null, within: NOTHING, marks: [] }
const CROOKED = { closest3Px: 5, closest4Px: 5, longestStraightRun: 0 }
const run = (keyWindows: number[][], strokeWindows: number[][], closest: Partial<typeof CROOKED> = {}) =>
  agentBehavior.run({
    behavior: { keyWindows, strokeWindows, formula: { strokes: 6, ...CROOKED, ...closest } },
    pauses: UNHURRIED,
    replay: FRESH,
  })
const times = (count: number, window: number[]) => Array.from({ length: count }, () => window)

describe('agent_behavior', () => {
  it('detects four straight strokes in a row', () => {
    expect(run([], [], { longestStraightRun: 4 })).toMatchObject({
      result: 'Detected',
      strength: 0.75,
      evidence: expect.stringContaining('4 movements in a row along straight lines'),
    })
    expect(run([], [], { longestStraightRun: 3 }).result).not.toBe('Detected')
  })

  it('gives weak evidence for the first 50 keys, more for 100, and keeps it', () => {
    const odd = machine(MODEL.keys)
    const strengths = [1, 2].map((count) => strengthOf(run(times(count, odd), [])))
    expect(run([odd], []).result).toBe('Not detected')
    expect(run([odd], []).evidence).toContain('first 50 keys')
    expect(strengths[0]).toBeGreaterThan(0)
    expect(strengths[1]).toBeGreaterThan(strengths[0] as number)
    // One side alone never reaches a review.
    expect((strengths[1] as number) * 52).toBeLessThan(50)
    const longer = [odd, odd, ...times(9, ordinary(MODEL.keys))]
    expect(strengthOf(run(longer, []))).toBeGreaterThanOrEqual(strengths[1] as number)
    expect(strengthOf(run(times(3, ordinary(MODEL.keys)), []))).toBe(0)
  })

  it('detects three windows of machine typing, and one of machine movements', () => {
    expect(run(times(3, machine(MODEL.keys)), [])).toMatchObject({ result: 'Detected', strength: 0.75 })
    expect(run([], times(1, machine(MODEL.strokes)))).toMatchObject({ result: 'Detected', strength: 0.75 })
  })

  it('detects weaker evidence when it lasts longer', () => {
    const weak = between(MODEL.keys)
    expect(run(times(3, weak), []).result).toBe('Not detected')
    expect(run(times(10, weak), []).result).toBe('Detected')
  })

  it('has full strength when typing and mouse movement agree', () => {
    const outcome = run(times(3, machine(MODEL.keys)), times(3, machine(MODEL.strokes)))
    expect(outcome).toMatchObject({ result: 'Detected', strength: 1 })
  })

  it('detects long strokes along exact curves, but not the steadiest people', () => {
    expect(run([], [], { closest3Px: 0.33, closest4Px: 5 })).toEqual({
      result: 'Detected',
      strength: 0.75,
      evidence:
        'Mouse input (6 long movements along exact curves) looks more like automation than human input.',
    })
    expect(run([], [], { closest3Px: 5, closest4Px: 0.41 }).result).toBe('Detected')
    expect(run([], [], { closest3Px: 0.4, closest4Px: 0.44 }).result).toBe('Unknown')
    const both = run(times(3, machine(MODEL.keys)), [], { closest3Px: 0.3, closest4Px: 5 })
    expect(both).toMatchObject({ strength: 1 })
  })

  it('clears ordinary typing and movement', () => {
    expect(run(times(5, ordinary(MODEL.keys)), times(5, ordinary(MODEL.strokes))).result).toBe('Not detected')
  })

  it('does not detect a single unusual window', () => {
    const windows = [ordinary(MODEL.keys), machine(MODEL.keys), ordinary(MODEL.keys), ordinary(MODEL.keys)]
    expect(run(windows, []).result).toBe('Not detected')
  })

  it('still detects automation between long stretches of ordinary typing', () => {
    const innocent = times(40, ordinary(MODEL.keys))
    expect(run([...innocent, ...times(3, machine(MODEL.keys)), ...innocent], []).result).toBe('Detected')
  })

  it.each([
    ['nothing at all', [], []],
    ['two windows of typing', times(2, ordinary(MODEL.keys)), []],
  ])('is Unknown for %s', (_, keyWindows, strokeWindows) => {
    expect(run(keyWindows, strokeWindows).result).toBe('Unknown')
  })

  it('has weak evidence if all pauses last as long as a model answers, and of not too few of them', () => {
    const paused = (pauses: number, slow: number, actions = 7, keyWindows: number[][] = []) =>
      agentBehavior.run({
        behavior: {
          keyWindows,
          strokeWindows: [],
          formula: { strokes: 0, ...CROOKED },
        },
        pauses: { pauses, slow, actions },
        replay: FRESH,
      })
    // People who only choose answers, and think before each.
    expect(paused(9, 8)).toMatchObject({ result: 'Not detected', strength: 0.15 })
    expect(paused(9, 8).evidence).toContain('computer-use agent')
    const odd = machine(MODEL.keys)
    expect(paused(9, 8, 7, times(3, odd))).toMatchObject({ result: 'Detected', strength: 1 })
    expect(strengthOf(paused(9, 8, 7, [odd]))).toBeCloseTo(strengthOf(run([odd], [])) + 0.15)
    expect(strengthOf(paused(9, 8, 7, times(2, odd)))).toBeLessThanOrEqual(0.75)
    expect(paused(5, 5).result).toBe('Unknown')
    expect(paused(9, 8, 3).result).toBe('Unknown')
    expect(paused(20, 13).result).toBe('Unknown')
  })

  it('states the amount of evidence, and is no proof', () => {
    const outcome = run(times(3, machine(MODEL.keys)), [])
    expect(outcome.evidence).toBe('Typing (150 keys) looks more like automation than human input.')
    expect(outcome).not.toHaveProperty('proof')
  })

  const replayed = (ofEarlier: Partial<Repeat> | null, within: Partial<Repeat> = {}) =>
    agentBehavior.run({
      behavior: {
        keyWindows: [],
        strokeWindows: [],
        formula: { strokes: 0, ...CROOKED },
      },
      pauses: UNHURRIED,
      replay: {
        ofEarlier: ofEarlier && { ...NOTHING, ...ofEarlier },
        within: { ...NOTHING, ...within },
        marks: [],
      },
    })

  it('treats a session that mostly repeats another one as proof', () => {
    expect(replayed({ presses: 58, strokes: 2 })).toEqual({
      result: 'Detected',
      strength: 1,
      evidence: '58 of 60 key and button presses and 2 of 10 mouse movements match an earlier session.',
      proof: true,
    })
    expect(replayed({ strokes: 9 })).toMatchObject({ proof: true })
  })

  it('detects a repeated part without proof', () => {
    for (const outcome of [
      replayed({ presses: 24 }),
      replayed({ strokes: 4 }),
      replayed(null, { presses: 30 }),
    ]) {
      expect(outcome.result).toBe('Detected')
      expect(outcome).not.toHaveProperty('proof')
    }
    expect(replayed({ presses: 23, strokes: 3 }, { presses: 23, strokes: 3 }).result).toBe('Unknown')
  })
})
