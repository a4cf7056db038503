import type { OverviewStatus } from '../../contract/dashboard/overview.ts'
import { formatPart } from '../format/count.ts'
import { useMe, usePermissions } from '../me.ts'
import { Link } from '../parts/link.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'

const words = texts.overview

/** The state of the workspace, whatever the filter: surveys, and whether data arrives. */
export function StatusCards({ status }: { status: OverviewStatus }) {
  return (
    <>
      {status.surveys.length > 0 && <Surveys surveys={status.surveys} />}
      <Health status={status} />
    </>
  )
}

function Surveys({ surveys }: Pick<OverviewStatus, 'surveys'>) {
  return (
    <section className="card" aria-labelledby="latest-surveys">
      <div className="card-head">
        <h2 id="latest-surveys">{words.surveys}</h2>
        <Link to={pathTo(['surveys'])}>{words.allSurveys}</Link>
      </div>
      <ul className="lines">
        {surveys.map(({ survey_id, participants, flagged, last_at }) => (
          <li key={survey_id}>
            <Link to={pathTo(['surveys', survey_id])}>
              <UserText>{survey_id}</UserText>
            </Link>
            <span className="small-print">
              {words.participants(participants, formatPart(flagged, participants))} ·{' '}
              <Timestamp at={last_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Health({ status: { last_batch_at, webhooks, unconfirmed_browsers } }: { status: OverviewStatus }) {
  const { enabled, failing } = webhooks
  return (
    <section className="card" aria-labelledby="health">
      <h2 id="health">{words.health}</h2>
      <ul className="lines">
        <li>
          <span>{words.lastBatch}</span>
          <span className="small-print">
            {last_batch_at === null ? words.never : <Timestamp at={last_batch_at} />}
          </span>
        </li>
        <li>
          <Link to={pathTo(['webhooks'])}>{texts.webhooks.title}</Link>
          <span className={failing.length > 0 ? 'pill tone-stop' : 'small-print'}>
            {failing.length > 0
              ? words.failing(failing.map(({ name }) => name).join(', '))
              : enabled === 0
                ? texts.webhooks.none
                : words.delivering(enabled)}
          </span>
        </li>
        <Unconfirmed browsers={unconfirmed_browsers} />
        <DiskSpace />
        <TorList />
      </ul>
    </section>
  )
}

/** Browsers whose visitors are not accepted automatically. */
function Unconfirmed({ browsers }: { browsers: OverviewStatus['unconfirmed_browsers'] }) {
  if (browsers.length === 0) return null
  return (
    <li>
      <details>
        <summary>{words.unconfirmed.title(browsers.length)}</summary>
        <p className="small-print">{words.unconfirmed.explanation}</p>
        <ul className="small-print">
          {browsers.map(({ browser_class, problem, networks }) => (
            <li key={browser_class}>
              {browser_class}: {words.unconfirmed[problem](networks)}
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}

function DiskSpace() {
  const { service } = useMe()
  if (!service.disk_low) return null
  return (
    <li>
      <span>{words.disk}</span>
      <span className="pill tone-stop" role="alert">
        {words.diskLow}
      </span>
    </li>
  )
}

/** For owners: there is no current list of Tor exits, and the command that fetches one. */
function TorList() {
  const { service } = useMe()
  const can = usePermissions()
  if (!can.manage || service.tor_list === 'current') return null
  return (
    <li>
      <details>
        <summary>{texts.tor[service.tor_list]}</summary>
        <p className="small-print">
          {texts.tor.run} <code>{texts.tor.command}</code>
        </p>
      </details>
    </li>
  )
}
