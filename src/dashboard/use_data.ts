/** Data of the API in React components. Its path is its key in the cache: `['surveys', id]` covers all data of a survey. */
import { keepPreviousData, type UseQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { apiPath, get } from './client.ts'

export type Search = Readonly<Record<string, string | number | undefined>>

export type DataOptions<Data> = Omit<UseQueryOptions<Data>, 'queryKey' | 'queryFn'>

/** The key of `useData` in the cache. */
export const dataKey = (segments: readonly string[], search: Search = {}) => [...segments, search]

export const useData = <Data>(
  segments: readonly string[],
  search: Search = {},
  options: DataOptions<Data> = {},
) =>
  useQuery<Data>({
    queryKey: dataKey(segments, search),
    queryFn: ({ signal }) => get<Data>(apiPath(segments, search), signal),
    ...options,
  })

export interface PageOf<Item> {
  readonly items: readonly Item[]
  readonly next: string | null
}

export interface PagesOptions {
  readonly refetchInterval?: number | false
  /** Shows the pages of the previous search until the first page of a new one is there. */
  readonly keepsPrevious?: boolean
}

/** A list with cursor pagination. */
export const usePages = <Page extends PageOf<unknown>>(
  segments: readonly string[],
  search: Search = {},
  { refetchInterval = false, keepsPrevious = false }: PagesOptions = {},
) =>
  useInfiniteQuery({
    queryKey: [...segments, search, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      get<Page>(apiPath(segments, { ...search, cursor: pageParam }), signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  })
