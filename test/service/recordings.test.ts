/** Scores every stored lab recording with the current checks and weights. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CAUGHT_FROM, FLAGGED_FROM, makeMatrix } from '../../research/lab/matrix.ts'
import { isUnseen, readRecordings } from '../../research/lab/recordings.ts'
import { scoreRecording } from '../../research/lab/score.ts'

/** Input from the operating system itself leaves no trace of automation. */
const HARD_FAMILY = 'os-level'

const MAX_BYTES = 40 * 1024

const scored = readRecordings().map(scoreRecording)
const named = (runs: typeof scored) => runs.map((run) => [run.recording.name, run] as const)
const controls = scored.filter(({ recording }) => recording.kind === 'control')
const bots = scored.filter(({ recording }) => recording.kind === 'bot')
/** Programs by authors who have read the checks: known gaps. */
const isInformed = ({ recording }: (typeof scored)[number]) => recording.name.startsWith('informed-')
/** Programs that were changed to pass, part of which do. */
const isHardened = ({ recording }: (typeof scored)[number]) => /^(hardened|judged)-/.test(recording.name)
const hardened = bots.filter(isHardened)
/** Stacks for evaluation only, by what they do. */
const unseen = Map.groupBy(
  bots.filter(({ recording }) => isUnseen(recording)),
  ({ recording }) => recording.family,
)
const unseenOf = (family: string) => unseen.get(family) ?? []
const driven = bots.filter(
  (one) =>
    one.recording.family !== HARD_FAMILY && !isHardened(one) && !isInformed(one) && !isUnseen(one.recording),
)

describe('recordings of the lab', () => {
  it('include automation and controls', () => {
    expect(controls).not.toEqual([])
    expect(driven).not.toEqual([])
  })

  it.each(named(controls))('does not flag the control %s', (_, { score, explanation }) => {
    expect(score, explanation).toBeLessThan(FLAGGED_FROM)
  })

  it.each(named(driven))('detects %s', (_, { score, explanation }) => {
    expect(score, explanation).toBeGreaterThanOrEqual(CAUGHT_FROM)
  })

  it('asks for a review of at least 105 of the 111 hardened programs, and rejects at least 87', () => {
    expect(hardened).toHaveLength(111)
    expect(hardened.filter(({ score }) => score >= FLAGGED_FROM).length).toBeGreaterThanOrEqual(105)
    expect(hardened.filter(({ score }) => score >= CAUGHT_FROM).length).toBeGreaterThanOrEqual(87)
  })

  it('accepts no program automatically whose author has read the checks', () => {
    const informed = bots.filter(isInformed)
    expect(informed).toHaveLength(8)
    expect(informed.filter(({ action }) => action === 'Auto-accept')).toEqual([])
  })

  it.each(named([...unseenOf('unseen-library'), ...unseenOf('unseen-agent')]))(
    'detects %s, on which nothing was fitted',
    (_, { score, explanation }) => {
      expect(score, explanation).toBeGreaterThanOrEqual(CAUGHT_FROM)
    },
  )

  it('asks for a review of at least 17 of the 20 unseen respondents', () => {
    const respondents = unseenOf('unseen-respondent')
    expect(respondents).toHaveLength(20)
    expect(respondents.filter(({ score }) => score >= FLAGGED_FROM).length).toBeGreaterThanOrEqual(17)
  })

  it('are read by no fit', () => {
    const folder = join(import.meta.dirname, '../../research/fit')
    const files = readdirSync(folder).filter((name) => name.endsWith('.ts'))
    expect(files).toContain('main.ts')
    for (const name of files)
      expect(readFileSync(join(folder, name), 'utf8'), name).not.toMatch(/lab\/(recordings|convert\/own)/)
  })

  it('beats BotD and fpscanner on the same runs, in detections and false positives', () => {
    const { totals } = makeMatrix(scored)
    const all = (of: 'bot' | 'control') =>
      totals.find(({ kind, family }) => kind === of && family === 'all') as (typeof totals)[number]
    for (const other of ['botd', 'fpscanner'] as const) {
      expect(all('bot').byhand).toBeGreaterThan(all('bot')[other])
      expect(all('control').byhand).toBeLessThanOrEqual(all('control')[other])
    }
  })

  it('are small and contain nothing about the recording machine', () => {
    for (const { recording } of scored) {
      const file = join(import.meta.dirname, '../../research/lab/recordings', `${recording.name}.json.gz`)
      expect(statSync(file).size, recording.name).toBeLessThan(MAX_BYTES)
      expect(JSON.stringify(recording), recording.name).not.toMatch(
        /\/(tmp|root|home|work|usr)\/|localhost|127\.0\.0\.1/,
      )
    }
  })
})
