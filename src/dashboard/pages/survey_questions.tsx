import type { SurveyQuestions as Questions } from '../../contract/dashboard/surveys.ts'
import { REFERENCE_LIMITS } from '../../contract/limits.ts'
import { surveyCheckLabel } from '../../contract/survey_checks.ts'
import { EffortBars } from '../charts/effort_bars.tsx'
import { Link } from '../parts/link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { UserText } from '../parts/user_text.tsx'
import { type PageIds, pathTo } from '../router.ts'
import { SurveyFrame } from '../survey/survey_frame.tsx'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.survey
const DOCS = ['reference/survey'] as const

/** Failed checks and effort by question. */
export function SurveyQuestions({ ids: [id = ''] }: PageIds) {
  const query = useData<Questions>(['surveys', id, 'questions'])
  return (
    <SurveyFrame id={id} tab="questions" docs={DOCS}>
      {({ participants }) => (
        <Loaded query={query}>
          {({ questions, computed_on, checks }) => (
            <>
              {computed_on < participants && <p className="small-print">{words.computedOn(computed_on)}</p>}
              {checks.length > 0 && (
                <section className="card">
                  <h2>{words.wholeChecks}</h2>
                  <CheckCounts checks={checks} of={computed_on} />
                </section>
              )}
              <div className="columns">
                {questions.map((question) => (
                  <Question key={question.id} surveyId={id} question={question} />
                ))}
              </div>
            </>
          )}
        </Loaded>
      )}
    </SurveyFrame>
  )
}

function Question({ surveyId, question }: { surveyId: string; question: Questions['questions'][number] }) {
  const { id, text, answered, empty, flagged, checks, effort, clusters, references } = question
  return (
    <section className="card">
      <div>
        {text !== '' && text !== id && (
          <p className="small-print mono">
            <UserText>{id}</UserText>
          </p>
        )}
        <h2 dir="auto">{text === '' ? id : text}</h2>
      </div>
      <p className="small-print">{words.questionCounts(answered, empty, flagged, clusters)}</p>
      {effort.some((count) => count > 0) && <EffortBars counts={effort} />}
      {checks.length === 0 ? (
        <p className="faint">{words.noFlags}</p>
      ) : (
        <CheckCounts checks={checks} of={answered} />
      )}
      <p className="small-print">
        {texts.references.count(references)}. {references > 0 && texts.references.state(references)}{' '}
        {references < REFERENCE_LIMITS.needed && (
          <Link to={pathTo(['surveys', surveyId, 'references'])}>{texts.references.ask}</Link>
        )}
      </p>
    </section>
  )
}

function CheckCounts({ checks, of }: { checks: Questions['checks']; of: number }) {
  return (
    <ul className="counts">
      {checks.map(({ check, count }) => (
        <li key={check}>
          <span>{surveyCheckLabel(check)}</span>
          <span className="bar" aria-hidden="true">
            <span style={{ width: `${(count / Math.max(1, of)) * 100}%` }} />
          </span>
          <span className="number">{words.failedOf(count, of)}</span>
        </li>
      ))}
    </ul>
  )
}
