import { keepPreviousData } from '@tanstack/react-query'
import type { SurveyView } from '../../contract/dashboard/surveys.ts'
import { EffortBars } from '../charts/effort_bars.tsx'
import { BackLink } from '../parts/back_link.tsx'
import { Figure } from '../parts/figure.tsx'
import { Link } from '../parts/link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { type PageIds, pathTo, useRoute } from '../router.ts'
import { AnalyzeSurveyAgain } from '../survey/analyze_survey_again.tsx'
import { Methods } from '../survey/methods.tsx'
import { Panel } from '../survey/panel.tsx'
import { Participants } from '../survey/participants.tsx'
import { SurveySettings } from '../survey/survey_settings.tsx'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.survey
const DOCS = ['reference/survey'] as const

export function Survey({ ids: [id = ''] }: PageIds) {
  const low_effort_threshold = useRoute().search.get('effort') ?? undefined
  const survey = useData<SurveyView>(
    ['surveys', id],
    { low_effort_threshold },
    { placeholderData: keepPreviousData },
  )
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
          <Link to={pathTo(['surveys', id, 'references'])} className="button">
            {texts.references.title}
          </Link>
          <Link to={pathTo(['surveys', id, 'clusters'])} className="button">
            {words.clusters}
          </Link>
        </>
      }
    >
      <BackLink to={pathTo(['surveys'])}>{texts.surveys.title}</BackLink>
      <Loaded query={survey}>{(view) => <Body survey={view} />}</Loaded>
    </Page>
  )
}

function Body({ survey }: { survey: SurveyView }) {
  const { participants, flagged, questions, computed_on, verdicts } = survey
  const share = participants === 0 ? 0 : Math.round((flagged / participants) * 100)
  return (
    <>
      <div className="figures">
        <Figure value={participants} name={words.participants} />
        <Figure value={`${flagged} (${share}%)`} name={words.flagged} />
        <Figure value={`${verdicts.keep} / ${verdicts.review} / ${verdicts.remove}`} name={words.verdicts} />
        <Figure
          value={questions.reduce((sum, { clusters }) => sum + clusters, 0)}
          name={words.clusterCount}
        />
        <Figure value={<Timestamp at={survey.last_at} />} name={words.latest} />
      </div>
      <Participants survey={survey} />
      <SurveySettings id={survey.survey_id} />
      <AnalyzeSurveyAgain id={survey.survey_id} />
      <Methods id={survey.survey_id} />
      <Panel id={survey.survey_id} />
      {computed_on < participants && <p className="small-print">{words.computedOn(computed_on)}</p>}
      {survey.checks.length > 0 && (
        <section className="card">
          <h2>{words.wholeChecks}</h2>
          <CheckCounts checks={survey.checks} />
        </section>
      )}
      <div className="columns">
        {questions.map((question) => (
          <Question key={question.id} question={question} />
        ))}
      </div>
    </>
  )
}

function Question({ question }: { question: SurveyView['questions'][number] }) {
  const { id, text, answered, empty, flagged, checks, effort, clusters, references } = question
  return (
    <section className="card">
      <div>
        <p className="small-print mono">
          <UserText>{id}</UserText>
        </p>
        <h2>
          <UserText>{text === '' ? id : text}</UserText>
        </h2>
      </div>
      <p className="small-print">{words.questionCounts(answered, empty, flagged, clusters)}</p>
      <p className="small-print">
        {texts.references.count(references)}. {texts.references.state(references)}
      </p>
      {checks.length === 0 ? <p className="faint">{words.noFlags}</p> : <CheckCounts checks={checks} />}
      {effort.some((count) => count > 0) && <EffortBars counts={effort} />}
    </section>
  )
}

function CheckCounts({ checks }: { checks: SurveyView['checks'] }) {
  const most = Math.max(1, ...checks.map(({ count }) => count))
  return (
    <ul className="counts">
      {checks.map(({ check, count }) => (
        <li key={check}>
          <span>{check}</span>
          <span className="bar" aria-hidden="true">
            <span style={{ width: `${(count / most) * 100}%` }} />
          </span>
          <strong>{count}</strong>
        </li>
      ))}
    </ul>
  )
}
