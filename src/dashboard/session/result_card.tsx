import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SessionView } from '../../contract/dashboard/session_view.ts'
import type { Label } from '../../contract/dashboard/sessions.ts'
import { apiPath, change } from '../client.ts'
import { actionTone } from '../format/tone.ts'
import { usePermissions } from '../me.ts'
import { fullErrorMessage } from '../parts/form.tsx'
import { Notice } from '../parts/notice.tsx'
import { Action } from '../parts/result.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { texts } from '../texts.ts'

const words = texts.session

export function ResultCard({ session }: { session: SessionView }) {
  const { risk_score, recommended_action, effective_action, risk_explanation } = session
  const tone = actionTone(recommended_action)
  return (
    <section className={`card result tone-${tone}`} aria-label={words.result}>
      <div className="result-score">
        <strong>{risk_score}</strong>
        <span>{words.of100}</span>
        <meter min={0} max={100} value={risk_score} aria-label={words.score} />
      </div>
      <div className="stack">
        <div className="row">
          <Action action={recommended_action} />
          {effective_action !== recommended_action && (
            <span className="row">
              {words.overruled} <Action action={effective_action} />
            </span>
          )}
          {!session.complete && <span className="live">{words.inProgress}</span>}
        </div>
        <p className="explanation">{risk_explanation}</p>
        <Labels session={session} />
      </div>
    </section>
  )
}

/** Pressing the active label removes it. */
function Labels({ session }: { session: SessionView }) {
  const cache = useQueryClient()
  const can = usePermissions()
  const { label, session_id } = session
  const marking = useMutation({
    mutationFn: (wanted: Label | null) =>
      change('PUT', apiPath(['sessions', session_id, 'label']), { label: wanted }),
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ['session', session_id] }),
        cache.invalidateQueries({ queryKey: ['sessions'] }),
      ]),
  })
  const current = label?.label
  return (
    <div className="labels">
      {can.analyze && (
        <div className="row">
          {(['person', 'bot'] as const).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={current === name}
              disabled={marking.isPending}
              onClick={() => marking.mutate(current === name ? null : name)}
            >
              {words.markAs[name]}
            </button>
          ))}
        </div>
      )}
      {label !== null && (
        <p className="small-print" role="status">
          {words.marked[label.label]} <UserText>{label.by}</UserText>, <Timestamp at={label.at} />
          {label.note !== '' && (
            <>
              {': '}
              <UserText>{label.note}</UserText>
            </>
          )}
        </p>
      )}
      {marking.error !== null && <Notice tone="bad">{fullErrorMessage(marking.error)}</Notice>}
    </div>
  )
}
