import type { SessionCheckName } from '../../contract/checks.ts'
import { countryName } from '../../contract/countries.ts'
import type { BreakdownName } from '../../contract/dashboard/breakdowns.ts'
import type { Overview } from '../../contract/dashboard/overview.ts'
import type { Input } from '../../contract/dashboard/sessions.ts'
import { totalOf } from '../charts/visits_over_time.tsx'
import { formatCount, formatPart } from '../format/count.ts'
import { BANDS } from '../format/tone.ts'
import { Link } from '../parts/link.tsx'
import { UserText } from '../parts/user_text.tsx'
import { withSearch } from '../router.ts'
import type { FilterName, Filters } from '../session_filters.ts'
import { texts } from '../texts.ts'

const words = texts.overview

/** The filter that a row of a breakdown sets. In an order that fills three columns to about the same height. */
const FILTERS = {
  check: 'check',
  page: 'route',
  referrer: 'referrer',
  country: 'country',
  browser: 'browser',
  system: 'system',
  input: 'input',
} as const satisfies Record<BreakdownName, FilterName>

function valueWords(name: BreakdownName, value: string): string {
  if (name === 'country') return countryName(value)
  if (name === 'input') return texts.visit.methods[value as Input] ?? value
  if (name === 'check') return texts.checks[value as SessionCheckName] ?? value
  return value
}

/** Visits by property, without those that nothing is known of. Each row filters the page by its value. */
export function Breakdowns({ data, filters }: { data: Overview; filters: Filters }) {
  return (Object.keys(FILTERS) as BreakdownName[])
    .filter((name) => data.breakdowns[name].rows.length > 0)
    .map((name) => (
      <BreakdownCard key={name} name={name} data={data} isChosen={filters[FILTERS[name]] !== undefined} />
    ))
}

function BreakdownCard({ name, data, isChosen }: { name: BreakdownName; data: Overview; isChosen: boolean }) {
  const { rows, values } = data.breakdowns[name]
  const most = Math.max(1, ...rows.map(({ counts }) => totalOf(counts)))
  return (
    <section className="card breakdown" aria-label={words.breakdowns[name]}>
      <div className="card-head">
        <h2>{words.breakdowns[name]}</h2>
        {words.columns.map((column) => (
          <p key={column} className="small-print">
            {column}
          </p>
        ))}
      </div>
      <ol>
        {rows.map(({ value, counts }) => {
          const all = totalOf(counts)
          return (
            <li key={value}>
              <Link to={withSearch({ [FILTERS[name]]: isChosen ? undefined : value })}>
                <span className="stacked" aria-hidden="true" style={{ width: `${(all / most) * 100}%` }}>
                  {BANDS.map(([band, tone]) => (
                    <span key={band} className={`tone-${tone}`} style={{ flexGrow: counts[band] }} />
                  ))}
                </span>
                <span className="value">
                  <UserText>{valueWords(name, value)}</UserText>
                </span>
                <span className="number">{formatCount(all)}</span>
                <span className={counts.reject > 0 ? 'number bots' : 'number'}>
                  {formatPart(counts.reject, all)}
                </span>
              </Link>
            </li>
          )
        })}
      </ol>
      {values > rows.length && <p className="small-print">{words.otherValues(values - rows.length)}</p>}
    </section>
  )
}
