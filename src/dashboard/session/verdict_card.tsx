import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SessionView } from '../../contract/dashboard/session_view.ts'
import type { Label } from '../../contract/dashboard/sessions.ts'
import { apiTo, change } from '../client.ts'
import { useMay } from '../me.ts'
import { wordsOf } from '../parts/form.tsx'
import { Notice } from '../parts/notice.tsx'
import { Recorded } from '../parts/recorded.tsx'
import { Action } from '../parts/verdict.tsx'
import { When } from '../parts/when.tsx'
import { texts } from '../texts.ts'
import { actionTone } from '../words/tone.ts'

const words = texts.session

export function VerdictCard({ session }: { session: SessionView }) {
  const { risk_score, recommended_action, risk_explanation } = session
  const tone = actionTone(recommended_action)
  return (
    <section className={`card verdict tone-${tone}`} aria-label={words.result}>
      <div className="verdict-score">
        <strong>{risk_score}</strong>
        <span>{words.of100}</span>
        <meter min={0} max={100} value={risk_score} aria-label={words.score} />
      </div>
      <div className="stack">
        <div className="row">
          <Action action={recommended_action} />
          {!session.complete && <span className="live">{words.going}</span>}
        </div>
        <p className="explanation">{risk_explanation}</p>
        <Labels session={session} />
      </div>
    </section>
  )
}

/** Pressing the mark that is set takes it away again. */
function Labels({ session }: { session: SessionView }) {
  const cache = useQueryClient()
  const may = useMay()
  const { label, session_id } = session
  const marking = useMutation({
    mutationFn: (wanted: Label | null) =>
      change('PUT', apiTo(['sessions', session_id, 'label']), { label: wanted }),
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ['session', session_id] }),
        cache.invalidateQueries({ queryKey: ['sessions'] }),
      ]),
  })
  const current = label?.label
  return (
    <div className="labels">
      {may.analyse && (
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
          {words.marked[label.label]} <Recorded>{label.by}</Recorded>, <When at={label.at} />
        </p>
      )}
      {marking.error !== null && <Notice tone="bad">{wordsOf(marking.error)}</Notice>}
    </div>
  )
}
