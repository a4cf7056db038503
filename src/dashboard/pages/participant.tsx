import { useQuery } from '@tanstack/react-query'
import type { AnswerView, ParticipantView } from '../../contract/dashboard/surveys.ts'
import type { PageIds } from '../app.tsx'
import { apiPath, get } from '../client.ts'
import { Link } from '../parts/link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { FlagBadge } from '../parts/participant_table.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'

const words = texts.participant
const DOCS = ['reference/survey'] as const

export function Participant({ ids: [surveyId = '', id = ''] }: PageIds) {
  const participant = useQuery({
    queryKey: ['survey', surveyId, 'participant', id],
    queryFn: ({ signal }) => get<ParticipantView>(apiPath(['surveys', surveyId, 'participants', id]), signal),
  })
  return (
    <Page
      title={words.title}
      heading={
        <>
          {words.title} <UserText>{id}</UserText>
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
      <Loaded query={participant}>{(view) => <Body participant={view} />}</Loaded>
    </Page>
  )
}

function Body({ participant }: { participant: ParticipantView }) {
  const { survey_id, session_id, fingerprint_checks, answers } = participant
  return (
    <>
      <section className="card">
        <div className="row">
          <FlagBadge isFlagged={participant.flagged} />
          <span>{words.failed(participant.num_checks_failed)}</span>
        </div>
        <p className="faint">
          {texts.survey.title}{' '}
          <Link to={pathTo(['surveys', survey_id])}>
            <UserText>{survey_id}</UserText>
          </Link>
          , <Timestamp at={participant.analyzed_at} isExact />, {participant.model}
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
          <p>{participant.checks.join(', ')}</p>
        )}
      </section>
      {participant.error && <Notice tone="bad">{words.error}</Notice>}
      {participant.warning !== null && <Notice tone="watch">{participant.warning}</Notice>}
      {answers.map((answer) => (
        <Answer key={answer.question_id} answer={answer} surveyId={survey_id} />
      ))}
      {fingerprint_checks !== null && <Device checks={fingerprint_checks} />}
    </>
  )
}

function Answer({ answer, surveyId }: { answer: AnswerView; surveyId: string }) {
  const { question, question_id, checks, evidence, effort, group, typing } = answer
  return (
    <section className="card">
      <div className="card-head">
        <h2>
          <UserText>{question === '' ? question_id : question}</UserText>
        </h2>
        <p className="small-print">
          {effort !== null && `${texts.typing.effort(effort)} · `}
          {words.typing[typing]}
        </p>
      </div>
      {answer.answer === '' ? (
        <p className="faint">{words.empty}</p>
      ) : (
        <blockquote>
          <UserText>{answer.answer}</UserText>
        </blockquote>
      )}
      {checks.length > 0 && (
        <ul className="row failed">
          {checks.map((check) => (
            <li key={check} className="pill tone-stop">
              {check}
            </li>
          ))}
        </ul>
      )}
      {evidence.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {group > 0 && (
        <p className="small-print">
          {words.group(group)} ·{' '}
          <Link to={pathTo(['surveys', surveyId, 'clusters'])}>{texts.survey.clusters}</Link>
        </p>
      )}
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
