/** Live updates: a cheap question every few seconds; when something came, the lists are read anew. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SessionChanges } from '../contract/dashboard/sessions.ts'
import { apiTo, get } from './client.ts'

const EVERY_MS = 3_000
const KEY = ['session-changes'] as const

/** Ids of what came or changed last. */
export function useSessionChanges(): ReadonlySet<string> {
  const cache = useQueryClient()
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const since = cache.getQueryData<SessionChanges>(KEY)?.since
      const changes = await get<SessionChanges>(apiTo(['sessions', 'changes'], { since }), signal)
      if (changes.items.length > 0 || changes.overflow)
        void cache.invalidateQueries({ queryKey: ['sessions'] })
      return changes
    },
    refetchInterval: EVERY_MS,
    staleTime: 0,
  })
  return new Set(data?.items.map((item) => item.session_id))
}
