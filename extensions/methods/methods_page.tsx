import { apiPath, apiUrl } from '../../src/dashboard/client.ts'
import { Copy } from '../../src/dashboard/parts/copy.tsx'
import { Loaded } from '../../src/dashboard/parts/loaded.tsx'
import type { PageIds } from '../../src/dashboard/router.ts'
import { SurveyFrame } from '../../src/dashboard/survey/survey_frame.tsx'
import { useData } from '../../src/dashboard/use_data.ts'
import type { SurveyMethods as Methods } from './contract.ts'
import { texts } from './texts.ts'

const words = texts.methods
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
            <h2 id="methods">{words.title}</h2>
            <a className="button" href={apiUrl(apiPath(segments, { format: 'csv' }))} download>
              {words.exclusionTable}
            </a>
          </div>
          <p className="faint">{words.hint}</p>
          <Loaded query={methods}>{({ text }) => <Copy text={text} label={words.title} isProse />}</Loaded>
        </section>
      )}
    </SurveyFrame>
  )
}
