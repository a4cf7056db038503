import type { SessionView } from '../../contract/dashboard/session_view.ts'
import { splitChecks } from '../format/check_state.ts'
import { CheckStatePill } from '../parts/check_state.tsx'
import { Link } from '../parts/link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Action, Score } from '../parts/result.tsx'
import { ScoreBar } from '../parts/score_bar.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.review

/** Why a session is in the queue: the score, its parts, and the evidence of the checks that decided. */
export function SessionReasons({ id }: { id: string }) {
  const session = useData<SessionView>(['sessions', id])
  return (
    <section className="card" aria-labelledby="reasons">
      <div className="card-head">
        <h2 id="reasons">{words.reasons}</h2>
        <Link to={pathTo(['sessions', id])}>{words.open}</Link>
      </div>
      <Loaded query={session}>
        {(view) => (
          <>
            <div className="row">
              <Score score={view.risk_score} action={view.recommended_action} />
              <Action action={view.effective_action} />
              <Timestamp at={view.started_at} />
            </div>
            {view.recommended_action !== 'Unknown' && (
              <ScoreBar score={view.risk_score} checks={view.checks} isBare />
            )}
            <Decided view={view} />
          </>
        )}
      </Loaded>
    </section>
  )
}

function Decided({ view }: { view: SessionView }) {
  const { decided } = splitChecks(view.checks)
  if (decided.length === 0) return <p>{view.risk_explanation}</p>
  return (
    <ul className="queue-reasons">
      {decided.map((check) => (
        <li key={check.check}>
          <span className="row">
            <strong>{texts.checks[check.check]}</strong> <CheckStatePill check={check} />
          </span>
          <span className="sentence">{check.evidence}</span>
        </li>
      ))}
    </ul>
  )
}
