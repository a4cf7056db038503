/**
 * The sessions of test mode. Their check results are given, and the real scoring turns them into reports. Every check of
 * the registry has one. No browser can send their ids, because a dot is not allowed in the id of a batch.
 */
import { detected as found, notDetected, type Outcome, unknown } from '../../checks/check.ts'
import { SESSION_CHECKS, type SessionOutcomes } from '../../checks/session.ts'
import type { RecommendedAction, SessionCheckName } from '../../contract/checks.ts'
import { BANDS } from '../../risk/actions.ts'
import { score } from '../../risk/score.ts'
import { WEIGHTS } from '../../risk/weights.ts'
import type { CannedVisit } from './canned_recording.ts'

export const CANNED_USER = 'test.user'

export interface CannedSession {
  readonly id: string
  /** The tag of its group, besides `test`. */
  readonly group: 'test.action' | 'test.check' | 'test.incomplete' | 'test.device'
  readonly meaning: string
  readonly detected: readonly SessionCheckName[]
  /** All checks are Unknown. */
  readonly isUnknown?: true
  readonly visit: CannedVisit
}

const NAMES = SESSION_CHECKS.map(({ name }) => name)

const BY_ACTION: readonly (readonly [string, RecommendedAction, readonly SessionCheckName[]])[] = [
  ['auto_accept', 'Auto-accept', []],
  ['accept_with_monitoring', 'Accept with monitoring', checksForScore(BANDS[0], BANDS[1])],
  ['manual_review', 'Manual review or require additional verification', checksForScore(BANDS[1], BANDS[2])],
  ['auto_reject', 'Auto-reject or high-priority review', checksForScore(BANDS[2], 101)],
]

export const CANNED_SESSIONS: readonly CannedSession[] = [
  ...BY_ACTION.map(
    ([name, action, detected]): CannedSession => ({
      id: `test.${name}`,
      group: 'test.action',
      meaning: `\`${action}\``,
      detected,
      visit: {},
    }),
  ),
  {
    id: 'test.unknown',
    group: 'test.action',
    meaning: '`Unknown`: a page was opened, and nothing else was recorded. Every check is `Unknown`',
    detected: [],
    isUnknown: true,
    visit: { hasTooLittleEvidence: true },
  },
  ...NAMES.map(
    (name): CannedSession => ({
      id: `test.${name}`,
      group: 'test.check',
      meaning: `only \`${name}\` is \`Detected\``,
      detected: [name],
      visit: {},
    }),
  ),
  {
    id: 'test.all_checks',
    group: 'test.check',
    meaning: 'every check is `Detected`',
    detected: NAMES,
    visit: {},
  },
  {
    id: 'test.no_evidence',
    group: 'test.check',
    meaning: 'every check and the action are `Unknown`, although the recording is complete',
    detected: [],
    isUnknown: true,
    visit: {},
  },
  {
    id: 'test.incomplete',
    group: 'test.incomplete',
    meaning: 'no check is `Detected`, but a part of the recording is missing: not accepted automatically',
    detected: [],
    visit: { hasGap: true },
  },
  {
    id: 'test.incognito',
    group: 'test.device',
    meaning: 'a private window: `incognito` of `fingerprint_checks` is `true`',
    detected: [],
    visit: { isIncognito: true },
  },
  {
    id: 'test.tampering',
    group: 'test.device',
    meaning: 'browser functions were replaced: `tampering` of `fingerprint_checks` is `true`',
    detected: [],
    visit: { isTampered: true },
  },
]

const BY_ID: ReadonlyMap<string, CannedSession> = new Map(
  CANNED_SESSIONS.map((canned) => [canned.id, canned]),
)

export const isCanned = (sessionId: string): boolean => BY_ID.has(sessionId)

/** Undefined for every other session. */
export function cannedOutcomes(sessionId: string): SessionOutcomes | undefined {
  const canned = BY_ID.get(sessionId)
  return canned && outcomesWith(canned.detected, canned.isUnknown ?? false)
}

function outcomesWith(detected: readonly SessionCheckName[], isUnknown: boolean): SessionOutcomes {
  return Object.fromEntries(
    SESSION_CHECKS.map(({ name, reason }): [string, Outcome] => {
      if (isUnknown) return [name, unknown(`No data on ${reason.subject}.`)]
      return [name, detected.includes(name) ? found(1, `${reason.observed}.`) : notDetected('Nothing found.')]
    }),
  ) as SessionOutcomes
}

/** Checks whose score is at least `low` and below `high`, under the fitted weights and without proof of automation. */
function checksForScore(low: number, high: number): SessionCheckName[] {
  const scoreOf = (names: readonly SessionCheckName[]) => score(outcomesWith(names, false), WEIGHTS, {})
  const chosen: SessionCheckName[] = []
  for (const name of NAMES) {
    if (scoreOf(chosen) >= low) break
    if (scoreOf([...chosen, name]) < high) chosen.push(name)
  }
  return chosen
}
