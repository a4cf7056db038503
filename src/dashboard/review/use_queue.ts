/** The entries of a review queue. They stay in place while they are decided. */
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { get } from '../client.ts'
import type { PageOf } from '../paged.ts'

export function useQueue<Page extends PageOf<unknown>>(
  queryKey: QueryKey,
  pathFor: (cursor: string | undefined) => string,
) {
  return useInfiniteQuery({
    queryKey: ['review', ...queryKey],
    queryFn: ({ pageParam, signal }) => get<Page>(pathFor(pageParam), signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
