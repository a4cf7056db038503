import { useState } from 'react'
import type { PanelFormat, PanelProvider, PanelReport } from '../../contract/dashboard/panel_report.ts'
import { apiPath, apiUrl } from '../client.ts'
import { Loaded } from '../parts/loaded.tsx'
import { useRoute } from '../router.ts'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.survey

/** Removed participants by provider of a panel, computed on demand because it covers all participants. */
export function Panel({ id }: { id: string }) {
  const low_effort_threshold = useRoute().search.get('effort') ?? undefined
  const [isOpen, setOpen] = useState(false)
  const segments = ['surveys', id, 'panel']
  const path = (provider: PanelProvider, format: PanelFormat) =>
    apiPath(segments, { low_effort_threshold, provider, format })
  const report = useData<PanelReport>(segments, { low_effort_threshold }, { enabled: isOpen })
  return (
    <details className="card" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.panel}</summary>
      <p className="small-print">{words.panelHint}</p>
      {isOpen && (
        <Loaded query={report}>
          {({ pages }) => (
            <>
              {pages.map(({ provider, participants, removed }) => (
                <section key={provider}>
                  <p>{words.panelRemoved(words.providers[provider], removed.length, participants)}</p>
                  <p>
                    <a className="button" href={apiUrl(path(provider, 'html'))} download>
                      {words.panelPage}
                    </a>{' '}
                    <a className="button" href={apiUrl(path(provider, 'csv'))} download>
                      {words.panelTable}
                    </a>
                  </p>
                </section>
              ))}
            </>
          )}
        </Loaded>
      )}
    </details>
  )
}
