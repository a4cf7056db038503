import type { ParticipantItem } from '../../contract/dashboard/surveys.ts'
import { VERDICTS } from '../../contract/survey.ts'
import { usePermissions } from '../me.ts'
import { fullErrorMessage } from '../parts/form.tsx'
import { Notice } from '../parts/notice.tsx'
import { texts } from '../texts.ts'
import { undoOf, useVerdict } from './use_verdict.ts'

export interface VerdictButtonsProps {
  readonly surveyId: string
  readonly participant: ParticipantItem
  readonly note?: string
}

const words = texts.verdict

/** One button per verdict; the effective one is pressed. Pressing an overriding verdict again removes it. */
export function VerdictButtons({ surveyId, participant, note }: VerdictButtonsProps) {
  const can = usePermissions()
  const { participant_id, effective_verdict, overridden_by } = participant
  const setting = useVerdict(surveyId, participant_id)
  if (!can.analyze) return null
  /** Undoes the change made here, otherwise restores the computed verdict. */
  function undo() {
    setting.mutate(setting.data === undefined ? null : undoOf(setting.data), {
      onSuccess: () => setting.reset(),
    })
  }
  return (
    <div className="verdict-buttons">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in every row. */}
      <div role="group" aria-label={words.of(participant_id)} className="segmented">
        {VERDICTS.map((verdict) => (
          <button
            key={verdict}
            type="button"
            className="small"
            aria-pressed={effective_verdict === verdict}
            disabled={setting.isPending}
            onClick={() =>
              setting.mutate(
                overridden_by?.verdict === verdict
                  ? null
                  : { verdict, ...(note !== undefined && { note: note.trim() }) },
              )
            }
          >
            {texts.verdicts[verdict]}
          </button>
        ))}
      </div>
      {(setting.data !== undefined || overridden_by !== null) && (
        <button type="button" className="quiet small" disabled={setting.isPending} onClick={undo}>
          {words.undo}
        </button>
      )}
      {setting.error !== null && <Notice tone="bad">{fullErrorMessage(setting.error)}</Notice>}
    </div>
  )
}
