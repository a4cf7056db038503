import type { ParticipantView } from '../../contract/dashboard/surveys.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Link } from '../parts/link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { AnswersWithReasons } from '../review/participant_reasons.tsx'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

export interface ComparisonProps {
  readonly surveyId: string
  readonly id: string
  onClose(): void
}

/** The answers of a participant beside the closest reference answers, over the table. */
export function Comparison({ surveyId, id, onClose }: ComparisonProps) {
  const participant = useData<ParticipantView>(['surveys', surveyId, 'participants', id])
  return (
    <Dialog title={texts.survey.comparison(id)} onClose={onClose} isWide>
      <div className="stack">
        <Loaded query={participant}>{(view) => <AnswersWithReasons participant={view} />}</Loaded>
        <Link to={pathTo(['surveys', surveyId, 'participants', id])}>{texts.review.open}</Link>
      </div>
    </Dialog>
  )
}
