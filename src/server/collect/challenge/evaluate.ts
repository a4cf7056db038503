/** Compares the answer to a challenge with what the claimed class of browsers would answer. Pure. */
import type { ChallengeAnswer } from '../../../contract/batch/batch.ts'
import { drawFrom, RESULT, tasksFrom } from '../../../contract/batch/challenge.ts'
import type { ChallengePart, ChallengeResult } from '../../../contract/network.ts'
import type { ClaimedClass } from './claimed_class.ts'
import type { Agreement } from './consensus.ts'
import { enginesSaying } from './error_words.ts'
import { type ExpectedValues, VALUE_PARTS, type ValuePart } from './expected_values.ts'
import { enginesLayingOut } from './layout_grid.ts'
import type { EngineName } from './released_versions.ts'

/** Old libraries and builds with other system libraries change these, so they never fail an answer alone. */
const REPLACEABLE: ReadonlySet<ChallengePart> = new Set(['numbers', 'math'])

/**
 * Only Chromium drew the same on all processors that were measured. A picture of another engine that differs may come
 * from a processor that was not.
 */
const DRAWS_ALIKE: ReadonlySet<EngineName> = new Set(['chromium'])

/** Begins the reason why a browser did not draw, instead of the picture's hash. */
const REASON = '!'

export const isPicture = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !value.startsWith(REASON)

export interface ParsedAnswer {
  readonly fixedSeed: string
  /** The hashes of both pictures; undefined: not drawn. */
  readonly fixedPicture: string | undefined
  readonly weeklyPicture: string | undefined
  readonly invariants: Readonly<Record<'layout' | 'errors', readonly EngineName[]>>
  readonly values: Readonly<Record<ValuePart, string | undefined>>
}

/** For each part with an invariant, the engines that could have answered so. */
export function parseAnswer({ seed, results }: ChallengeAnswer): ParsedAnswer {
  const [fixedSeed = ''] = seed.split(' ')
  const tasks = tasksFrom(drawFrom(fixedSeed))
  const numbers = (from: number, to: number) =>
    results.slice(from, to).filter((value) => typeof value === 'number')
  const [scale = 0] = numbers(RESULT.scale, RESULT.widths)
  const widths = numbers(RESULT.widths, RESULT.errors)
  const layout =
    widths.length === tasks.widths.length ? enginesLayingOut({ scale, widths, requested: tasks.widths }) : []
  const errors = tasks.errors
    .map((index, nth) => enginesSaying(String(results[RESULT.errors + nth] ?? ''), index, tasks))
    .reduce((all, some) => all.filter((engine) => some.includes(engine)))
  const picture = (index: number) => {
    const value = results[index]
    return isPicture(value) ? value : undefined
  }
  const maths = numbers(RESULT.math, RESULT.end)
  const number = results[RESULT.number]
  return {
    fixedSeed,
    fixedPicture: picture(RESULT.fixedPicture),
    weeklyPicture: picture(RESULT.weeklyPicture),
    invariants: { layout, errors },
    values: {
      canvas: picture(RESULT.fixedPicture),
      numbers: typeof number === 'string' ? number : undefined,
      math: maths.length === RESULT.end - RESULT.math ? maths.join() : undefined,
    },
  }
}

/** Parts that contradict the claimed engine. A part that fits no engine is no contradiction. */
export function contradictions({ invariants }: ParsedAnswer, { engine }: ClaimedClass): ChallengePart[] {
  return (['errors', 'layout'] as const).filter(
    (part) => invariants[part].length > 0 && !invariants[part].includes(engine),
  )
}

const drawnBy = (
  { fixedSeed, fixedPicture }: ParsedAnswer,
  { engine }: ClaimedClass,
  expected: ExpectedValues,
) => expected.drawnBy(engine, Number(fixedSeed.slice(1)), fixedPicture ?? '')

/**
 * Browsers that draw alike, among which an answer has a vote: by its fixed picture, or else the claimed class. Undefined:
 * there is no picture, or it contradicts the claim.
 */
export function votingClass(
  answer: ParsedAnswer,
  claimed: ClaimedClass,
  expected: ExpectedValues,
): string | undefined {
  if (answer.fixedPicture === undefined) return undefined
  const isWrong = DRAWS_ALIKE.has(claimed.engine) && expected.has(claimed.name)
  return drawnBy(answer, claimed, expected) ?? (isWrong ? undefined : claimed.name)
}

export function evaluateAnswer(
  answer: ParsedAnswer,
  claimed: ClaimedClass,
  expected: ExpectedValues,
  voted: Agreement,
): ChallengeResult {
  const failed = contradictions(answer, claimed)
  const drawn = drawnBy(answer, claimed, expected)
  const isMeasured = drawn !== undefined && expected.hasSystem(claimed.engine, claimed.system)
  // A visitor may register accounts. They must not outvote a picture for which the release vouches.
  const agreement = voted === 'outvoted' ? (isMeasured ? 'open' : 'contradicted') : voted
  // A table of the fixed seeds can be made in advance, so the weekly picture is needed too.
  const isOfEngine = Object.values(answer.invariants).every((engines) => engines.includes(claimed.engine))
  let isWhole = agreement !== 'contradicted' && answer.weeklyPicture !== undefined && isOfEngine
  if (expected.has(claimed.name)) {
    for (const part of VALUE_PARTS) {
      const value = answer.values[part]
      if (value === undefined) isWhole = false
      else if (!isExpected(part, value)) failed.push(part)
    }
  } else if (agreement !== 'confirmed' && drawn === undefined) {
    isWhole = false
  }
  // An engine draws alike in most versions and on most systems, but nothing vouches for it where it was not measured.
  const isTrusted = agreement !== 'open' || expected.hasSystem(claimed.engine, claimed.system)
  if (!isTrusted) isWhole = false

  /** Trusted browsers vouch for a picture of a processor that was not measured. */
  function isExpected(part: ValuePart, value: string): boolean {
    const seedIndex = Number(answer.fixedSeed.slice(1))
    const isMeasured = expected.processorOf(claimed.name, part, seedIndex, value) !== undefined
    return isMeasured || (part === 'canvas' && agreement === 'confirmed')
  }

  // Without a picture, no votes were compared.
  const known = isTrusted || (answer.weeklyPicture === undefined && expected.hasEngine(claimed.engine))
  const ownEngine = isOfEngine && { ownEngine: true as const }
  if (failed.length === 0) {
    return isWhole ? { result: 'passed', known } : { result: 'unknown', known, ...ownEngine }
  }
  const isDecisive = failed.some(
    (part) => !REPLACEABLE.has(part) && (part !== 'canvas' || DRAWS_ALIKE.has(claimed.engine)),
  )
  return isDecisive ? { result: 'failed', known, failed } : { result: 'unknown', known, failed, ...ownEngine }
}
