/** Held-out people on a virtual machine, without graphics hardware, over a VPN and Tor, with a spoofed location. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { detected } from '../../../src/checks/check.ts'
import { runSessionChecks, type SessionOutcomes } from '../../../src/checks/session.ts'
import { foldSession, type SessionFeatures } from '../../../src/features/session/session.ts'
import { BANDS } from '../../../src/risk/actions.ts'
import { score } from '../../../src/risk/score.ts'
import { WEIGHTS, type Weights } from '../../../src/risk/weights.ts'
import { readPeople } from './folder.ts'
import { isHeldOut } from './labeled.ts'

const PEOPLE = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data', 'human')
const hasData = existsSync(PEOPLE)
if (!hasData) process.stdout.write(`skipped: no recordings of people in ${PEOPLE}\n`)
/** 5,349 sessions take 77 seconds of one core. The limit allows for a busy machine. */
const PATIENCE_MS = 600_000

const sure = detected(1, '')
const CONTEXT: Partial<SessionOutcomes> = {
  virtual_machine: sure,
  software_renderer: sure,
  vpn: sure,
  tor: sure,
  location_spoofing: sure,
}
/** The control: all points count toward a band. */
const PLAIN_SUM: Weights = {
  ...WEIGHTS,
  groups: Object.fromEntries(
    Object.entries(WEIGHTS.groups).map(([name, group]) => [name, { ...group, isContext: false }]),
  ),
}

const check = (features: SessionFeatures): SessionOutcomes =>
  runSessionChecks(features, (name, error) => {
    throw new Error(`${name} failed`, { cause: error })
  })

const withTools = (features: SessionFeatures): SessionFeatures => ({
  ...features,
  device: {
    ...features.device,
    probedAtLoad: true,
    probedAtSubmit: true,
    contradictions: ['a window larger than the screen', 'an inner window larger than the outer one'],
    spoofingCause: 'tools',
  },
})

const bandOf = (total: number): number => BANDS.filter((lowest) => total >= lowest).length

function movesBand(outcomes: SessionOutcomes, weights: Weights): boolean {
  return bandOf(score(outcomes, weights, {})) !== bandOf(score({ ...outcomes, ...CONTEXT }, weights, {}))
}

const reaches50 = (outcomes: SessionOutcomes): number =>
  score({ ...outcomes, ...CONTEXT }, WEIGHTS, {}) >= BANDS[1] ? 1 : 0

describe.runIf(hasData)('people in an unusual context', () => {
  it(
    'get the action that their input leads to, with developer tools open too',
    async () => {
      const moved: string[] = []
      const at50 = { plain: 0, tools: 0 }
      let movedBySum = 0
      let people = 0
      for await (const labeled of readPeople(PEOPLE)) {
        if (labeled.kind !== 'person' || !isHeldOut(labeled)) continue
        people++
        const features = foldSession(labeled.session)
        const [plain, tools] = [check(features), check(withTools(features))]
        for (const outcomes of [plain, tools]) {
          if (movesBand(outcomes, WEIGHTS)) moved.push(labeled.name)
          if (movesBand(outcomes, PLAIN_SUM)) movedBySum++
        }
        at50.plain += reaches50(plain)
        at50.tools += reaches50(tools)
      }
      expect(moved).toEqual([])
      expect(people).toBeGreaterThan(5_000)
      expect([at50.plain, at50.tools]).toEqual([0, 0])
      expect(movedBySum).toBeGreaterThan(0)
    },
    PATIENCE_MS,
  )
})
