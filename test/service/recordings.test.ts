/** Every recording the lab keeps, judged by the checks and weights as they are: real stacks, real script, real browsers. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CAUGHT_FROM, FLAGGED_FROM, makeMatrix } from '../../lab/matrix.ts'
import { readRecordings } from '../../lab/recordings.ts'
import { scoreRecording } from '../../lab/score.ts'

/** Recordings of automation that are known to get away, each with the reason. */
const KNOWN_TO_ESCAPE: Readonly<Record<string, string>> = {}

/** Input that comes from the operating system itself leaves nothing of its own to see. */
const HARD_FAMILY = 'os-level'

const MAX_BYTES = 40 * 1024

const judged = readRecordings().map(scoreRecording)
const named = (runs: typeof judged) => runs.map((run) => [run.recording.name, run] as const)
const controls = judged.filter(({ recording }) => recording.kind === 'control')
const bots = judged.filter(({ recording }) => recording.kind === 'bot')
const driven = bots.filter(({ recording }) => recording.family !== HARD_FAMILY)

describe('recordings of the lab', () => {
  it('are of both kinds', () => {
    expect(controls).not.toEqual([])
    expect(driven).not.toEqual([])
  })

  it.each(named(controls))('leaves the control %s alone', (_, { score, explanation }) => {
    expect(score, explanation).toBeLessThan(FLAGGED_FROM)
  })

  it.each(named(driven))('catches %s', (name, { score, explanation }) => {
    if (name in KNOWN_TO_ESCAPE)
      expect(score, 'it no longer escapes: take it off the list').toBeLessThan(CAUGHT_FROM)
    else expect(score, explanation).toBeGreaterThanOrEqual(CAUGHT_FROM)
  })

  it('lets only recordings escape that there are', () => {
    const names = new Set(driven.map(({ recording }) => recording.name))
    expect(Object.keys(KNOWN_TO_ESCAPE).filter((name) => !names.has(name))).toEqual([])
  })

  it('beats BotD and fpscanner on the same runs, on both sides', () => {
    const { totals } = makeMatrix(judged)
    const all = (of: 'bot' | 'control') =>
      totals.find(({ kind, family }) => kind === of && family === 'all') as (typeof totals)[number]
    for (const other of ['botd', 'fpscanner'] as const) {
      expect(all('bot').byhand).toBeGreaterThan(all('bot')[other])
      expect(all('control').byhand).toBeLessThanOrEqual(all('control')[other])
    }
  })

  it('are small and say nothing of the machine they were made on', () => {
    for (const { recording } of judged) {
      const file = join(import.meta.dirname, '../../lab/recordings', `${recording.name}.json.gz`)
      expect(statSync(file).size, recording.name).toBeLessThan(MAX_BYTES)
      expect(JSON.stringify(recording), recording.name).not.toMatch(
        /\/(tmp|root|home|work|usr)\/|localhost|127\.0\.0\.1/,
      )
    }
  })
})
