/** What waits for a person, and whether data arrives, whatever the filters of a page. */
import { useQuery } from '@tanstack/react-query'
import type { OverviewStatus } from '../contract/dashboard/overview.ts'
import { get } from './client.ts'

const REFRESH_MS = 30_000

export const useStatus = () =>
  useQuery({
    queryKey: ['sessions', 'overview-status'],
    queryFn: ({ signal }) => get<OverviewStatus>('/overview/status', signal),
    refetchInterval: REFRESH_MS,
  })
