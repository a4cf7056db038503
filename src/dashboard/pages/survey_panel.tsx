import type { PanelFormat, PanelProvider, PanelReport } from '../../contract/dashboard/panel_report.ts'
import { apiPath, apiUrl } from '../client.ts'
import { Loaded } from '../parts/loaded.tsx'
import type { PageIds } from '../router.ts'
import { SurveyFrame } from '../survey/survey_frame.tsx'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.survey
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
          <h2 id="panel">{words.panel}</h2>
          <p className="faint">{words.panelHint}</p>
          <Loaded query={report}>
            {({ pages }) => (
              <ul className="panel-pages">
                {pages.map(({ provider, participants, removed }) => (
                  <li key={provider}>
                    <p>
                      <strong>{words.providers[provider]}</strong>
                      <span className="under">
                        {words.panelRemoved(
                          removed.length,
                          removed.filter(({ confirmed }) => confirmed).length,
                          participants,
                        )}
                      </span>
                    </p>
                    <div className="row">
                      <a className="button" href={path(provider, 'html')} download>
                        {words.panelPage}
                      </a>
                      <a className="button" href={path(provider, 'csv')} download>
                        {words.panelTable}
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
