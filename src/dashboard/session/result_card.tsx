import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LabelRequest, SessionView } from '../../contract/dashboard/session_view.ts'
import type { Label } from '../../contract/dashboard/sessions.ts'
import { NOTE_CHARS } from '../../contract/limits.ts'
import { initialsOf } from '../format/initials.ts'
import { actionTone } from '../format/tone.ts'
import { usePermissions } from '../me.ts'
import { fullErrorMessage } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import { Notice } from '../parts/notice.tsx'
import { Action } from '../parts/result.tsx'
import { ScoreBar } from '../parts/score_bar.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { texts } from '../texts.ts'
import { setLabel } from './set_label.ts'

const words = texts.session

export function ResultCard({ session }: { session: SessionView }) {
  const { risk_score, recommended_action, effective_action, risk_explanation, checks } = session
  const isOverridden = effective_action !== recommended_action
  const tone = isOverridden ? 'unknown' : actionTone(recommended_action)
  return (
    <section className={`card result tone-${tone}`} aria-label={words.result}>
      <div className="result-head">
        <p className="result-score">
          {recommended_action === 'Unknown' ? (
            <strong title={texts.noScore}>–</strong>
          ) : (
            <>
              <strong>{risk_score}</strong> <span>{words.of100}</span>
            </>
          )}
        </p>
        <div className="row">
          <Action action={recommended_action} />
          {isOverridden && (
            <span className="row">
              {words.overridden} <Action action={effective_action} />
            </span>
          )}
          {!session.complete && (
            <span className={session.coverage.ended ? 'small-print' : 'live'}>
              {session.coverage.ended ? words.left : words.inProgress}
            </span>
          )}
        </div>
      </div>
      {recommended_action !== 'Unknown' && <ScoreBar score={risk_score} checks={checks} />}
      {(recommended_action === 'Unknown' || !checks.some(({ points }) => points > 0)) && (
        <p className="explanation">{risk_explanation}</p>
      )}
      <Labels session={session} />
    </section>
  )
}

function Labels({ session: { label, session_id } }: { session: SessionView }) {
  const can = usePermissions()
  return (
    <div className="labels">
      {can.analyze && <LabelForm key={label?.at ?? 0} sessionId={session_id} label={label} />}
      {label !== null && (
        <p className="small-print label-author" role="status">
          <span className="avatar small" aria-hidden="true">
            {initialsOf(label.by)}
          </span>
          <span>
            {words.marked[label.label]} <UserText>{label.by}</UserText>, <Timestamp at={label.at} />
            {label.note !== '' && (
              <>
                {': '}
                <UserText>{label.note}</UserText>
              </>
            )}
          </span>
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
    <div className="label-form">
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
            <Icon name={name} />
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
    </div>
  )
}
