/** Computes the effect of other weights and bands on stored sessions. Pure; runs on a thread of its own. */

import { bandOf, noCounts } from '../../contract/action_bands.ts'
import type { RecommendedAction } from '../../contract/checks.ts'
import type { WhatIf } from '../../contract/dashboard/settings.ts'
import { ACCEPTANCE_LEVELS } from '../../contract/decision.ts'
import type { Label } from '../../contract/session.ts'
import type { RiskSettings } from '../../contract/settings.ts'
import { neededOf } from '../../risk/acceptance.ts'
import { rate } from '../../risk/assess.ts'
import { decide, provenBy } from '../../risk/decision.ts'
import type { SessionFacts } from '../../store/facts.ts'
import { visitProperties } from '../scoring/listed_facts.ts'
import { outcomesOf } from '../scoring/session_facts.ts'
import type { Risk } from './workspace_settings.ts'

/** The part of a listed session that a what-if uses. */
export interface KnownSession {
  readonly sessionId: string
  readonly startedAt: number
  readonly label: Label | null
  readonly facts: SessionFacts
}

const EXAMPLES = 50
/** The two actions that hold a session for review or reject it. */
const FLAGGED: readonly RecommendedAction[] = [
  'Manual review or require additional verification',
  'Auto-reject or high-priority review',
]

type Example = WhatIf['examples'][number]

export interface WhatIfCount {
  add(session: KnownSession): void
  done(stored: number): WhatIf
}

/** `recentSince`: visits that started later count as recent. */
export function countWhatIf(current: RiskSettings, wanted: Risk, recentSince: number): WhatIfCount {
  const before = noCounts()
  const after = noCounts()
  const moves = new Map<string, WhatIf['moves'][number]>()
  const labeled = { before: noTally(), after: noTally() }
  const stepUp = { visits: 0, relaxed: 0, standard: 0, strict: 0 }
  let examples: Example[] = []
  let computed = 0
  let changed = 0

  return {
    add({ sessionId, startedAt, label, facts }) {
      const outcomes = outcomesOf(facts)
      const missing = neededOf(facts.missing)
      const old = rate(outcomes, missing, current)
      const next = rate(outcomes, missing, wanted)
      const [from, to] = [old.recommended_action, next.recommended_action]
      computed++
      before[bandOf(from)]++
      after[bandOf(to)]++
      if (startedAt >= recentSince) {
        stepUp.visits++
        const considered = { action: to, proven: provenBy(missing) }
        for (const level of ACCEPTANCE_LEVELS) if (decide(considered, level) === 'step_up') stepUp[level]++
      }
      if (label !== null) {
        tally(labeled.before, label, from)
        tally(labeled.after, label, to)
      }
      if (from === to) return
      changed++
      const key = `${from} ${to}`
      const move = moves.get(key) ?? { from, to, count: 0 }
      moves.set(key, { ...move, count: move.count + 1 })
      examples.push({
        session_id: sessionId,
        started_at: startedAt,
        ...visitProperties(facts),
        score_before: old.risk_score,
        score_after: next.risk_score,
        action_before: from,
        action_after: to,
        label,
      })
      if (examples.length >= 4 * EXAMPLES) examples = strongest(examples)
    },
    done: (stored) => ({
      computed_on: computed,
      stored,
      before,
      after,
      changed,
      moves: [...moves.values()].sort((a, b) => b.count - a.count),
      examples: strongest(examples),
      labeled,
      step_up: stepUp,
    }),
  }
}

const strongest = (examples: readonly Example[]): Example[] =>
  examples
    .toSorted(
      (a, b) =>
        Number(b.label !== null) - Number(a.label !== null) ||
        Math.abs(b.score_after - b.score_before) - Math.abs(a.score_after - a.score_before) ||
        b.started_at - a.started_at,
    )
    .slice(0, EXAMPLES)

const noTally = () => ({ people_passed: 0, people_flagged: 0, bots_passed: 0, bots_flagged: 0 })

function tally(counts: ReturnType<typeof noTally>, label: Label, action: RecommendedAction): void {
  const who = label === 'person' ? 'people' : 'bots'
  counts[`${who}_${FLAGGED.includes(action) ? 'flagged' : 'passed'}`]++
}
