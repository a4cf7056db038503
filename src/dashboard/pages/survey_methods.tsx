import type { SurveyMethods as Methods } from '../../contract/dashboard/survey_methods.ts'
import { apiPath, apiUrl } from '../client.ts'
import { Copy } from '../parts/copy.tsx'
import { Loaded } from '../parts/loaded.tsx'
import type { PageIds } from '../router.ts'
import { SurveyFrame } from '../survey/survey_frame.tsx'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.survey
const DOCS = ['reference/survey', 'benchmarks/statistics'] as const

/** The methods paragraph of a paper. */
export function SurveyMethods({ ids: [id = ''] }: PageIds) {
  const segments = ['surveys', id, 'methods']
  const methods = useData<Methods>(segments)
  return (
    <SurveyFrame id={id} tab="methods" docs={DOCS}>
      {() => (
        <section className="card" aria-labelledby="methods">
          <div className="card-head">
            <h2 id="methods">{words.methods}</h2>
            <a className="button" href={apiUrl(apiPath(segments, { format: 'csv' }))} download>
              {words.exclusionTable}
            </a>
          </div>
          <p className="faint">{words.methodsHint}</p>
          <Loaded query={methods}>{({ text }) => <Copy text={text} label={words.methods} isProse />}</Loaded>
        </section>
      )}
    </SurveyFrame>
  )
}
