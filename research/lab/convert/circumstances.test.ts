/** What the stored controls add for their circumstances, without their simulated hands and their machine. */
import { describe, expect, it } from 'vitest'
import { runSessionChecks, type SessionOutcomes } from '../../../src/checks/session.ts'
import type { RiskSettings } from '../../../src/contract/settings.ts'
import { foldSession, type SessionFeatures } from '../../../src/features/session/session.ts'
import { missingEvidence } from '../../../src/risk/acceptance.ts'
import { BANDS } from '../../../src/risk/actions.ts'
import { score } from '../../../src/risk/score.ts'
import { WEIGHTS } from '../../../src/risk/weights.ts'
import { type KeptRecording, readRecordings, sessionOf } from '../recordings.ts'
import { COMBINATIONS, outcomesUnder, unexplained } from './harmless.ts'

/** Assistive technology and innocent circumstances. */
const CONTROLS = [
  ...['screen-reader', 'orca', 'switch-access', 'keyboard-only', 'dictation', 'text-expander', 'ime'],
  ...['devtools-open', 'no-smooth-scrolling', 'smooth-scrolling-off', 'autofill', 'filling-extension'],
  ...['zoomed', 'remote-desktop', 'vnc', 'touch', 'unseen-wayland-touchpad'],
] as const

/** The machine of the lab is context. `agent_behavior` is about the simulated hands, which draw and type by formula. */
const WITHOUT: RiskSettings = {
  weights: {
    agent_behavior: 0,
    virtual_machine: 0,
    software_renderer: 0,
    vpn: 0,
    tor: 0,
    location_spoofing: 0,
  },
}
/** The limit allows for a busy machine. */
const PATIENCE_MS = 600_000
/** Scores from here on are monitored. */
const MONITORED_FROM = 25

const recordings = readRecordings()
const outcomesOf = (recording: KeptRecording) =>
  runSessionChecks(foldSession(sessionOf(recording)), (check, error) => {
    throw new Error(check, { cause: error })
  })

describe('circumstances of people', () => {
  it.each(CONTROLS)('%s stays below monitoring in every recording', (stack) => {
    const runs = recordings.filter((recording) => recording.stack === stack)
    expect(runs.length).toBeGreaterThan(0)
    for (const run of runs)
      expect([run.name, score(outcomesOf(run), WEIGHTS, WITHOUT)]).toEqual([
        run.name,
        expect.toSatisfy(isLow),
      ])
  })

  it.each(['screen-reader', 'orca', 'switch-access', 'keyboard-only'])(
    '%s shows enough for two checks that apply to it',
    (stack) => {
      for (const run of recordings.filter((recording) => recording.stack === stack)) {
        const features = foldSession(sessionOf(run))
        expect([run.name, missingEvidence(outcomesOf(run), features)]).not.toEqual([
          run.name,
          expect.arrayContaining(['input']),
        ])
      }
    },
  )

  it('do not excuse an agent that types in bursts through the operating system, and moves in jumps', () => {
    const agents = recordings.filter(({ stack }) => stack === 'judged-screenshot-xdotool')
    expect(agents.length).toBeGreaterThan(1)
    for (const agent of agents) {
      const outcomes = outcomesOf(agent)
      expect(outcomes.programmatic_typing).toMatchObject({ result: 'Detected' })
      expect(outcomes.teleporting_mouse).toMatchObject({ result: 'Detected', strength: 1 })
      expect(score(outcomes, WEIGHTS, WITHOUT)).toBeGreaterThanOrEqual(70)
    }
  })

  it('of somebody who only reads show too little input', () => {
    const runs = recordings.filter(({ stack }) => stack === 'reader')
    expect(runs.length).toBeGreaterThan(0)
    for (const run of runs)
      expect(missingEvidence(outcomesOf(run), foldSession(sessionOf(run)))).toContain('input')
  })

  it('are not those of libraries, which reach 70 in the same way', () => {
    const runs = recordings.filter(({ stack }) => stack === 'playwright-naive' || stack === 'puppeteer-human')
    expect(runs.length).toBeGreaterThan(5)
    for (const run of runs) expect(score(outcomesOf(run), WEIGHTS, WITHOUT)).toBeGreaterThanOrEqual(70)
  })
})

describe('harmless circumstances', () => {
  // Without a pointing device, scrollbars or times of an X server, this control is a headless browser; see
  // docs/reference/checks/bot.md.
  const people = recordings.filter(({ kind, stack }) => kind === 'control' && stack !== 'overlay-scrollbars')

  it(
    'lead no control to a review, alone, in pairs, or all together, and would without the rule',
    () => {
      expect(people.length).toBeGreaterThan(300)
      const reviewed: string[] = []
      let withoutRule = 0
      for (const person of people) {
        for (const names of COMBINATIONS) {
          const outcomes = under(person, names)
          if (score(outcomes, WEIGHTS, WITHOUT) >= BANDS[1])
            reviewed.push(`${person.name}: ${names.join(' + ')}`)
          if (score(unexplained(outcomes), WEIGHTS, WITHOUT) >= BANDS[1]) withoutRule++
        }
      }
      expect(reviewed).toEqual([])
      expect(withoutRule).toBeGreaterThan(5_000)
    },
    PATIENCE_MS,
  )

  it('add 35 points with an extension that changes every claim', () => {
    const plain = people.filter(({ stack }) => stack === 'plain')
    expect(plain.length).toBeGreaterThan(10)
    for (const person of plain)
      expect([person.name, score(under(person, ['privacy extension']), WEIGHTS, WITHOUT)]).toEqual([
        person.name,
        35,
      ])
  })

  it('explain nothing that programs as shipped do', () => {
    const shipped = recordings.filter(
      ({ kind, stack }) => kind === 'bot' && /^(playwright|puppeteer|selenium|webdriverio|taiko)/.test(stack),
    )
    expect(shipped.length).toBeGreaterThan(50)
    for (const program of shipped) {
      const outcomes = under(program, ['privacy extension', 'mouse of 60 Hz'])
      expect([program.name, score(outcomes, WEIGHTS, WITHOUT)]).toEqual([
        program.name,
        expect.toSatisfy((points: number) => points >= BANDS[2]),
      ])
    }
  })
})

/** What the checks find in each recording, computed once. */
const plainOf = new Map<string, [SessionFeatures, SessionOutcomes]>()
function under(recording: KeptRecording, names: readonly string[]): SessionOutcomes {
  const known = plainOf.get(recording.name) ?? [foldSession(sessionOf(recording)), outcomesOf(recording)]
  plainOf.set(recording.name, known)
  return outcomesUnder(...known, names)
}
const isLow = (points: number): boolean => points < MONITORED_FROM
