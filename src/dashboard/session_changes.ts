/** Live updates: polls for changed sessions and refetches the lists if there are any. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SessionChanges } from '../contract/dashboard/sessions.ts'
import { apiPath, get } from './client.ts'

const POLL_MS = 3_000
const KEY = ['session-changes'] as const

/** Ids of the sessions in the latest change. */
export function useSessionChanges(): ReadonlySet<string> {
  const cache = useQueryClient()
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const cursor = cache.getQueryData<SessionChanges>(KEY)?.next
      const changes = await get<SessionChanges>(apiPath(['sessions', 'changes'], { cursor }), signal)
      if (changes.items.length > 0 || changes.overflow)
        void cache.invalidateQueries({ queryKey: ['sessions'] })
      return changes
    },
    refetchInterval: POLL_MS,
    staleTime: 0,
  })
  return new Set(data?.items.map((item) => item.session_id))
}
