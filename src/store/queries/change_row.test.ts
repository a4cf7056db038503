import { describe, expect, it } from 'vitest'
import { StoreConflict } from '../errors.ts'
import { type ChangeableRow, openRowChanges } from './change_row.ts'

/** A row that two processes share. `onRead` runs between a read and its write. */
function sharedRow(onRead: () => void = () => {}) {
  const stored = { row: [] as readonly string[], revision: 0 }
  const held: ChangeableRow<readonly string[]> = {
    async read() {
      const found = { ...stored }
      onRead()
      return found
    },
    async write(after, revision) {
      if (stored.revision !== revision) return false
      Object.assign(stored, { row: after, revision: revision + 1 })
      return true
    },
  }
  return { stored, held }
}

const adding = (name: string) => (before: readonly string[]) => [...before, name]

describe('a changed row', () => {
  it('keeps the changes of writers in several processes', async () => {
    const { stored, held } = sharedRow()
    const [mine, theirs] = [openRowChanges(), openRowChanges()]
    const names = Array.from({ length: 40 }, (_, index) => `n${index}`)
    await Promise.all(names.map((name, index) => (index % 2 ? mine : theirs)('row', held, adding(name))))
    expect(stored.row.toSorted()).toEqual(names.toSorted())
  })

  it('loses changes if a write does not compare revisions (control)', async () => {
    const { stored, held } = sharedRow()
    const blind = { ...held, write: async (after: readonly string[]) => held.write(after, stored.revision) }
    const names = Array.from({ length: 40 }, (_, index) => `n${index}`)
    await Promise.all(names.map((name) => openRowChanges()('row', blind, adding(name))))
    expect(stored.row.length).toBeLessThan(names.length)
  })

  it('is computed again from the newer row', async () => {
    let reads = 0
    const { stored, held } = sharedRow(() => {
      if (++reads === 1) Object.assign(stored, { row: ['theirs'], revision: 1 })
    })
    expect(await openRowChanges()('row', held, adding('mine'))).toEqual({
      before: ['theirs'],
      after: ['theirs', 'mine'],
    })
  })

  it('is refused, and not written, when others always write first', async () => {
    const { stored, held } = sharedRow(() => {
      stored.revision++
    })
    await expect(openRowChanges()('row', held, adding('mine'))).rejects.toThrow(StoreConflict)
    expect(stored.row).toEqual([])
  })
})
