/**
 * Turns results into points. Monotone: a stronger result, or one more Detected, never lowers the score.
 * Evidence that harmless circumstances explain leads to a review only beside evidence that they do not.
 * Context (machine and network) adds points within the band that input and tools reach, and never lifts a score into the
 * next band.
 */
import { harmlessOf, isConfirmed, strengthOf, unknown } from '../checks/check.ts'
import type { SessionOutcomes } from '../checks/session.ts'
import type { SessionCheckName } from '../contract/checks.ts'
import { elementAt } from '../contract/element_at.ts'
import type { RiskParts } from '../contract/session.ts'
import type { RiskSettings } from '../contract/settings.ts'
import { BANDS, type Bands } from './actions.ts'
import type { Group, Weights } from './weights.ts'

/** What reduced the points of a check: the cap of its group, the end of the band, or the highest score. */
export type Limit = 'group' | 'band' | 'score'

/** The points that one check adds: whole numbers that sum to the score. */
export interface Contribution {
  readonly check: SessionCheckName
  readonly part: keyof RiskParts
  /** Whether its points count toward a band. */
  readonly decides: boolean
  readonly points: number
  readonly limitedBy: Limit | null
  /** The score if this check had found nothing. */
  readonly scoreWithout: number
}

export const MAX_SCORE = 100

export function score(outcomes: SessionOutcomes, weights: Weights, settings: RiskSettings): number {
  const { input, context } = partsOf(outcomes, weights, settings)
  return input + context
}

export function partsOf(outcomes: SessionOutcomes, weights: Weights, settings: RiskSettings): RiskParts {
  const { input, harmless, chosen, context } = sharesOf(
    bundlesOf(outcomes, weights, settings),
    settings.bands,
  )
  return { input: input.points + harmless.points, context: chosen.points + context.points }
}

/** Strongest first, without checks that found nothing. */
export function contributions(
  outcomes: SessionOutcomes,
  weights: Weights,
  settings: RiskSettings,
): Contribution[] {
  const bundles = bundlesOf(outcomes, weights, settings)
  const shares = sharesOf(bundles, settings.bands)
  const found = ROLES.flatMap((role) => {
    const carried = within(shares[role], bundles.filter((bundle) => bundle.role === role).flatMap(scaled))
    const points = apportion(
      carried.map((finding) => finding.points),
      shares[role].points,
    )
    return carried.map((finding, i) => ({ ...finding, role, points: elementAt(points, i) }))
  })
  return [...Map.groupBy(found, ({ check }) => check)]
    .map(([check, parts]) => ({
      check,
      part: parts.some(({ role }) => IN_INPUT.has(role)) ? ('input' as const) : ('context' as const),
      decides: parts.some(({ role }) => role !== 'context'),
      points: parts.reduce((sum, { points }) => sum + points, 0),
      limitedBy: parts.find(({ limitedBy }) => limitedBy !== null)?.limitedBy ?? null,
      scoreWithout: score({ ...outcomes, [check]: unknown('') }, weights, settings),
    }))
    .sort((a, b) => b.points - a.points)
}

/**
 * In the order in which they add up. `harmless`: input that harmless circumstances explain. `chosen`: context that the
 * workspace raised above the default, so it may decide.
 */
const ROLES = ['input', 'harmless', 'chosen', 'context'] as const
type Role = (typeof ROLES)[number]
const IN_INPUT: ReadonlySet<Role> = new Set(['input', 'harmless'])

/**
 * With this much evidence that no harmless circumstance explains, the rest counts in full. No recorded person has more
 * than 39.
 */
const UNLIKE_PEOPLE = 40

interface Share {
  readonly points: number
  readonly limit: Limit | null
}

function sharesOf(bundles: readonly Bundle[], bands: Bands = BANDS): Readonly<Record<Role, Share>> {
  let sum = 0
  let reached = 0
  const share = (role: Role): Share => {
    for (const bundle of bundles) if (bundle.role === role) sum += bundle.points
    const next = nextBand(role, reached, bands)
    const ceiling = next === undefined ? MAX_SCORE : next - 1
    const before = reached
    const limit = Math.round(sum) <= ceiling ? null : next === undefined ? 'score' : 'band'
    if (limit !== null) sum = ceiling
    reached = Math.round(sum)
    return { points: reached - before, limit }
  }
  return {
    input: share('input'),
    harmless: share('harmless'),
    chosen: share('chosen'),
    context: share('context'),
  }
}

/** The lowest score that the points of this role must not reach. */
function nextBand(role: Role, reached: number, bands: Bands): number | undefined {
  if (role === 'context') return bands.find((lowest) => lowest > reached)
  const review = bands[1]
  return role === 'harmless' && reached < Math.min(review, UNLIKE_PEOPLE) ? review : undefined
}

