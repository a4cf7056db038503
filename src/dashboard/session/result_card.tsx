import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LabelRequest, SessionView } from '../../contract/dashboard/session_view.ts'
import type { Label } from '../../contract/dashboard/sessions.ts'
import { NOTE_CHARS } from '../../contract/limits.ts'
import { actionTone } from '../format/tone.ts'
import { usePermissions } from '../me.ts'
import { fullErrorMessage } from '../parts/form.tsx'
import { Notice } from '../parts/notice.tsx'
import { Action } from '../parts/result.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { texts } from '../texts.ts'
import { setLabel } from './set_label.ts'

const words = texts.session

export function ResultCard({ session }: { session: SessionView }) {
  const { risk_score, risk_parts, recommended_action, effective_action, risk_explanation } = session
  const tone = actionTone(recommended_action)
  return (
    <section className={`card result tone-${tone}`} aria-label={words.result}>
      <div className="result-score">
        {recommended_action === 'Unknown' ? (
          <strong title={texts.noScore}>–</strong>
        ) : (
          <>
            <strong>{risk_score}</strong>
            <span>{words.of100}</span>
            <meter min={0} max={100} value={risk_score} aria-label={words.score} />
          </>
        )}
      </div>
      <div className="stack">
        <div className="row">
          <Action action={recommended_action} />
          {effective_action !== recommended_action && (
            <span className="row">
              {words.overridden} <Action action={effective_action} />
            </span>
          )}
          {!session.complete && <span className="live">{words.inProgress}</span>}
        </div>
        <p className="explanation">{risk_explanation}</p>
        {recommended_action !== 'Unknown' && risk_score > 0 && (
          <p className="small-print">{words.parts(risk_parts.input, risk_parts.context)}</p>
        )}
        <Labels session={session} />
      </div>
    </section>
  )
}

function Labels({ session: { label, session_id } }: { session: SessionView }) {
  const can = usePermissions()
  return (
    <div className="labels">
      {can.analyze && <LabelForm key={label?.at ?? 0} sessionId={session_id} label={label} />}
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
    </div>
  )
}

interface LabelFormProps {
  readonly sessionId: string
  readonly label: SessionView['label']
}

/** Pressing the active label removes it. */
function LabelForm({ sessionId, label }: LabelFormProps) {
  const cache = useQueryClient()
  const [note, setNote] = useState(label?.note ?? '')
  const marking = useMutation({
    mutationFn: (request: LabelRequest | null) => setLabel(sessionId, request),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['sessions'] }),
  })
  const mark = (wanted: Label) =>
    marking.mutate(label?.label === wanted ? null : { label: wanted, note: note.trim() })
  return (
    <>
      <label className="field">
        <span className="label">{words.note}</span>
        <input value={note} maxLength={NOTE_CHARS} onChange={(event) => setNote(event.target.value)} />
      </label>
      <div className="row">
        {(['person', 'bot'] as const).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={label?.label === name}
            disabled={marking.isPending}
            onClick={() => mark(name)}
          >
            {words.markAs[name]}
          </button>
        ))}
        {label !== null && note.trim() !== label.note && (
          <button
            type="button"
            disabled={marking.isPending}
            onClick={() => marking.mutate({ label: label.label, note: note.trim() })}
          >
            {words.saveNote}
          </button>
        )}
      </div>
      {marking.error !== null && <Notice tone="bad">{fullErrorMessage(marking.error)}</Notice>}
    </>
  )
}
