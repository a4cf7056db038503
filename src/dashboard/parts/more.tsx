import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { texts } from '../texts.ts'

export interface MoreProps<Page> {
  readonly query: UseInfiniteQueryResult<InfiniteData<Page>>
  /** Shown items and all items, if known. */
  readonly counts?: { readonly shown: number; readonly total: number }
}

/** Button that loads the next page of a list. */
export function More<Page>({ query, counts }: MoreProps<Page>) {
  if (!query.hasNextPage) return null
  const size = query.data === undefined || counts === undefined ? 0 : counts.shown / query.data.pages.length
  return (
    <div className="more row">
      {counts !== undefined && <span className="faint">{texts.showing(counts.shown, counts.total)}</span>}
      <button type="button" disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        {query.isFetchingNextPage
          ? texts.loading
          : counts === undefined
            ? texts.more
            : texts.moreOf(Math.min(size, counts.total - counts.shown))}
      </button>
    </div>
  )
}
