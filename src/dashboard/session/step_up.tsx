import type { SessionView } from '../../contract/dashboard/session_view.ts'
import { Timestamp } from '../parts/timestamp.tsx'
import { texts } from '../texts.ts'

const words = texts.stepUp
const TONES = { passed: 'good', failed: 'stop', unknown: 'unknown' } as const

/** The step-up verification that the page asked for, if any. */
export function StepUp({ stepUp }: { stepUp: SessionView['step_up'] }) {
  if (stepUp === null) return null
  const { result, reason, asked_at, answered_at } = stepUp
  return (
    <section className="card stack" aria-labelledby="step-up">
      <h2 id="step-up">{words.title}</h2>
      <p className="row">
        <span className={`pill tone-${TONES[result]}`}>{words.results[result]}</span> {reason}
      </p>
      <p className="small-print">
        {words.hint} <Timestamp at={answered_at ?? asked_at} />
      </p>
    </section>
  )
}
