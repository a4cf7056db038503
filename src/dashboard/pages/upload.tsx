import { useEffect } from 'react'
import type { UploadItem, UploadSummary } from '../../contract/dashboard/surveys.ts'
import { BackLink } from '../parts/back_link.tsx'
import { Link } from '../parts/link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { UserText } from '../parts/user_text.tsx'
import { navigate, type PageIds, pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { Progress } from '../uploads/progress.tsx'
import { isUnfinished } from '../uploads/unfinished.ts'
import { useData } from '../use_data.ts'

const words = texts.uploads
const POLL_MS = 500

/** Progress of one file. Leads to the results once they exist. */
export function Upload({ ids: [id = ''] }: PageIds) {
  const upload = useData<UploadItem>(
    ['survey-jobs', id],
    {},
    { refetchInterval: ({ state }) => (isUnfinished(state.data) ? POLL_MS : false) },
  )
  return (
    <Page title={words.file}>
      <BackLink to={pathTo(['uploads'])}>{words.title}</BackLink>
      <Loaded query={upload}>
        {(item) => (
          <>
            {item.state === 'done' && <Results id={id} />}
            <Progress item={item} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** A file of one survey leads to its results at once; one of several surveys lists them. */
function Results({ id }: { id: string }) {
  const summary = useData<UploadSummary>(['survey-jobs', id, 'summary'])
  const surveys = summary.data?.surveys ?? []
  const only = surveys.length === 1 ? surveys[0] : undefined
  useEffect(() => {
    if (only !== undefined) navigate(pathTo(['surveys', only], { upload: id }), { replace: true })
  }, [only, id])
  if (surveys.length < 2) return null
  return (
    <section className="card">
      <h2>{words.results}</h2>
      <ul>
        {surveys.map((survey) => (
          <li key={survey}>
            <Link to={pathTo(['surveys', survey], { upload: id })}>
              <UserText>{survey}</UserText>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
