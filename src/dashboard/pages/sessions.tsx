import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SessionHistogram, SessionItem, SessionList } from '../../contract/dashboard/sessions.ts'
import { ScoreHistogram } from '../charts/score_histogram.tsx'
import { apiPath, get } from '../client.ts'
import { usePaged } from '../paged.ts'
import { DemoOffer } from '../parts/demo_offer.tsx'
import { Failure, Loading } from '../parts/loaded.tsx'
import { More } from '../parts/more.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { SessionFilters } from '../parts/session_filters.tsx'
import { SessionTable } from '../parts/session_table.tsx'
import { TorNotice } from '../parts/tor_notice.tsx'
import { useRoute } from '../router.ts'
import { useSessionChanges } from '../session_changes.ts'
import { readFilters } from '../session_filters.ts'
import { texts } from '../texts.ts'

const words = texts.sessions
const DOCS = ['how-to/review-sessions'] as const

export function Sessions() {
  const { search } = useRoute()
  const { filters, sort, isFiltered } = readFilters(search)
  const list = usePaged<SessionList>(['sessions', 'list', filters, sort], (before) =>
    apiPath(['sessions'], { ...filters, sort, before, limit: 50 }),
  )
  const histogram = useQuery({
    queryKey: ['sessions', 'histogram', filters],
    queryFn: ({ signal }) => get<SessionHistogram>(apiPath(['sessions', 'histogram'], filters), signal),
    placeholderData: keepPreviousData,
  })
  const fresh = useSessionChanges()
  const items: SessionItem[] = list.data?.pages.flatMap((page) => page.items) ?? []
  const isCut = list.data?.pages.at(-1)?.complete === false

  return (
    <Page title={words.title} lead={words.lead} docs={DOCS} actions={<LiveBadge />}>
      <TorNotice />
      {!isFiltered && <DemoOffer />}
      {(isFiltered || items.length > 0) && (
        <SessionFilters filters={filters} sort={sort} isFiltered={isFiltered} />
      )}
      {histogram.data !== undefined && <ScoreHistogram histogram={histogram.data} />}
      {list.error !== null && <Failure error={list.error} onRetry={() => list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data !== undefined && items.length === 0 && isFiltered && <NoMatch />}
      {items.length > 0 && (
        <section className="card flush" aria-label={words.title}>
          <SessionTable items={items} fresh={fresh} />
        </section>
      )}
      {isCut && <Notice tone="watch">{words.cut}</Notice>}
      <More query={list} />
    </Page>
  )
}

function NoMatch() {
  return (
    <div className="card empty">
      <h2>{words.noMatch}</h2>
      <p>{words.noMatchHint}</p>
    </div>
  )
}

function LiveBadge() {
  return (
    <span className="live">
      <span aria-hidden="true" /> {words.live}
    </span>
  )
}