interface Finding {
  readonly check: SessionCheckName
  readonly role: Role
  readonly points: number
  readonly isProof: boolean
}

/** Findings of one group that share its cap, or are proof and have none. */
interface Bundle {
  readonly role: Role
  /** After the cap. */
  readonly points: number
  readonly findings: readonly Finding[]
}

function bundlesOf(outcomes: SessionOutcomes, weights: Weights, settings: RiskSettings): Bundle[] {
  const overrides = settings.weights ?? {}
  return Object.values(weights.groups).flatMap((group) => {
    const found = findingsIn(group, outcomes, weights.proof, overrides)
    let left = capOf(group, outcomes, overrides)
    return ROLES.flatMap((role): Bundle[] => {
      const ofRole = found.filter((finding) => finding.role === role)
      const [proofs, open] = [
        ofRole.filter((finding) => finding.isProof),
        ofRole.filter((finding) => !finding.isProof),
      ]
      const points = Math.min(left, sumOf(open))
      left -= points
      return [
        { role, points: sumOf(proofs), findings: proofs },
        { role, points, findings: open },
      ]
    })
  })
}

type Overrides = NonNullable<RiskSettings['weights']>

function findingsIn(group: Group, outcomes: SessionOutcomes, proof: number, overrides: Overrides): Finding[] {
  return Object.entries(group.weights).flatMap(([name, weight]): Finding[] => {
    const check = name as SessionCheckName
    const outcome = outcomes[check]
    const isProof = outcome.result === 'Detected' && outcome.proof === true
    const own = overrides[check]
    const raised = isProof ? proof : isConfirmed(outcome) ? (group.confirmed ?? 0) : 0
    const full = own ?? Math.max(weight, raised)
    const isChosen = own !== undefined && own > weight
    const strength = Math.min(1, strengthOf(outcome))
    const harmless = isChosen ? 0 : Math.min(strength, harmlessOf(outcome))
    const parts: readonly [Role, number][] = group.isContext
      ? [[isChosen ? 'chosen' : 'context', strength]]
      : [
          ['input', strength - harmless],
          ['harmless', harmless],
        ]
    return parts
      .map(([role, part]) => ({ check, role, points: full * part, isProof }))
      .filter(({ points }) => points > 0)
  })
}

function capOf(group: Group, outcomes: SessionOutcomes, overrides: Overrides): number {
  const { cap, clearCap, confirmed, weights } = group
  const names = Object.keys(weights) as SessionCheckName[]
  // Only a check whose own weight exceeds the cap can be clear.
  const isClear = names.some((name) => (weights[name] as number) > cap && strengthOf(outcomes[name]) >= 1)
  const lifted = names.some((name) => isConfirmed(outcomes[name])) ? (confirmed ?? cap) : cap
  // A workspace may deliberately give a check more points than the cap of its group.
  return Math.max(isClear ? (clearCap ?? cap) : cap, lifted, ...names.map((name) => overrides[name] ?? 0))
}

const sumOf = (findings: readonly Finding[]): number =>
  findings.reduce((total, { points }) => total + points, 0)

interface Carried {
  readonly check: SessionCheckName
  readonly points: number
  readonly limitedBy: Limit | null
}

/** After the cap of the group. */
function scaled({ points, findings }: Bundle): Carried[] {
  const sum = sumOf(findings)
  const limitedBy = points < sum ? 'group' : null
  return findings.map((finding) => ({
    check: finding.check,
    points: (finding.points * points) / sum,
    limitedBy,
  }))
}

/** If the points exceed a limit, the strongest checks keep theirs. */
function within({ points, limit }: Share, found: readonly Carried[]): readonly Carried[] {
  if (limit === null) return found
  let left = points
  return found
    .toSorted((a, b) => b.points - a.points)
    .map((finding) => {
      const kept = Math.min(finding.points, left)
      left -= kept
      return kept < finding.points ? { ...finding, points: kept, limitedBy: limit } : finding
    })
}

/** Whole numbers in proportion to `parts` that sum to `total` (largest remainder). */
function apportion(parts: readonly number[], total: number): number[] {
  const sum = parts.reduce((all, part) => all + part, 0)
  const exact = parts.map((part) => (sum === 0 ? 0 : (part * total) / sum))
  const points = exact.map(Math.floor)
  const rest = total - points.reduce((all, part) => all + part, 0)
  const byRemainder = [...exact.keys()].sort((a, b) => remainder(exact[b]) - remainder(exact[a]))
  for (const i of byRemainder.slice(0, rest)) points[i] = elementAt(points, i) + 1
  return points
}

const remainder = (value = 0): number => value - Math.floor(value)
