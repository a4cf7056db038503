import { expect, it } from 'vitest'
import type { Store } from '../../../store/store.ts'
import { openMetrics } from '../../telemetry/metrics.ts'
import { addVoteMetrics } from './vote_metrics.ts'

it('counts the browser classes that no trusted browser confirms', async () => {
  const metrics = openMetrics()
  const votes = [
    { workspace: 'ws', browserClass: 'webkit 26 macOS', seed: 0, kind: 'network', value: 'a', votes: 12 },
  ]
  const challenges = { votesOf: async () => votes } as unknown as Store['challenges']
  addVoteMetrics(metrics, { challenges }, () => Date.UTC(2026, 10, 19))
  const text = await metrics.text()
  expect(text).toContain('\nbyhand_challenge_unconfirmed_classes{problem="untrusted"} 1\n')
  expect(text).toContain('\nbyhand_challenge_unconfirmed_classes{problem="disputed"} 0\n')
  metrics.close()
})
