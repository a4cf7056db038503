import { describe, expect, it } from 'vitest'
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

    it('are counted per value, one per voter', async () => {
      const { challenges } = store()
      const task = { week: newWeek(), browserClass: CLASS, seed: 3 }
      for (const voter of [1, 2, 2, 5]) await challenges.vote({ ...task, voter, value: 'a' })
      await challenges.vote({ ...task, voter: 9, value: 'b' })
      expect(await challenges.countVotes(task, 63)).toEqual(
        new Map([
          ['a', 3],
          ['b', 1],
        ]),
      )
      expect(await challenges.countVotes(task, 9)).toEqual(new Map([['a', 3]]))
    })

    it('are replaced by a later vote of the same voter', async () => {
      const { challenges } = store()
      const task = { week: newWeek(), browserClass: CLASS, seed: 0 }
      await challenges.vote({ ...task, voter: 1, value: 'a' })
      await challenges.vote({ ...task, voter: 1, value: 'b' })
      expect(await challenges.countVotes(task, 0)).toEqual(new Map([['b', 1]]))
    })

    it('are separate for each week, class and seed', async () => {
      const { challenges } = store()
      const task = { week: newWeek(), browserClass: CLASS, seed: 1 }
      await challenges.vote({ ...task, voter: 1, value: 'a' })
      for (const other of [{ week: newWeek() }, { browserClass: 'gecko 153 Linux' }, { seed: 2 }]) {
        expect(await challenges.countVotes({ ...task, ...other }, 0)).toEqual(new Map())
      }
    })

    it('name their classes', async () => {
      const { challenges } = store()
      const week = newWeek()
      for (const browserClass of ['x', 'y', 'x']) {
        await challenges.vote({ week, browserClass, seed: 1, voter: 1, value: 'a' })
      }
      expect((await challenges.classesOf(week)).toSorted()).toEqual(['x', 'y'])
      expect(await challenges.classesOf(newWeek())).toEqual([])
    })

    it('are deleted by week', async () => {
      const { challenges } = store()
      const [old, kept] = [newWeek(), newWeek()]
      for (const week of [old, kept]) {
        await challenges.vote({ week, browserClass: CLASS, seed: 1, voter: 1, value: 'a' })
      }
      expect(await challenges.forgetBefore(kept)).toBeGreaterThanOrEqual(1)
      expect(await challenges.classesOf(old)).toEqual([])
      expect(await challenges.classesOf(kept)).toEqual([CLASS])
    })
  })
}
