import type { QuestionReferencesView, ReferenceList } from '../../contract/dashboard/survey_references.ts'
import type { SurveyView } from '../../contract/dashboard/surveys.ts'
import { BackLink } from '../parts/back_link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { UserText } from '../parts/user_text.tsx'
import { type PageIds, pathTo } from '../router.ts'
import { QuestionReferences } from '../survey/question_references.tsx'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.references
const DOCS = ['reference/survey', 'benchmarks/statistics'] as const

/** What chatbots answer to the questions of a survey. */
export function References({ ids: [id = ''] }: PageIds) {
  const survey = useData<SurveyView>(['surveys', id])
  const references = useData<ReferenceList>(['surveys', id, 'references'])
  return (
    <Page title={words.title} lead={words.lead} docs={DOCS}>
      <BackLink to={pathTo(['surveys', id])}>
        {texts.survey.title} <UserText>{id}</UserText>
      </BackLink>
      <p className="small-print">{words.measured}</p>
      <Loaded query={survey}>
        {({ questions }) => (
          <Loaded query={references}>
            {({ items }) =>
              allQuestions(questions, items).map((question) => (
                <QuestionReferences key={question.id} surveyId={id} {...question} />
              ))
            }
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}

/** A question may have references but no recent answers. */
function allQuestions(asked: SurveyView['questions'], items: readonly QuestionReferencesView[]) {
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
