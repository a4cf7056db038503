import type { Together } from '../../src/dashboard/review/together.ts'
import { useData } from '../../src/dashboard/use_data.ts'
import type { SessionClusters } from './contract.ts'
import { texts } from './texts.ts'

/** Sessions that share a rhythm, a mouse path, typing statistics, a device or an address with one in review. */
export function useLinkedSessions(): (id: string) => readonly Together[] {
  const clusters = useData<SessionClusters>(['session-clusters']).data?.items ?? []
  return (id) =>
    clusters
      .filter(({ members }) => members.some(({ session_id }) => session_id === id))
      .map(({ kind, members }) => ({
        name: texts.kinds[kind],
        ids: members.map(({ session_id }) => session_id).filter((other) => other !== id),
      }))
}
