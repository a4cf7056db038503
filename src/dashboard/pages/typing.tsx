import type { TypingView } from '../../contract/dashboard/surveys.ts'
import { surveyCheckLabel } from '../../contract/survey_checks.ts'
import { BackLink } from '../parts/back_link.tsx'
import { Link } from '../parts/link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { type PageIds, pathTo } from '../router.ts'
import { VerdictBadge } from '../survey/verdict_badge.tsx'
import { texts } from '../texts.ts'
import { TypedQuestion } from '../typing/question.tsx'
import { useData } from '../use_data.ts'

const words = texts.typing
const DOCS = ['how-to/record-survey-typing'] as const

/** Target of `typing_url`. */
export function Typing({ ids: [id = ''] }: PageIds) {
  const typing = useData<TypingView>(['typing', id])
  const known = typing.data
  return (
    <Page
      title={words.title}
      {...(known !== undefined && {
        heading: (
          <>
            {words.of} <UserText>{known.participant_id}</UserText>
          </>
        ),
      })}
      lead={words.lead}
      docs={DOCS}
    >
      {known === undefined ? (
        <BackLink to={pathTo(['surveys'])}>{texts.surveys.title}</BackLink>
      ) : (
        <BackLink to={pathTo(['surveys', known.survey_id, 'participants', known.participant_id])}>
          {texts.participant.title} <UserText>{known.participant_id}</UserText>
        </BackLink>
      )}
      <Loaded query={typing}>
        {(view) => (
          <>
            <div className="row">
              <VerdictBadge
                verdict={view.effective_verdict}
                severity={view.effective_verdict === view.verdict ? view.severity : 0}
              />
              <span className="faint">
                {texts.survey.title}{' '}
                <Link to={pathTo(['surveys', view.survey_id])}>
                  <UserText>{view.survey_id}</UserText>
                </Link>{' '}
                · {texts.participant.analyzed} <Timestamp at={view.analyzed_at} isExact />
              </span>
            </div>
            {view.warning !== null && <Notice tone="watch">{view.warning}</Notice>}
            {view.checks.length > 0 && (
              <Notice tone="watch">{view.checks.map(surveyCheckLabel).join(', ')}</Notice>
            )}
            {view.questions.map((question) => (
              <TypedQuestion key={question.question_id} question={question} />
            ))}
          </>
        )}
      </Loaded>
    </Page>
  )
}
