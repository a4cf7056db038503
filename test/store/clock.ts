import { describe, expect, it } from 'vitest'
import type { Subject } from './engine.ts'

const ROW = {
  newest: 1_800_000_000_000,
  reference: 1_799_999_000_000,
  shown: 1_900_000_000_000,
  steadyMs: 60_000,
  doubtfulSince: null,
  gaps: [{ from: 1, until: 2 }],
  leaps: [34_560_000_000],
  retainedAt: 1_700_000_000_000,
  held: { ws_a: { retainedAt: 1, heldAt: 2, unforeseen: 51 } },
  confirmed: { ws_b: 3 },
}

export function clockSuite(store: Subject): void {
  describe('what is known about the time', () => {
    it('is one row, which the first of several nodes creates', async () => {
      const { clock } = store()
      await Promise.all([clock.create(ROW), clock.create(ROW), clock.create(ROW)])
      await clock.create({ ...ROW, newest: 5 })
      expect(await clock.read()).toEqual(ROW)
    })

    it('keeps every concurrent change', async () => {
      const { clock } = store()
      const added = Array.from({ length: 8 }, (_, index) =>
        clock.change((before) => ({ ...before, confirmed: { ...before.confirmed, [`ws_${index}`]: index } })),
      )
      await Promise.all(added)
      await clock.change((before) => ({ ...before, doubtfulSince: 7 }))
      const row = await clock.read()
      expect(row?.doubtfulSince).toBe(7)
      expect(Object.keys(row?.confirmed ?? {})).toHaveLength(9)
    })
  })
}
