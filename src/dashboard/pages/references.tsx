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
                      <QuestionReferences
                        key={JSON.stringify([question.id, question.condition])}
                        surveyId={id}
                        {...question}
                      />
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
  const asAsked = new Map(asked.map(({ id, text }) => [id, text]))
  const ids = new Set([...asAsked.keys(), ...items.map(({ question_id }) => question_id)])
  return [...ids].flatMap((id) => {
    const stored = items.filter(({ question_id }) => question_id === id)
    // References of conditions do not replace those of the question.
    const common = stored.find(({ condition }) => condition === undefined)
    const nothing = { question: stored[0]?.question ?? asAsked.get(id) ?? '', version: 0, references: [] }
    const ofConditions = stored.filter((item) => item !== common)
    return [common ?? nothing, ...ofConditions].map((item) => ({
      id,
      text: item.question,
      version: item.version,
      references: item.references,
      ...('condition' in item && item.condition !== undefined && { condition: item.condition }),
    }))
  })
}
