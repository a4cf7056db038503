/** The entries of a review queue. They stay in place while they are decided. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { apiPath, get } from '../client.ts'
import type { PageOf, Search } from '../use_data.ts'

export function useQueue<Page extends PageOf<unknown>>(segments: readonly string[], search: Search) {
  return useInfiniteQuery({
    // Not under the path itself: decisions refetch the lists there.
    queryKey: ['review', ...segments, search],
    queryFn: ({ pageParam, signal }) =>
      get<Page>(apiPath(segments, { ...search, cursor: pageParam }), signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
