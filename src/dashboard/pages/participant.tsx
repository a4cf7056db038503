import type { AnswerView, ParticipantView } from '../../contract/dashboard/surveys.ts'
import { surveyCheckLabel } from '../../contract/survey_checks.ts'
import { BackLink } from '../parts/back_link.tsx'
import { Link } from '../parts/link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { type PageIds, pathTo, useRoute } from '../router.ts'
import { Analyses } from '../survey/analyses.tsx'
import { CheckResults } from '../survey/check_results.tsx'
import { ClosestReference } from '../survey/closest_reference.tsx'
import { Copies } from '../survey/copies.tsx'
import { Decision } from '../survey/decision.tsx'
import { MarkedAnswer } from '../survey/marked_answer.tsx'
import { otherReasons } from '../survey/other_reasons.ts'
import { EffectiveVerdict } from '../survey/verdict_badge.tsx'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.participant
const DOCS = ['reference/survey'] as const

export function Participant({ ids: [surveyId = '', id = ''] }: PageIds) {
  const analyzed_at = useRoute().search.get('analyzed_at') ?? undefined
  const participant = useData<ParticipantView>(['surveys', surveyId, 'participants', id], { analyzed_at })
  return (
    <Page
      title={words.title}
      heading={
        <>
          <span className="kind">{words.title}</span> <UserText>{id}</UserText>
        </>
      }
      docs={DOCS}
      actions={
        <>
          {participant.data !== undefined && (
            <Link to={pathTo(['typing', participant.data.analysis_id])} className="button">
              {texts.typing.link}
            </Link>
          )}
          <Link to={pathTo(['surveys', surveyId, 'participants', id, 'reasons'])} className="button">
            {texts.reasons.link}
          </Link>
        </>
      }
    >
      <BackLink to={pathTo(['surveys', surveyId])}>
        {texts.survey.title} <UserText>{surveyId}</UserText>
      </BackLink>
      <Loaded query={participant}>{(view) => <Body participant={view} />}</Loaded>
    </Page>
  )
}

function Body({ participant }: { participant: ParticipantView }) {
  const { survey_id, participant_id, session_id, fingerprint_checks, answers, analyses, analyzed_at } =
    participant
  const isLatest = analyzed_at === analyses[0]?.analyzed_at
  return (
    <>
      {!isLatest && (
        <Notice tone="watch">
          {words.earlier}{' '}
          <Link to={pathTo(['surveys', survey_id, 'participants', participant_id])}>{words.showLatest}</Link>
        </Notice>
      )}
      <section className="card">
        <div className="row">
          <EffectiveVerdict participant={participant} />
          {participant.num_checks_failed > 0 && (
            <span className="small-print">{words.failed(participant.num_checks_failed)}</span>
          )}
        </div>
        {otherReasons(participant).map((reason) => (
          <p key={reason} dir="auto">
            {reason}
          </p>
        ))}
        <p className="faint">
          {words.analyzed} <Timestamp at={participant.analyzed_at} isExact />
          {session_id !== null && (
            <>
              ,{' '}
              <Link to={pathTo(['sessions', session_id])}>
                {texts.session.title.toLowerCase()} <span className="mono">{session_id}</span>
              </Link>
            </>
          )}
        </p>
        {participant.version === 'v012' && participant.checks.length > 0 && (
          <p>{participant.checks.map(surveyCheckLabel).join(', ')}</p>
        )}
        <Decision key={participant.overridden_by?.at ?? 0} participant={participant} />
      </section>
      {participant.error && <Notice tone="bad">{words.error}</Notice>}
      {participant.warning !== null && <Notice tone="watch">{participant.warning}</Notice>}
      {answers.some(({ results }) => results.some(({ spans }) => spans !== null && spans.length > 0)) && (
        <p className="small-print">{words.marked}</p>
      )}
      {answers.map((answer) => (
        <Answer key={answer.question_id} answer={answer} references={participant.references} />
      ))}
      <Copies participant={participant} />
      {fingerprint_checks !== null && <Device checks={fingerprint_checks} />}
      <Analyses participant={participant} />
    </>
  )
}

interface AnswerProps {
  readonly answer: AnswerView
  readonly references: ParticipantView['references']
}

function Answer({ answer, references }: AnswerProps) {
  const { question, question_id, results, effort, typing } = answer
  return (
    <section className="card">
      <div className="card-head">
        <h2 dir="auto">{question === '' ? question_id : question}</h2>
        <p className="small-print">
          {effort !== null && `${texts.typing.effort(effort)} · `}
          {words.typing[typing]}
        </p>
      </div>
      {answer.answer === '' ? (
        <p className="faint">{words.empty}</p>
      ) : (
        <div className="columns">
          <MarkedAnswer answer={answer.answer} results={results} />
          <ClosestReference answer={answer} references={references} />
        </div>
      )}
      {answer.answer !== '' && <CheckResults results={results} />}
    </section>
  )
}

function Device({ checks }: { checks: NonNullable<ParticipantView['fingerprint_checks']> }) {
  return (
    <section className="card">
      <h2>{texts.session.device}</h2>
      <dl className="facts">
        {Object.entries(checks).map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{words.fingerprint[name as keyof typeof checks]}</dt>
            <dd>
              <UserText>
                {value === null
                  ? texts.unknown
                  : value === true
                    ? texts.yes
                    : value === false
                      ? texts.no
                      : value}
              </UserText>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
