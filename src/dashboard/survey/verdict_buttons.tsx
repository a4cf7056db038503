import type { OverriddenVerdict } from '../../contract/dashboard/verdicts.ts'
import { VERDICTS } from '../../contract/verdicts.ts'
import { usePermissions } from '../me.ts'
import { fullErrorMessage } from '../parts/form.tsx'
import { Notice } from '../parts/notice.tsx'
import { texts } from '../texts.ts'
import { Reviewer } from './reviewer.tsx'
import { undoOf, useVerdict } from './use_verdict.ts'
import type { JudgedParticipant } from './verdict_badge.tsx'

export interface VerdictButtonsProps {
  readonly surveyId: string
  readonly participant: Pick<JudgedParticipant, 'participant_id' | 'overridden_by'>
  readonly note?: string
}

const words = texts.verdict

/** One button per verdict. None is pressed until a person decides. Pressing the own verdict again removes it. */
export function VerdictButtons({ surveyId, participant, note }: VerdictButtonsProps) {
  const can = usePermissions()
  const { participant_id, overridden_by } = participant
  const setting = useVerdict(surveyId, participant_id)
  if (!can.analyze) return overridden_by && <Reviewed verdict={overridden_by} />
  /** Undoes the change made here, otherwise restores the computed verdict. */
  function undo() {
    setting.mutate(setting.data === undefined ? null : undoOf(setting.data), {
      onSuccess: () => setting.reset(),
    })
  }
  return (
    <div className="verdict-buttons">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in every row. */}
      <div role="group" aria-label={words.of(participant_id)} className="segments">
        {VERDICTS.map((verdict) => (
          <button
            key={verdict}
            type="button"
            className={note === undefined ? 'small' : ''}
            aria-pressed={overridden_by?.verdict === verdict}
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
      <div className="row">
        {overridden_by !== null && <Reviewer verdict={overridden_by} />}
        {(setting.data !== undefined || overridden_by !== null) && (
          <button type="button" className="link small" disabled={setting.isPending} onClick={undo}>
            {words.undo}
          </button>
        )}
      </div>
      {setting.error !== null && <Notice tone="bad">{fullErrorMessage(setting.error)}</Notice>}
    </div>
  )
}

function Reviewed({ verdict }: { verdict: OverriddenVerdict }) {
  return (
    <span>
      {texts.verdicts[verdict.verdict]} <Reviewer verdict={verdict} />
    </span>
  )
}
