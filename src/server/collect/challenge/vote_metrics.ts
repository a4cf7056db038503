import type { Store } from '../../../store/store.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { unconfirmedClasses } from './unconfirmed_classes.ts'

/** Read at each scrape. Nodes that share a store report the same values. */
export function addVoteMetrics(
  metrics: Pick<Metrics, 'gauge'>,
  { challenges }: Pick<Store, 'challenges'>,
  now: () => number,
): void {
  metrics.gauge(
    'byhand_challenge_unconfirmed_classes',
    'Browser classes whose visitors pass no challenge because votes are missing or disagree, summed over workspaces.',
    async () => {
      const counts = new Map([
        ['untrusted', 0],
        ['split', 0],
        ['disputed', 0],
      ])
      for (const { problem } of await unconfirmedClasses(challenges, now()))
        counts.set(problem, (counts.get(problem) ?? 0) + 1)
      return counts
    },
    'problem',
  )
}
