import { describe, expect, it } from 'vitest'
import type { TaskVotes } from '../../store/challenges.ts'
import { checkBrowsers } from './browsers.ts'

const NOW = Date.UTC(2026, 10, 19)
const vote = { workspace: 'ws', browserClass: 'gecko 153 Linux x64', seed: 0 } as const
const check = (votes: TaskVotes[]) => checkBrowsers({ votesOf: async () => votes }, NOW)

describe('checkBrowsers', () => {
  it('names a class that lost the agreement of visitors', async () => {
    const finding = await check([
      { ...vote, kind: 'member', value: 'a', votes: 1 },
      { ...vote, kind: 'network', value: 'b', votes: 40 },
    ])
    expect(finding.state).toBe('warning')
    expect(finding.detail).toBe(
      'Visitors are not accepted automatically with 1 browser class: gecko 153 Linux x64 in workspace ws (40 networks, visitors draw otherwise than trusted browsers).',
    )
  })

  it('is content while visitors agree', async () => {
    const finding = await check([
      { ...vote, kind: 'member', value: 'a', votes: 1 },
      { ...vote, kind: 'network', value: 'a', votes: 40 },
    ])
    expect(finding.state).toBe('ok')
  })
})
