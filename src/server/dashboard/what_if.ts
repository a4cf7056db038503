/** What other weights and bands would have said of stored sessions. Pure; runs on a thread of its own. */
import type { RecommendedAction } from '../../contract/checks.ts'
import type { WhatIf, WhatIfRequest } from '../../contract/dashboard/settings.ts'
import type { RiskSettings } from '../../contract/settings.ts'
import { assess } from '../../risk/assess.ts'
import type { LabelName, SessionFacts } from '../../store/facts.ts'
import { coverageOf, outcomesOf } from '../scoring/session_facts.ts'
import { bandOf, noCounts } from './action_bands.ts'

/** As much of a listed session as this needs. */
export interface KnownSession {
  readonly sessionId: string
  readonly startedAt: number
  readonly label: LabelName | null
  readonly facts: SessionFacts
}

const EXAMPLES = 50
/** The two upper actions: somebody is kept waiting or turned away. */
const SET_ASIDE: readonly RecommendedAction[] = [
  'Manual review or require additional verification',
  'Auto-reject or high-priority review',
]

type Example = WhatIf['examples'][number]

export interface WhatIfCount {
  add(session: KnownSession): void
  done(stored: number): WhatIf
}

export function countWhatIf(current: RiskSettings, wanted: WhatIfRequest): WhatIfCount {
  const before = noCounts()
  const after = noCounts()
  const moves = new Map<string, WhatIf['moves'][number]>()
  const labelled = { before: noVerdicts(), after: noVerdicts() }
  let examples: Example[] = []
  let computed = 0
  let changed = 0

  return {
    add({ sessionId, startedAt, label, facts }) {
      const outcomes = outcomesOf(facts)
      const coverage = coverageOf(facts)
      const old = assess(outcomes, coverage, current)
      const next = assess(outcomes, coverage, wanted)
      const [from, to] = [old.recommended_action, next.recommended_action]
      computed++
      before[bandOf(from)]++
      after[bandOf(to)]++
      if (label !== null) {
        judge(labelled.before, label, from)
        judge(labelled.after, label, to)
      }
      if (from === to) return
      changed++
      const key = `${from} ${to}`
      const move = moves.get(key) ?? { from, to, count: 0 }
      moves.set(key, { ...move, count: move.count + 1 })
      examples.push({
        session_id: sessionId,
        started_at: startedAt,
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
      labelled,
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

const noVerdicts = () => ({ people_passed: 0, people_set_aside: 0, bots_passed: 0, bots_set_aside: 0 })

function judge(verdicts: ReturnType<typeof noVerdicts>, label: LabelName, action: RecommendedAction): void {
  const who = label === 'person' ? 'people' : 'bots'
  verdicts[`${who}_${SET_ASIDE.includes(action) ? 'set_aside' : 'passed'}`]++
}
