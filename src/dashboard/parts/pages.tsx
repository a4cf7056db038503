import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PageOf } from '../use_data.ts'
import { Failure, Loading } from './loaded.tsx'
import { More } from './more.tsx'

export interface PagesProps<Item> {
  readonly query: UseInfiniteQueryResult<InfiniteData<PageOf<Item>>>
  /** Shown for a list without items. */
  readonly none?: ReactNode
  /** How many items there are in all, if known. */
  readonly total?: number
  children(items: readonly Item[]): ReactNode
}

/** Renders the loaded pages of a list, an error or a loading message, and the button for the next page. */
export function Pages<Item>({ query, none, total, children }: PagesProps<Item>) {
  const items = query.data?.pages.flatMap((page) => page.items)
  return (
    <>
      {query.isPending && <Loading />}
      {query.error !== null && <Failure error={query.error} onRetry={() => query.refetch()} />}
      {items !== undefined && (items.length === 0 ? none : children(items))}
      <More query={query} {...(total !== undefined && { counts: { shown: items?.length ?? 0, total } })} />
    </>
  )
}
