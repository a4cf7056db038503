import { describe, expect, it } from 'vitest'
import type { Subject } from './engine.ts'

let made = 0
const newResult = () => ({
  workspace: 'ws_used',
  sessionId: 's',
  resultId: `r${made++}-${Math.random()}`,
  idempotencyKey: null,
  usedAt: 500,
  expiresAt: 2_000,
})

export function usedResultsSuite(store: Subject): void {
  describe('used results', () => {
    it('can be used once in their workspace', async () => {
      const { usedResults } = store()
      const result = newResult()
      expect(await usedResults.use(result)).toBe(true)
      expect(await usedResults.use(result)).toBe(false)
      expect(await usedResults.use({ ...result, workspace: 'ws_other' })).toBe(true)
    })

    it('can be used once by many callers at the same time', async () => {
      const { usedResults } = store()
      const result = newResult()
      const answers = await Promise.all(Array.from({ length: 20 }, () => usedResults.use(result)))
      expect(answers.filter(Boolean)).toHaveLength(1)
    })

    it('can be used again with the same idempotency key only', async () => {
      const { usedResults } = store()
      const result = { ...newResult(), idempotencyKey: 'a' }
      expect(await usedResults.use(result)).toBe(true)
      expect(await usedResults.use(result)).toBe(true)
      expect(await usedResults.use({ ...result, idempotencyKey: 'b' })).toBe(false)
      expect(await usedResults.use({ ...result, idempotencyKey: null })).toBe(false)
      const without = newResult()
      await usedResults.use(without)
      expect(await usedResults.use({ ...without, idempotencyKey: 'a' })).toBe(false)
    })

    it('are found by their session until they expire', async () => {
      const { usedResults } = store()
      const sessionId = `s${Math.random()}`
      const [one, two] = [newResult(), newResult()].map((result) => ({ ...result, sessionId }))
      await usedResults.use({ ...newResult(), sessionId: 'other' })
      for (const result of [one, two]) if (result) await usedResults.use(result)
      const found = await usedResults.ofSession('ws_used', sessionId, 1_999)
      expect(new Map(found)).toEqual(new Map([one, two].map((result) => [result?.resultId, 500])))
      expect((await usedResults.ofSession('ws_used', sessionId, 2_000)).size).toBe(0)
      expect((await usedResults.ofSession('ws_other', sessionId, 0)).size).toBe(0)
    })

    it('can be used again when they have expired, also before they are deleted', async () => {
      const { usedResults } = store()
      const result = newResult()
      await usedResults.use(result)
      expect(await usedResults.use({ ...result, usedAt: 1_999, expiresAt: 9_000 })).toBe(false)
      expect(await usedResults.use({ ...result, usedAt: 2_000, expiresAt: 9_000 })).toBe(true)
      expect(await usedResults.use({ ...result, usedAt: 2_001, expiresAt: 9_000 })).toBe(false)
    })

    it('can be used again after they were withdrawn', async () => {
      const { usedResults } = store()
      const [result, other] = [newResult(), newResult()]
      for (const each of [result, other]) await usedResults.use(each)
      await usedResults.withdraw(result)
      expect(await usedResults.use(result)).toBe(true)
      expect(await usedResults.use(other)).toBe(false)
    })

    it('are deleted when they have expired', async () => {
      const { usedResults } = store()
      const [old, kept] = [{ ...newResult(), expiresAt: 1_000 }, newResult()]
      await usedResults.use(old)
      await usedResults.use(kept)
      expect(await usedResults.forgetExpired(1_000)).toBe(1)
      expect(await usedResults.use(old)).toBe(true)
      expect(await usedResults.use(kept)).toBe(false)
    })
  })
}
