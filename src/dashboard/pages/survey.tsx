import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { ParticipantList, SurveyView } from '../../contract/dashboard/surveys.ts'
import type { PageIds } from '../app.tsx'
import { EffortBars } from '../charts/effort_bars.tsx'
import { apiPath, apiUrl, get } from '../client.ts'
import { usePaged } from '../paged.ts'
import { Figure } from '../parts/figure.tsx'
import { Field, textOf } from '../parts/form.tsx'
import { Link } from '../parts/link.tsx'
import { Failure, Loaded, Loading } from '../parts/loaded.tsx'
import { More } from '../parts/more.tsx'
import { Page } from '../parts/page.tsx'
import { ParticipantTable } from '../parts/participant_table.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { navigate, pathTo, useRoute, withSearch } from '../router.ts'
import { AnalyzeSurveyAgain } from '../survey/analyze_survey_again.tsx'
import { texts } from '../texts.ts'

const words = texts.survey
const DOCS = ['reference/survey'] as const

export function Survey({ ids: [id = ''] }: PageIds) {
  const survey = useQuery({
    queryKey: ['survey', id],
    queryFn: ({ signal }) => get<SurveyView>(apiPath(['surveys', id]), signal),
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
          <Link to={pathTo(['surveys', id, 'clusters'])} className="button">
            {words.clusters}
          </Link>
          <a className="button" href={apiUrl(`${apiPath(['surveys', id])}.csv`)} download>
            {words.csv}
          </a>
        </>
      }
    >
      <Loaded query={survey}>{(view) => <Body survey={view} />}</Loaded>
      <AnalyzeSurveyAgain id={id} />
      <Participants id={id} />
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
  const { id, text, answered, empty, flagged, checks, effort, clusters } = question
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

function Participants({ id }: { id: string }) {
  const { search } = useRoute()
  const q = search.get('q') ?? ''
  const flagged = search.get('flagged') === 'true' ? 'true' : undefined
  const list = usePaged<ParticipantList>(['survey', id, 'participants', q, flagged], (before) =>
    apiPath(['surveys', id, 'participants'], { q, flagged, before }),
  )
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    navigate(withSearch({ q: textOf(new FormData(event.currentTarget), 'q') }), { replace: true })
  }
  return (
    <section className="card flush" aria-labelledby="participants">
      <div className="card-head">
        <h2 id="participants">{words.participants}</h2>
        <form className="row inline" onSubmit={find} key={q}>
          <Field label={words.find} name="q" type="search" value={q} isOptional />
          <button type="submit">{words.search}</button>
          <button
            type="button"
            aria-pressed={flagged !== undefined}
            onClick={() =>
              navigate(withSearch({ flagged: flagged === undefined ? 'true' : undefined }), { replace: true })
            }
          >
            {words.onlyFlagged}
          </button>
        </form>
      </div>
      {list.isPending && <Loading />}
      {list.error !== null && <Failure error={list.error} onRetry={() => list.refetch()} />}
      {list.data !== undefined && items.length === 0 && (
        <p className="padded faint">{words.noParticipants}</p>
      )}
      {items.length > 0 && <ParticipantTable surveyId={id} items={items} />}
      <More query={list} />
    </section>
  )
}
