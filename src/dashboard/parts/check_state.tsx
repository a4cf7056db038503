import type { CheckView } from '../../contract/dashboard/session_view.ts'
import { checkState, stateTone } from '../format/check_state.ts'
import { texts } from '../texts.ts'

const words = texts.checkStates

/** The result of a check with its points: `Weak sign, +18`. */
export function CheckStatePill({ check }: { check: Pick<CheckView, 'result' | 'points' | 'limited_by'> }) {
  return (
    <span className={`pill tone-${stateTone(check)}`}>
      {words[checkState(check)]}
      {check.points > 0 && <span className="points"> +{check.points}</span>}
    </span>
  )
}
