import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionHistogram, SessionItem, SessionList } from '../../contract/dashboard/sessions.ts'
import { totalOf, VisitsOverTime } from '../charts/visits_over_time.tsx'
import { apiPath, apiUrl } from '../client.ts'
import { usePermissions } from '../me.ts'
import { DemoOffer } from '../parts/demo_offer.tsx'
import { Empty } from '../parts/empty.tsx'
import { Failure, Loading } from '../parts/loaded.tsx'
import { More } from '../parts/more.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { SessionTable } from '../parts/session_table.tsx'
import { PeriodLinks, TextField, VisitFilters } from '../parts/visit_filters.tsx'
import { navigate, useRoute, withSearch } from '../router.ts'
import { MarkMany } from '../session/mark_many.tsx'
import { useSessionChanges } from '../session_changes.ts'
import { type Filters, type Order, queryOf, readFilters } from '../session_filters.ts'
import { texts } from '../texts.ts'
import { useData, usePages } from '../use_data.ts'

const words = texts.sessions
const DOCS = ['how-to/review-sessions'] as const

export function Sessions() {
  const { search } = useRoute()
  const can = usePermissions()
  const read = readFilters(search)
  const { order, isFiltered, period } = read
  const query = queryOf(read, Date.now())
  const list = usePages<SessionList>(['sessions'], { ...query, order, limit: 50 })
  const { q, ...counted } = query
  const histogram = useData<SessionHistogram>(['sessions', 'histogram'], counted, {
    placeholderData: keepPreviousData,
    enabled: q === undefined,
  })
  const fresh = useSessionChanges()
  const items: SessionItem[] = list.data?.pages.flatMap((page) => page.items) ?? []
  const isCut = list.data?.pages.at(-1)?.complete === false
  const isNarrowed = isFiltered || period !== 'all'
  const isShown = isNarrowed || items.length > 0
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  function choose(ids: readonly string[], isChosen: boolean) {
    const next = new Set(chosen)
    for (const id of ids) isChosen ? next.add(id) : next.delete(id)
    setChosen(next)
  }

  return (
    <Page
      title={words.title}
      docs={DOCS}
      actions={
        isShown && (
          <>
            <LiveBadge />
            <PeriodLinks period={period} />
            {can.analyze && q === undefined && <ExportLink filters={counted} />}
          </>
        )
      }
    >
      {!isNarrowed && <DemoOffer />}
      {isShown && (
        <VisitFilters read={read}>
          <TextField name="q" filters={read.filters} type="search" placeholder={words.filter.qHint} />
          <OrderSelect order={order} />
        </VisitFilters>
      )}
      {q === undefined && histogram.data !== undefined && totalOf(histogram.data.totals) > 0 && (
        <VisitsOverTime histogram={histogram.data} />
      )}
      {list.error !== null && <Failure error={list.error} onRetry={() => list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data !== undefined && items.length === 0 && isNarrowed && (
        <Empty
          icon="search"
          title={words.noMatch}
          hint={texts.overview.noneHint(isFiltered, period === 'all')}
        />
      )}
      {items.length > 0 && (
        <div className="card flush">
          {can.analyze ? (
            <SessionTable items={items} fresh={fresh} chosen={chosen} choose={choose} />
          ) : (
            <SessionTable items={items} fresh={fresh} />
          )}
        </div>
      )}
      <div className={chosen.size > 0 ? 'bulk-bar open' : 'bulk-bar'}>
        <MarkMany ids={[...chosen]} onDone={() => setChosen(new Set())}>
          {chosen.size > 0 && (
            <button type="button" className="quiet small" onClick={() => setChosen(new Set())}>
              {words.clearChoice}
            </button>
          )}
        </MarkMany>
      </div>
      {isCut && <Notice tone="watch">{words.cut}</Notice>}
      <More query={list} />
    </Page>
  )
}

/** The file holds the visits of the current filter. */
function ExportLink({ filters }: { filters: Filters }) {
  return (
    <a
      className="button"
      href={apiUrl(apiPath(['exports', 'sessions'], { ...filters, format: 'csv' }))}
      download
    >
      {words.export}
    </a>
  )
}

function OrderSelect({ order }: { order: Order }) {
  return (
    <label className="field">
      <span className="label">{words.filter.order}</span>
      <select
        value={order}
        onChange={(event) => navigate(withSearch({ order: event.target.value }), { replace: true })}
      >
        {(['newest', 'oldest', 'score'] as const).map((name) => (
          <option key={name} value={name}>
            {words.filter.orders[name]}
          </option>
        ))}
      </select>
    </label>
  )
}

function LiveBadge() {
  return (
    <span className="live">
      <span aria-hidden="true" /> {words.live}
    </span>
  )
}
