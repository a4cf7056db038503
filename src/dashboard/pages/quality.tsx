import type { Quality, Share } from '../../contract/dashboard/quality.ts'
import { formatCount } from '../format/count.ts'
import { Empty } from '../parts/empty.tsx'
import { Link } from '../parts/link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { ShareBar } from '../parts/share_bar.tsx'
import { Table } from '../parts/table.tsx'
import { UserText } from '../parts/user_text.tsx'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.quality
const DOCS = ['how-to/review-sessions', 'benchmarks/statistics'] as const

export function QualityPage() {
  const quality = useData<Quality>(['quality'])
  return (
    <Page title={words.title} lead={words.lead} docs={DOCS}>
      <Loaded query={quality}>
        {(view) => (
          <>
            <Labels quality={view} />
            {view.computed_on > 0 && <Checks quality={view} />}
            <div className="columns">
              <Coverage
                title={words.browsers}
                head={words.browser}
                rows={view.coverage.browsers.map((row) => ({ ...row, key: row.name }))}
              />
              <Coverage
                title={words.pages}
                head={words.page}
                rows={view.coverage.pages.map((row) => ({ ...row, key: row.path }))}
              />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Labels({ quality: { labels } }: { quality: Quality }) {
  if (labels.people + labels.bots === 0)
    return (
      <Empty icon="quality" title={words.noLabels} hint={words.noLabelsHint}>
        <Link to={pathTo(['sessions'])} className="button primary">
          {words.openSessions}
        </Link>
      </Empty>
    )
  const shares = ['precision', 'recall', 'false_positive_rate', 'unknown'] as const
  return (
    <section className="card" aria-labelledby="labels">
      <div className="card-head">
        <h2 id="labels">{words.labels}</h2>
        <p className="small-print">{words.labeled(labels.people, labels.bots)}</p>
      </div>
      <div className="intervals">
        {shares.map((name) => (
          <Interval key={name} name={words.shares[name]} hint={words.hints[name]} share={labels[name]} />
        ))}
      </div>
    </section>
  )
}

const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 100)}%`)

/** A share with its confidence interval. */
function Interval({ name, hint, share }: { name: string; hint: string; share: Share }) {
  const { low, high, count, of } = share
  return (
    <div className="interval">
      <div className="row spread">
        <h3>{name}</h3>
        <strong>{percent(share.share)}</strong>
      </div>
      <div className="track" aria-hidden="true">
        {low !== null && high !== null && share.share !== null && (
          <>
            <span className="range" style={{ left: `${low * 100}%`, right: `${(1 - high) * 100}%` }} />
            <span className="point" style={{ left: `${share.share * 100}%` }} />
          </>
        )}
      </div>
      <p className="small-print">
        {hint} {words.counted(count, of)} {low !== null && words.between(percent(low), percent(high))}
      </p>
    </div>
  )
}

function Checks({ quality: { checks, computed_on } }: { quality: Quality }) {
  return (
    <section className="card flush" aria-labelledby="per-check">
      <div className="card-head">
        <h2 id="per-check">{words.checks}</h2>
        <p className="small-print">{words.computedOn(computed_on)}</p>
      </div>
      <Table name={words.checks} head={words.columns}>
        {checks.map(
          ({ check, unknown, detected, detected_among_bots: bots, detected_among_people: people }) => (
            <tr key={check}>
              <th scope="row">{texts.checks[check]}</th>
              <td>
                <ShareBar count={unknown.count} of={unknown.of} isUnknown />
              </td>
              {unknown.count === unknown.of ? (
                NOTHING_CHECKED
              ) : (
                <>
                  <td>
                    <ShareBar count={detected.count} of={detected.of} />
                  </td>
                  <td>{words.ofAll(bots.count, bots.of)}</td>
                  <td>{words.ofAll(people.count, people.of)}</td>
                </>
              )}
            </tr>
          ),
        )}
      </Table>
    </section>
  )
}

const NOTHING_CHECKED = (
  <>
    <td>–</td>
    <td>–</td>
    <td>–</td>
  </>
)

interface CoverageRow {
  readonly key: string
  readonly sessions: number
  readonly unknown: number
}

interface CoverageProps {
  readonly title: string
  /** Of the first column. */
  readonly head: string
  readonly rows: readonly CoverageRow[]
}

function Coverage({ title, head, rows }: CoverageProps) {
  if (rows.length === 0) return null
  return (
    <section className="card flush">
      <div className="card-head">
        <h2>{title}</h2>
        <p className="small-print">{words.coverageHint}</p>
      </div>
      <Table name={title} head={[head, ...words.coverageColumns]}>
        {rows.map(({ key, sessions, unknown }) => (
          <tr key={key}>
            <th scope="row" className="wrapping">
              <UserText>{key}</UserText>
            </th>
            <td>{formatCount(sessions)}</td>
            <td>
              <ShareBar count={unknown} of={sessions} isUnknown />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  )
}
