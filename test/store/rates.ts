import { describe, expect, it } from 'vitest'
import type { RateStore } from '../../src/store/rates.ts'
import type { Subject } from './engine.ts'

const MOST_MS = 120_000
/** Slow machines: buckets refill while a test runs, by less than this. */
const MEANWHILE_MS = 30_000

let made = 0
const newSubject = (): bigint => BigInt(Date.now()) * 1_000_000n + BigInt(++made)

/** Only an engine that several nodes can share stores rates. */
export function ratesSuite(store: Subject, isShared: boolean): void {
  const rates = () => store().rates as RateStore

  if (!isShared) {
    it('has no shared rates', () => {
      expect(store().rates).toBeUndefined()
    })
    return
  }

  describe('rates', () => {
    it('add up per subject', async () => {
      const [one, other] = [newSubject(), -newSubject()]
      const owed = await rates().addUses(
        [
          { subject: one, costMs: 40_000 },
          { subject: other, costMs: 50_000 },
        ],
        MOST_MS,
      )
      expect(owed[0]).toBeCloseTo(40_000, 0)
      expect(owed[1]).toBeCloseTo(50_000, 0)
      const [again] = (await rates().addUses([{ subject: one, costMs: 35_000.5 }], MOST_MS)) as [number]
      expect(again).toBeLessThanOrEqual(75_001)
      expect(again).toBeGreaterThan(75_000 - MEANWHILE_MS)
      expect(await rates().addUses([], MOST_MS)).toEqual([])
    })

    it('can be read with a cost of zero, and have a maximum', async () => {
      const subject = newSubject()
      await rates().addUses([{ subject, costMs: 500_000 }], MOST_MS)
      const [owed] = (await rates().addUses([{ subject, costMs: 0 }], MOST_MS)) as [number]
      expect(owed).toBeLessThanOrEqual(MOST_MS)
      expect(owed).toBeGreaterThan(MOST_MS - MEANWHILE_MS)
    })

    it('add up with concurrent updates in different orders', async () => {
      const subjects = Array.from({ length: 20 }, newSubject)
      const add = (order: readonly bigint[]) =>
        rates().addUses(
          order.map((subject) => ({ subject, costMs: 5_000 })),
          MOST_MS,
        )
      await Promise.all(Array.from({ length: 8 }, (_, i) => add(i % 2 ? subjects : subjects.toReversed())))
      for (const owed of await rates().addUses(
        subjects.map((subject) => ({ subject, costMs: 0 })),
        MOST_MS,
      )) {
        expect(owed).toBeLessThanOrEqual(40_000)
        expect(owed).toBeGreaterThan(40_000 - MEANWHILE_MS)
      }
    })

    it('are deleted when the bucket is full', async () => {
      const [paid, owing] = [newSubject(), newSubject()]
      await rates().addUses(
        [
          { subject: paid, costMs: 0 },
          { subject: owing, costMs: 60_000 },
        ],
        MOST_MS,
      )
      await new Promise((resolve) => setTimeout(resolve, 5))
      expect(await rates().forget()).toBeGreaterThanOrEqual(1)
      const [owed] = (await rates().addUses([{ subject: owing, costMs: 0 }], MOST_MS)) as [number]
      expect(owed).toBeGreaterThan(60_000 - MEANWHILE_MS)
    })
  })

  describe('tries', () => {
    it('are counted, also concurrently, and can be reset', async () => {
      const subject = newSubject()
      const counts = await Promise.all(Array.from({ length: 9 }, () => rates().countTry(subject, 900_000)))
      expect(counts.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
      expect(await rates().countTry(newSubject(), 900_000)).toBe(1)
      await rates().forgetTries(subject)
      expect(await rates().countTry(subject, 900_000)).toBe(1)
    })

    it('start again after the window', async () => {
      const subject = newSubject()
      await rates().countTry(subject, 1)
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(await rates().tries(subject)).toEqual({ count: 0, leftMs: 0 })
      expect(await rates().countTry(subject, 900_000)).toBe(1)
      expect(await rates().countTry(subject, 1)).toBe(2)
    })

    it('are read without being counted, with the rest of the window', async () => {
      const subject = newSubject()
      expect(await rates().tries(subject)).toEqual({ count: 0, leftMs: 0 })
      await rates().countTry(subject, 900_000)
      await rates().countTry(newSubject(), 1)
      for (let i = 0; i < 2; i++) {
        const { count, leftMs } = await rates().tries(subject)
        expect(count).toBe(1)
        expect(leftMs).toBeGreaterThan(900_000 - MEANWHILE_MS)
        expect(leftMs).toBeLessThanOrEqual(900_000)
      }
    })
  })
}
