import type { SessionView } from '../../contract/dashboard/session_view.ts'
import { Link } from '../parts/link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Action, Score } from '../parts/result.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.review

/** Why a session is in the queue: the score and the detections with their evidence. */
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
            <Detections view={view} />
          </>
        )}
      </Loaded>
    </section>
  )
}

function Detections({ view }: { view: SessionView }) {
  const detected = view.checks.filter(({ result }) => result === 'Detected')
  if (detected.length === 0) return <p>{view.risk_explanation}</p>
  return (
    <ul>
      {detected.map(({ check, evidence }) => (
        <li key={check}>
          <strong>{texts.checks[check]}</strong>: {evidence}
        </li>
      ))}
    </ul>
  )
}
