/** Lists with cursor pagination. */
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { get } from './client.ts'

export interface PageOf<Item> {
  readonly items: readonly Item[]
  readonly next: string | null
}

/** `pathFor` gets the cursor of a page, or undefined for the first page. */
export function usePaged<Page extends PageOf<unknown>>(
  queryKey: QueryKey,
  pathFor: (cursor: string | undefined) => string,
  intervalMs: number | false = false,
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => get<Page>(pathFor(pageParam), signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    refetchInterval: intervalMs,
  })
}
