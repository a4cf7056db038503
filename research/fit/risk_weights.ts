/** Fits the weight of each check, within the ranges of src/risk/weights.json, to labeled recordings. */
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strengthOf } from '../../src/checks/check.ts'
import { runSessionChecks, type SessionOutcomes } from '../../src/checks/session.ts'
import type { SessionCheckName } from '../../src/contract/checks.ts'
import { foldSession, type SessionFeatures } from '../../src/features/session/session.ts'
import { score } from '../../src/risk/score.ts'
import { WEIGHTS, type Weights } from '../../src/risk/weights.ts'
import { readFolder } from '../lab/convert/folder.ts'
import { isHeldOut, type Labeled } from '../lab/convert/labeled.ts'
import { readPersonas } from '../lab/convert/personas/personas.ts'
import { AUTOMATION_FROM, PEOPLE_UNTIL, PROOF_POINTS } from './policy.ts'

interface Sample {
  readonly isAutomation: boolean
  readonly outcomes: SessionOutcomes
  readonly weight: number
}

const ROUNDS = 300
const STEP = 0.25
/** A slope of this share of the recordings changes a weight by a full step. */
const FULL_SLOPE = 0.025
/** Pulls a weight toward the middle of its range unless recordings move it. */
const PULL = 0.002

const GROUPS = Object.entries(WEIGHTS.groups)
const RANGES = GROUPS.flatMap(([, { ranges }]) =>
  Object.entries(ranges).map(([name, range]) => ({ name: name as SessionCheckName, ...range })),
)

export async function fitRiskWeights(data: string, out: string, date: string): Promise<void> {
  const samples: Sample[] = []
  const counts = { people: 0, personas: 0, controls: 0, automation: 0 }
  const used = createHash('sha256')
  for await (const labeled of all(data)) {
    if (labeled.source !== 'personas' && isHeldOut(labeled)) continue
    used.update(labeled.name)
    const features = foldSession(labeled.session)
    if (labeled.kind === 'automation') {
      // Trajectories recorded without a browser cannot reach a browser's score.
      if (labeled.source !== 'bots') continue
      counts.automation++
      for (const variant of variantsOf(features))
        samples.push({ isAutomation: true, outcomes: check(variant), weight: 1 })
    } else {
      if (labeled.source === 'personas') counts.personas++
      else if (labeled.kind === 'control') counts.controls++
      else counts.people++
      const outcomes = check(features)
      const isQuiet = Object.values(outcomes).every((outcome) => strengthOf(outcome) === 0)
      if (!isQuiet) samples.push({ isAutomation: false, outcomes, weight: 3 })
    }
  }
  const weights = descend(samples)
  const reached = samples.filter(
    ({ isAutomation, outcomes }) => isAutomation && score(outcomes, weights, {}) >= 70,
  )
  const flagged = samples.filter(
    ({ isAutomation, outcomes }) => !isAutomation && score(outcomes, weights, {}) >= 50,
  )
  const version = createHash('sha256').update(JSON.stringify(weights)).digest('hex').slice(0, 12)
  const fitted = {
    version,
    provenance: {
      date,
      method: 'hinge loss on scores, projected onto the ranges of this file',
      recordings: { ...counts, hash: used.digest('hex').slice(0, 16) },
      falsePositiveTarget:
        'no person, persona or control scores 50 or more; at most 0.5% of people are flagged',
      reached: {
        automationAt70: `${reached.length} of ${samples.filter(({ isAutomation }) => isAutomation).length} recordings and their variants without a tool's marks`,
        othersAt50: `${flagged.length} of ${counts.people + counts.personas + counts.controls}`,
      },
    },
    proof: weights.proof,
    groups: Object.fromEntries(
      GROUPS.map(([name, { ranges }]) => [name, { ...weights.groups[name], ranges }]),
    ),
  }
  await writeFile(join(out, 'weights.json'), `${JSON.stringify(fitted, null, 2)}\n`)
}

async function* all(data: string): AsyncGenerator<Labeled> {
  yield* readPersonas()
  yield* readFolder(data)
}

const check = (features: SessionFeatures): SessionOutcomes =>
  runSessionChecks(features, (name, error) => {
    throw new Error(`${name} failed while fitting`, { cause: error })
  })

/** As recorded, and as if the driver had hidden its own traces, so that the weights must detect the rest. */
function variantsOf(features: SessionFeatures): SessionFeatures[] {
  const hidden = {
    ...features.device,
    webdriver: false,
    driverGlobals: [],
    headless: false,
    probedAtLoad: false,
    probedAtSubmit: false,
    patches: [],
    contradictions: [],
  }
  const pressed = { ...features.clicks, longestPressurelessRun: 0 }
  return [features, { ...features, device: hidden }, { ...features, device: hidden, clicks: pressed }]
}

function descend(samples: readonly Sample[]): Weights {
  const values = new Map<SessionCheckName, number>()
  for (const { name, least, most } of RANGES) values.set(name, (least + most) / 2)
  for (let round = 0; round < ROUNDS; round++) {
    const weights = weightsOf(values)
    const slopes = new Map<SessionCheckName, number>()
    for (const { isAutomation, outcomes, weight } of samples) {
      const total = score(outcomes, weights, {})
      const wanted = isAutomation ? (total < AUTOMATION_FROM ? 1 : 0) : total > PEOPLE_UNTIL ? -1 : 0
      if (wanted === 0) continue
      for (const [name, outcome] of Object.entries(outcomes) as [
        SessionCheckName,
        SessionOutcomes[SessionCheckName],
      ][]) {
        slopes.set(name, (slopes.get(name) ?? 0) + wanted * weight * strengthOf(outcome))
      }
    }
    for (const { name, least, most } of RANGES) {
      const value = values.get(name) as number
      const slope = (slopes.get(name) ?? 0) / Math.max(1, samples.length)
      const pulled = PULL * ((least + most) / 2 - value)
      const next = value + STEP * Math.max(-1, Math.min(1, slope / FULL_SLOPE)) + pulled
      values.set(name, Math.min(most, Math.max(least, next)))
    }
  }
  return weightsOf(values)
}

function weightsOf(values: ReadonlyMap<SessionCheckName, number>): Weights {
  return {
    proof: PROOF_POINTS,
    groups: Object.fromEntries(
      GROUPS.map(([group, { cap, clearCap, confirmed, isContext, ranges }]) => [
        group,
        {
          cap,
          ...(clearCap !== undefined && { clearCap }),
          ...(confirmed !== undefined && { confirmed }),
          ...(isContext !== undefined && { isContext }),
          weights: Object.fromEntries(
            Object.keys(ranges).map((name) => [
              name,
              Math.round((values.get(name as SessionCheckName) as number) * 10) / 10,
            ]),
          ),
        },
      ]),
    ),
  }
}
