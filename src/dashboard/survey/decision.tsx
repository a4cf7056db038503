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
  const { survey_id: surveyId, participant_id, overruled_by: overruled } = participant
  const [note, setNote] = useState(overruled?.note ?? '')
  const saving = useVerdict(surveyId, participant_id)
  return (
    <div className="labels">
      {can.analyze && (
        <>
          <label className="field">
            <span className="label">{texts.session.note}</span>
            <input value={note} maxLength={NOTE_CHARS} onChange={(event) => setNote(event.target.value)} />
          </label>
          <div className="row">
            <VerdictButtons surveyId={surveyId} participant={participant} note={note} />
            {overruled !== null && note.trim() !== overruled.note && (
              <button
                type="button"
                className="small"
                disabled={saving.isPending}
                onClick={() => saving.mutate({ verdict: overruled.verdict, note: note.trim() })}
              >
                {texts.session.saveNote}
              </button>
            )}
          </div>
        </>
      )}
      {overruled !== null && (
        <p className="small-print" role="status">
          {words.setTo(texts.verdicts[overruled.verdict])} <UserText>{overruled.by}</UserText>,{' '}
          <Timestamp at={overruled.at} />
          {overruled.note !== '' && (
            <>
              {': '}
              <UserText>{overruled.note}</UserText>
            </>
          )}
        </p>
      )}
    </div>
  )
}
