import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UploadItem, UploadList, UploadSummary } from '../../contract/dashboard/surveys.ts'
import { apiPath, get } from '../client.ts'
import { usePermissions } from '../me.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { texts } from '../texts.ts'
import { NewUpload } from '../uploads/new_upload.tsx'
import { UPLOADS } from '../uploads/upload_query.ts'

const words = texts.uploads
const DOCS = ['how-to/check-a-survey-file', 'reference/survey'] as const
const POLL_MS = 1_000

export function Uploads() {
  const can = usePermissions()
  const uploads = useQuery({
    queryKey: UPLOADS,
    queryFn: ({ signal }) => get<UploadList>('/uploads', signal),
    refetchInterval: ({ state }) =>
      state.data?.items.some((item) => item.state === 'running') ? POLL_MS : false,
  })
  return (
    <Page title={words.title} lead={words.lead} docs={DOCS}>
      {can.analyze && <NewUpload />}
      <Loaded query={uploads}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="faint">{words.none}</p>
          ) : (
            items.map((item) => <Progress key={item.id} item={item} />)
          )
        }
      </Loaded>
    </Page>
  )
}

function Progress({ item }: { item: UploadItem }) {
  const isRunning = item.state === 'running'
  return (
    <section className="card">
      <div className="card-head">
        <h2>
          <UserText>{item.name === '' ? item.id : item.name}</UserText>
        </h2>
        <p className="small-print">
          <Timestamp at={item.created_at} />
        </p>
      </div>
      {isRunning && <progress max={Math.max(1, item.total)} value={item.done} aria-label={words.progress} />}
      <p role="status">
        {isRunning
          ? words.running(item.done, item.total)
          : words.counts(item.done, item.flagged, item.refused)}
      </p>
      {item.problem !== null && <Notice tone="bad">{item.problem}</Notice>}
      {item.download !== null && (
        <>
          <p className="row">
            <a className="button" href={item.download} download>
              {words.download}
            </a>
            <a className="button" href={`${item.download}?only=flagged`} download>
              {words.downloadFlagged}
            </a>
            <a className="button" href={`${item.download}?only=clean`} download>
              {words.downloadClean}
            </a>
          </p>
          <Summary id={item.id} />
        </>
      )}
    </section>
  )
}

/** Counted from the result when it is opened. */
function Summary({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  const summary = useQuery({
    queryKey: [...UPLOADS, id, 'summary'],
    queryFn: ({ signal }) => get<UploadSummary>(apiPath(['uploads', id, 'summary']), signal),
    enabled: isOpen,
  })
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.summary}</summary>
      {isOpen && (
        <Loaded query={summary}>
          {({ analyzed, skipped, checks }) => (
            <>
              <p>{words.analyzed(analyzed, skipped)}</p>
              <ul>
                {checks.map(({ check, count }) => (
                  <li key={check}>{words.failed(check, count)}</li>
                ))}
              </ul>
            </>
          )}
        </Loaded>
      )}
    </details>
  )
}
