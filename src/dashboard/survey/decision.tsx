import { useState } from 'react'
import type { ParticipantView } from '../../contract/dashboard/surveys.ts'
import { NOTE_CHARS } from '../../contract/limits.ts'
import { usePermissions } from '../me.ts'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { texts } from '../texts.ts'
import { useVerdict } from './use_verdict.ts'
import { VerdictButtons } from './verdict_buttons.tsx'

const words = texts.verdict

/** The reviewer's verdict on a participant, with a note. */
export function Decision({ participant }: { participant: ParticipantView }) {
  const can = usePermissions()
  const { survey_id: surveyId, participant_id, overridden_by: overridden } = participant
  const [note, setNote] = useState(overridden?.note ?? '')
  const saving = useVerdict(surveyId, participant_id)
  return (
    <div className="labels">
      {can.analyze && (
        <>
          <h2>{words.own}</h2>
          <label className="field">
            <span className="label">{texts.session.note}</span>
            <input value={note} maxLength={NOTE_CHARS} onChange={(event) => setNote(event.target.value)} />
          </label>
          <div className="row">
            <VerdictButtons surveyId={surveyId} participant={participant} note={note} />
            {overridden !== null && note.trim() !== overridden.note && (
              <button
                type="button"
                className="small"
                disabled={saving.isPending}
                onClick={() => saving.mutate({ verdict: overridden.verdict, note: note.trim() })}
              >
                {texts.session.saveNote}
              </button>
            )}
          </div>
        </>
      )}
      {overridden !== null && (
        <p className="small-print" role="status">
          {words.setTo(texts.verdicts[overridden.verdict])} <UserText>{overridden.by}</UserText>,{' '}
          <Timestamp at={overridden.at} />
          {overridden.note !== '' && (
            <>
              {': '}
              <UserText>{overridden.note}</UserText>
            </>
          )}
        </p>
      )}
    </div>
  )
}
