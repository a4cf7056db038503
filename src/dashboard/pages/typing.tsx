import type { TypingView } from '../../contract/dashboard/surveys.ts'
import { BackLink } from '../parts/back_link.tsx'
import { Link } from '../parts/link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { type PageIds, pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { TypedQuestion } from '../typing/question.tsx'
import { useData } from '../use_data.ts'

const words = texts.typing
const DOCS = ['how-to/record-survey-typing'] as const

/** Target of `typing_url`. */
export function Typing({ ids: [id = ''] }: PageIds) {
  const typing = useData<TypingView>(['typing', id])
  return (
    <Page title={words.title} lead={words.lead} docs={DOCS}>
      <Loaded query={typing}>
        {(view) => (
          <>
            <BackLink to={pathTo(['surveys', view.survey_id, 'participants', view.participant_id])}>
              {texts.participant.title} <UserText>{view.participant_id}</UserText>
            </BackLink>
            <p className="faint">
              {texts.survey.title}{' '}
              <Link to={pathTo(['surveys', view.survey_id])}>
                <UserText>{view.survey_id}</UserText>
              </Link>
              , <Timestamp at={view.analyzed_at} isExact />, {view.model}.{' '}
              <strong>{view.flagged ? texts.flagged : texts.notFlagged}</strong>
            </p>
            {view.warning !== null && <Notice tone="watch">{view.warning}</Notice>}
            {view.checks.length > 0 && <Notice tone="watch">{view.checks.join(', ')}</Notice>}
            {view.questions.map((question) => (
              <TypedQuestion key={question.question_id} question={question} />
            ))}
          </>
        )}
      </Loaded>
    </Page>
  )
}
