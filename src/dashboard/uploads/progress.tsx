import { useState } from 'react'
import type { UploadItem, UploadSummary } from '../../contract/dashboard/surveys.ts'
import { outcomeSentence } from '../../contract/outcome_counts.ts'
import { surveyCheckLabel } from '../../contract/survey_checks.ts'
import { VERDICTS } from '../../contract/verdicts.ts'
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
        {isRunning ? words.running(item.done, item.total) : words.counts(item.done, item.rejected)}
      </p>
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
