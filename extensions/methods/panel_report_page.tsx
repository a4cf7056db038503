import './panel_report_page.css'
import { apiPath, apiUrl } from '../../src/dashboard/client.ts'
import { Loaded } from '../../src/dashboard/parts/loaded.tsx'
import type { PageIds } from '../../src/dashboard/router.ts'
import { SurveyFrame } from '../../src/dashboard/survey/survey_frame.tsx'
import { useData } from '../../src/dashboard/use_data.ts'
import type { PanelFormat, PanelProvider, PanelReport } from './panel_contract.ts'
import { texts } from './texts.ts'

const words = texts.panel
const DOCS = ['reference/survey'] as const

/** Removed participants, for each provider of a panel. */
export function SurveyPanel({ ids: [id = ''] }: PageIds) {
  const segments = ['surveys', id, 'panel']
  const report = useData<PanelReport>(segments)
  const path = (provider: PanelProvider, format: PanelFormat) =>
    apiUrl(apiPath(segments, { provider, format }))
  return (
    <SurveyFrame id={id} tab="panel" docs={DOCS}>
      {() => (
        <section className="card" aria-labelledby="panel">
          <h2 id="panel">{words.title}</h2>
          <p className="faint">{words.hint}</p>
          <Loaded query={report}>
            {({ pages }) => (
              <ul className="panel-pages">
                {pages.map(({ provider, participants, removed }) => (
                  <li key={provider}>
                    <p>
                      <strong>{words.providers[provider]}</strong>
                      <span className="under">
                        {words.removed(
                          removed.length,
                          removed.filter(({ confirmed }) => confirmed).length,
                          participants,
                        )}
                      </span>
                    </p>
                    <div className="row">
                      <a className="button" href={path(provider, 'html')} download>
                        {words.page}
                      </a>
                      <a className="button" href={path(provider, 'csv')} download>
                        {words.table}
                      </a>
                    </div>
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
        </section>
      )}
    </SurveyFrame>
  )
}
