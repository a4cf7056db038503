import { useState } from 'react'
import type { SurveyMethods } from '../../contract/dashboard/survey_methods.ts'
import { apiPath, apiUrl } from '../client.ts'
import { Copy } from '../parts/copy.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useRoute } from '../router.ts'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.survey

/** The methods paragraph of a paper, computed on demand because it covers all participants. */
export function Methods({ id }: { id: string }) {
  const low_effort_threshold = useRoute().search.get('effort') ?? undefined
  const [isOpen, setOpen] = useState(false)
  const segments = ['surveys', id, 'methods']
  const methods = useData<SurveyMethods>(segments, { low_effort_threshold }, { enabled: isOpen })
  return (
    <details className="card" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.methods}</summary>
      <p className="small-print">{words.methodsHint}</p>
      {isOpen && (
        <Loaded query={methods}>
          {({ text }) => (
            <>
              <Copy text={text} label={words.methods} />
              <p>
                <a
                  className="button"
                  href={apiUrl(apiPath(segments, { low_effort_threshold, format: 'csv' }))}
                  download
                >
                  {words.exclusionTable}
                </a>
              </p>
            </>
          )}
        </Loaded>
      )}
    </details>
  )
}
