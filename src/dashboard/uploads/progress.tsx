import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { UploadItem, UploadSummary } from '../../contract/dashboard/surveys.ts'
import { outcomeSentence } from '../../contract/outcome_counts.ts'
import { surveyCheckLabel } from '../../contract/survey_checks.ts'
import { VERDICTS } from '../../contract/verdicts.ts'
import { apiPath, change } from '../client.ts'
import { formatDuration } from '../format/time.ts'
import { usePermissions } from '../me.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { Link } from '../parts/link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Notice } from '../parts/notice.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.uploads

export function Progress({ item }: { item: UploadItem }) {
  const isRunning = item.state === 'running'
  const sentence = {
    running: <Running item={item} />,
    canceling: words.canceling,
    canceled: words.canceled(item.done),
    done: words.counts(item.done, item.rejected),
    failed: words.counts(item.done, item.rejected),
  }[item.state]
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
      <p role="status">{sentence}</p>
      {isRunning && <CloseOrCancel id={item.id} />}
      {item.problem !== null && <Notice tone="bad">{item.problem}</Notice>}
      {item.download !== null && (
        <>
          <p className="row">
            <Link to={pathTo(['uploads', item.id])} className="button primary">
              {words.results}
            </Link>
            <strong>{texts.survey.download}</strong>
            {VERDICTS.map((verdict) => (
              <a key={verdict} className="button" href={`${item.download}?verdict=${verdict}`} download>
                {texts.verdicts[verdict]}
              </a>
            ))}
            <a className="button" href={item.download} download>
              {texts.survey.downloadAll}
            </a>
            <a className="button" href={`${item.download}?codebook=true`} download>
              {texts.survey.codebook}
            </a>
          </p>
          <Summary id={item.id} />
        </>
      )}
    </section>
  )
}

const SPEED_OVER_MS = 30_000

/** The rate is that of the last half minute. */
function Running({ item: { done, total, ahead } }: { item: UploadItem }) {
  const samples = useRef<readonly (readonly [at: number, done: number])[]>([])
  const [rate, setRate] = useState<number>()
  useEffect(() => {
    const now = performance.now()
    const kept = samples.current.filter(([at]) => now - at < SPEED_OVER_MS)
    samples.current = [...kept, [now, done]]
    const [at, before] = samples.current[0] ?? [now, done]
    setRate(done > before ? (1_000 * (done - before)) / (now - at) : undefined)
  }, [done])
  if (total === 0) return ahead > 0 ? words.ahead(ahead) : words.reading
  const speed =
    rate === undefined
      ? []
      : [words.rate(rate), words.left(formatDuration(1_000 * Math.ceil((total - done) / rate)))]
  return [words.running(done, total), ...speed].join(' · ')
}

function CloseOrCancel({ id }: { id: string }) {
  const cache = useQueryClient()
  const can = usePermissions()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="row small-print">
      {words.closing}
      {can.analyze && (
        <button type="button" onClick={() => setOpen(true)}>
          {words.cancel}
        </button>
      )}
      {isOpen && (
        <Dialog title={words.cancelTitle} onClose={() => setOpen(false)}>
          <Form
            submit={words.cancelSubmit}
            tone="danger"
            send={() => change<UploadItem>('POST', apiPath(['survey-jobs', id, 'cancel']))}
            onDone={() => {
              setOpen(false)
              void cache.invalidateQueries({ queryKey: ['survey-jobs'] })
            }}
          >
            <p>{words.cancelHint}</p>
          </Form>
        </Dialog>
      )}
    </div>
  )
}

/** Counted from the result when it is opened. */
function Summary({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  const summary = useData<UploadSummary>(['survey-jobs', id, 'summary'], {}, { enabled: isOpen })
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.summary}</summary>
      {isOpen && (
        <Loaded query={summary}>
          {({ skipped, checks, ...counts }) => (
            <>
              <p>
                {outcomeSentence(counts)} {words.skipped(skipped)}
              </p>
              <ul>
                {checks.map(({ check, count }) => (
                  <li key={check}>{words.failed(surveyCheckLabel(check), count)}</li>
                ))}
              </ul>
            </>
          )}
        </Loaded>
      )}
    </details>
  )
}
