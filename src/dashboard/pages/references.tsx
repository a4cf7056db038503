import type { QuestionReferencesView, ReferenceList } from '../../contract/dashboard/survey_references.ts'
import type { SurveyQuestions } from '../../contract/dashboard/surveys.ts'
import { Loaded } from '../parts/loaded.tsx'
import type { PageIds } from '../router.ts'
import { QuestionReferences } from '../survey/question_references.tsx'
import { SurveyFrame } from '../survey/survey_frame.tsx'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.references
const DOCS = ['reference/survey', 'benchmarks/statistics'] as const

/** What chatbots answer to the questions of a survey. */
export function References({ ids: [id = ''] }: PageIds) {
  const survey = useData<SurveyQuestions>(['surveys', id, 'questions'])
  const references = useData<ReferenceList>(['surveys', id, 'references'])
  return (
    <SurveyFrame id={id} tab="references" docs={DOCS}>
      {() => (
        <>
          <section className="card">
            <h2>{words.title}</h2>
            <p>{words.lead}</p>
            <details>
              <summary>{words.measuredTitle}</summary>
              <p className="small-print">{words.measured}</p>
            </details>
          </section>
          <Loaded query={survey}>
            {({ questions }) => (
              <Loaded query={references}>
                {({ items }) => (
                  <>
                    {allQuestions(questions, items).map((question) => (
                      <QuestionReferences key={question.id} surveyId={id} {...question} />
                    ))}
                  </>
                )}
              </Loaded>
            )}
          </Loaded>
        </>
      )}
    </SurveyFrame>
  )
}

/** A question may have references but no recent answers. */
function allQuestions(asked: SurveyQuestions['questions'], items: readonly QuestionReferencesView[]) {
  const stored = new Map(items.map((item) => [item.question_id, item]))
  const ids = new Set([...asked.map(({ id }) => id), ...stored.keys()])
  const asAsked = new Map(asked.map(({ id, text }) => [id, text]))
  return [...ids].map((id) => ({
    id,
    text: stored.get(id)?.question ?? asAsked.get(id) ?? '',
    version: stored.get(id)?.version ?? 0,
    references: stored.get(id)?.references ?? [],
  }))
}
