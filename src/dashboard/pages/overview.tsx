import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Overview as OverviewData, OverviewStatus } from '../../contract/dashboard/overview.ts'
import { defined } from '../../contract/defined.ts'
import { totalOf, VisitsOverTime } from '../charts/visits_over_time.tsx'
import { apiPath, get } from '../client.ts'
import { formatCount, formatPart } from '../format/count.ts'
import { Breakdowns } from '../overview/breakdowns.tsx'
import { StatusCards } from '../overview/status_cards.tsx'
import { DemoOffer } from '../parts/demo_offer.tsx'
import { Link } from '../parts/link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { PeriodLinks, VisitFilters } from '../parts/visit_filters.tsx'
import { pathTo, type Search, useRoute } from '../router.ts'
import { queryOf, readFilters } from '../session_filters.ts'
import { texts } from '../texts.ts'

const words = texts.overview
const REFRESH_MS = 30_000
const DOCS = ['reference/dashboard'] as const

export function Overview() {
  const { search } = useRoute()
  const read = readFilters(search, '7d')
  const { q: _, ...query } = queryOf(read, Date.now())
  const overview = useQuery({
    queryKey: ['sessions', 'overview', query],
    queryFn: ({ signal }) => get<OverviewData>(apiPath(['overview'], query), signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  const status = useQuery({
    queryKey: ['sessions', 'overview-status'],
    queryFn: ({ signal }) => get<OverviewStatus>('/overview/status', signal),
    refetchInterval: REFRESH_MS,
  })
  const isEmpty = status.data !== undefined && status.data.last_batch_at === null
  if (isEmpty)
    return (
      <Page title={words.title} lead={words.lead}>
        <DemoOffer />
        {status.data.surveys.length > 0 && <StatusCards status={status.data} />}
      </Page>
    )
  const listed: Search = { ...read.filters, ...(read.period !== 'custom' && { period: read.period }) }
  return (
    <Page title={words.title} lead={words.lead} docs={DOCS} actions={<PeriodLinks period={read.period} />}>
      <DemoOffer />
      <VisitFilters read={read} />
      <Loaded query={overview}>
        {(data) => (
          <>
            <Figures data={data} listed={listed} />
            {data.labeled > 0 && <p className="small-print">{words.labeled(data.labeled)}</p>}
            {totalOf(data.trend.totals) === 0 ? (
              <div className="card empty">
                <h2>{words.none}</h2>
                <p>{words.noneHint}</p>
              </div>
            ) : (
              <VisitsOverTime histogram={data.trend} listed={listed} />
            )}
            {status.data !== undefined && <StatusCards status={status.data} />}
            {totalOf(data.trend.totals) > 0 && <Breakdowns data={data} filters={read.filters} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Figures({ data: { trend, previous }, listed }: { data: OverviewData; listed: Search }) {
  const { totals, complete } = trend
  const all = totalOf(totals)
  const before = previous === null ? null : totalOf(previous)
  const people = totals.accept + totals.monitor
  const to = (action?: string) => pathTo(['sessions'], { ...listed, ...defined({ action }) })
  return (
    <div className="figures">
      <BigFigure
        name={words.sessions}
        value={complete ? formatCount(all) : words.atLeast(formatCount(all))}
        to={to()}
      >
        {before === null || before === 0 || !complete ? words.scored : words.change(all, before)}
      </BigFigure>
      <BigFigure name={words.people} value={formatPart(people, all)} tone="good" to={to('Auto-accept')}>
        {words.peopleHint(totals.accept, totals.monitor)}
      </BigFigure>
      <BigFigure
        name={words.bots}
        value={formatPart(totals.reject, all)}
        tone="stop"
        to={to('Auto-reject or high-priority review')}
      >
        {words.rejected(totals.reject)}
      </BigFigure>
      <BigFigure
        name={words.inBetween}
        value={formatPart(totals.review, all)}
        tone="review"
        to={to('Manual review or require additional verification')}
      >
        {words.reviews(totals.review)}
      </BigFigure>
      <BigFigure
        name={texts.unknown}
        value={formatPart(totals.unknown, all)}
        tone="unknown"
        to={to('Unknown')}
      >
        {words.unknowns(totals.unknown)}
      </BigFigure>
    </div>
  )
}

function BigFigure({
  name,
  value,
  tone,
  to,
  children,
}: {
  name: string
  value: string
  tone?: string
  to: string
  children: ReactNode
}) {
  return (
    <Link to={to} className={tone === undefined ? 'figure' : `figure tone-${tone}`}>
      <span>{name}</span>
      <strong>{value}</strong>
      <span>{children}</span>
    </Link>
  )
}
