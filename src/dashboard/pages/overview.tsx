import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Overview as OverviewData } from '../../contract/dashboard/overview.ts'
import { totalOf, VisitsOverTime } from '../charts/visits_over_time.tsx'
import { apiPath, get } from '../client.ts'
import { Breakdowns } from '../overview/breakdowns.tsx'
import { Headline } from '../overview/headline.tsx'
import { StatusCards } from '../overview/status_cards.tsx'
import { DemoOffer } from '../parts/demo_offer.tsx'
import { Empty } from '../parts/empty.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { PeriodLinks, VisitFilters } from '../parts/visit_filters.tsx'
import { type Search, useRoute } from '../router.ts'
import { queryOf, readFilters } from '../session_filters.ts'
import { texts } from '../texts.ts'
import { useStatus } from '../use_status.ts'

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
  const status = useStatus()
  const isEmpty = status.data !== undefined && status.data.last_batch_at === null
  if (isEmpty)
    return (
      <Page title={words.title} docs={DOCS}>
        <DemoOffer />
        {status.data.surveys.length > 0 && (
          <div className="masonry">
            <StatusCards status={status.data} />
          </div>
        )}
      </Page>
    )
  const listed: Search = { ...read.filters, ...(read.period !== 'custom' && { period: read.period }) }
  return (
    <Page title={words.title} docs={DOCS} actions={<PeriodLinks period={read.period} />}>
      <DemoOffer />
      <Loaded query={overview}>
        {(data) => (
          <>
            <Headline data={data} period={read.period} listed={listed} waiting={status.data?.to_review} />
            <VisitFilters read={read} />
            {totalOf(data.trend.totals) === 0 ? (
              <Empty
                icon="overview"
                title={words.none}
                hint={words.noneHint(read.isFiltered, read.period === 'all')}
              />
            ) : (
              <VisitsOverTime histogram={data.trend} previous={data.previous} listed={listed} />
            )}
            <div className="masonry">
              {totalOf(data.trend.totals) > 0 && <Breakdowns data={data} filters={read.filters} />}
              {status.data !== undefined && <StatusCards status={status.data} />}
            </div>
            {data.breakdowns_of !== null && (
              <p className="small-print">{words.sampled(data.breakdowns_of)}</p>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}
