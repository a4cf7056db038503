import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { texts } from '../texts.ts'

/** Button that loads the next page of a list. */
export function More<Page>({ query }: { query: UseInfiniteQueryResult<InfiniteData<Page>> }) {
  if (!query.hasNextPage) return null
  return (
    <div className="more">
      <button type="button" disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        {query.isFetchingNextPage ? texts.loading : texts.more}
      </button>
    </div>
  )
}
