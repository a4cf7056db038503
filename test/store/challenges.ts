import { describe, expect, it } from 'vitest'
import type { ChallengeStore, ChallengeVoter } from '../../src/store/challenges.ts'
import type { Subject } from './engine.ts'

let lastWeek = Math.floor(Date.now() / 1000)

/** Each test has weeks of its own, later than those of earlier tests and earlier runs. */
const newWeek = (): number => {
  lastWeek += 10
  return lastWeek
}

export function challengesSuite(store: Subject): void {
  describe('votes on challenges', () => {
    const CLASS = 'chromium 156 Linux'
    const network = (number: number): ChallengeVoter => ({ workspace: 'ws', kind: 'network', number })
    const counts = async (...args: Parameters<ChallengeStore['countVotes']>) =>
      (await store().challenges.countVotes(...args))
        .map(({ kind, value, votes }) => `${kind} ${value} ${votes}`)
        .sort()

    it('are counted per value, one per voter', async () => {
      const { challenges } = store()
      const task = { week: newWeek(), browserClass: CLASS, seed: 3 }
      for (const number of [1, 2, 2, 5]) await challenges.vote(task, network(number), 'a')
      await challenges.vote(task, network(9), 'b')
      expect(await counts(task, network(63))).toEqual(['network a 3', 'network b 1'])
      expect(await counts(task, network(9))).toEqual(['network a 3'])
    })

    it('are replaced by a later vote of the same voter', async () => {
      const { challenges } = store()
      const task = { week: newWeek(), browserClass: CLASS, seed: 0 }
      await challenges.vote(task, network(1), 'a')
      await challenges.vote(task, network(1), 'b')
      expect(await counts(task, network(0))).toEqual(['network b 1'])
    })

    it('are separate for each week, class and seed', async () => {
      const { challenges } = store()
      const task = { week: newWeek(), browserClass: CLASS, seed: 1 }
      await challenges.vote(task, network(1), 'a')
      for (const other of [{ week: newWeek() }, { browserClass: 'gecko 153 Linux' }, { seed: 2 }]) {
        expect(await counts({ ...task, ...other }, network(0))).toEqual([])
      }
    })

    it('of each kind count apart, and only in their workspace', async () => {
      const { challenges } = store()
      const task = { week: newWeek(), browserClass: CLASS, seed: 1 }
      const member = { workspace: 'ws', kind: 'member', number: 1 } as const
      await challenges.vote(task, network(1), 'a')
      await challenges.vote(task, member, 'b')
      await challenges.vote(task, { ...member, kind: 'user' }, 'b')
      await challenges.vote(task, { ...member, workspace: 'other' }, 'c')
      await challenges.vote(task, { ...network(2), workspace: 'other' }, 'c')
      expect(await counts(task, network(0))).toEqual(['member b 1', 'network a 1', 'user b 1'])
      expect(await counts(task, { ...network(0), workspace: 'other' })).toEqual(['member c 1', 'network c 1'])
      expect(await counts(task, member)).toEqual(['network a 1', 'user b 1'])
      expect(await counts(task, { ...network(1), workspace: 'none' })).toEqual([])
    })

    it('are listed by week, of one workspace or of all', async () => {
      const { challenges } = store()
      const week = newWeek()
      const task = { week, browserClass: CLASS, seed: 1 }
      const votes = { browserClass: CLASS, seed: 1, kind: 'network', value: 'a' }
      for (const number of [1, 2]) await challenges.vote(task, network(number), 'a')
      await challenges.vote(task, { ...network(1), workspace: 'other' }, 'a')
      await challenges.vote({ ...task, week: newWeek() }, network(1), 'a')
      expect(await challenges.votesOf(week, 'ws')).toEqual([{ ...votes, workspace: 'ws', votes: 2 }])
      const all = await challenges.votesOf(week)
      expect(all.map(({ workspace, votes }) => `${workspace} ${votes}`).toSorted()).toEqual([
        'other 1',
        'ws 2',
      ])
    })

    it('name the classes of networks', async () => {
      const { challenges } = store()
      const week = newWeek()
      for (const browserClass of ['x', 'y', 'x']) {
        await challenges.vote({ week, browserClass, seed: 1 }, network(1), 'a')
      }
      const task = { week, browserClass: 'x', seed: 1 }
      await challenges.vote(task, { ...network(1), workspace: 'other' }, 'a')
      await challenges.vote({ ...task, browserClass: 'z' }, { ...network(1), kind: 'user' }, 'a')
      const names = (await challenges.networkClasses(week)).map(
        ({ workspace, browserClass }) => `${workspace} ${browserClass}`,
      )
      expect(names.toSorted()).toEqual(['other x', 'ws x', 'ws y'])
      expect(await challenges.networkClasses(newWeek())).toEqual([])
    })

    it('are deleted by week', async () => {
      const { challenges } = store()
      const [old, kept] = [newWeek(), newWeek()]
      for (const week of [old, kept]) {
        await challenges.vote({ week, browserClass: CLASS, seed: 1 }, network(1), 'a')
      }
      expect(await challenges.forgetBefore(kept)).toBeGreaterThanOrEqual(1)
      expect(await challenges.networkClasses(old)).toEqual([])
      expect(await challenges.networkClasses(kept)).toEqual([{ workspace: 'ws', browserClass: CLASS }])
    })
  })
}
