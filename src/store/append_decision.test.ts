import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newBatch } from '../../test/store/engine.ts'
import { decideAppend, keptDigest } from './append_decision.ts'
import type { NewBatch, SessionState } from './sessions.ts'

const KEY = { workspace: 'w', sessionId: 's' }

/** Applies the batches one after the other, like an engine. */
function stateAfter(batches: readonly NewBatch[]): SessionState | null {
  const held = new Map<string, Uint8Array>()
  let state: SessionState | null = null
  for (const batch of batches) {
    const place = `${batch.tab} ${batch.seq}`
    const { next, keep } = decideAppend(state, held.get(place) ?? null, batch)
    if (keep) held.set(place, keptDigest(batch.digest))
    state = next ?? state
  }
  return state
}

const batches = fc.uniqueArray(
  fc.record(
    {
      tab: fc.constantFrom('AAAAAAAA', 'BBBBBBBB'),
      page: fc.nat(2),
      seq: fc.nat(5),
      userId: fc.constantFrom('a', 'b', ''),
      tags: fc.subarray(['x', 'y', 'z']),
      intro: fc.integer({ min: 1, max: 4 }),
    },
    { requiredKeys: ['tab', 'page', 'seq'] },
  ),
  { selector: ({ tab, seq }) => `${tab} ${seq}`, minLength: 1 },
)

describe('the decision to append a batch', () => {
  it('gives the same user, tags and counts in any order of arrival', () => {
    fc.assert(
      fc.property(
        batches.chain((given) =>
          fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
        ),
        ([given, shuffled]) => {
          const stateOf = (list: typeof given) => {
            const { userId, tags, revision, batchCount, rowCount, byteCount } = stateAfter(
              list.map((one) => newBatch({ ...KEY, ...one })),
            ) as SessionState
            return { userId, tags, revision, batchCount, rowCount, byteCount }
          }
          expect(stateOf(shuffled)).toEqual(stateOf(given))
        },
      ),
    )
  })

  it('takes user and tags with the highest number, also from an earlier page', () => {
    const list = [
      { tab: 'AAAAAAAA', page: 0, seq: 0, tags: ['outer'], intro: 1 },
      { tab: 'BBBBBBBB', page: 1, seq: 0, tags: ['outer', 'inner'], intro: 2 },
      { tab: 'AAAAAAAA', page: 0, seq: 1, tags: ['late'], userId: 'u', intro: 3 },
    ].map((one) => newBatch({ ...KEY, ...one }))
    expect(stateAfter(list)).toMatchObject({ tags: ['late'], userId: 'u' })
    expect(stateAfter(list.toReversed())).toMatchObject({ tags: ['late'], userId: 'u' })
  })

  it('ignores repeated batches', () => {
    fc.assert(
      fc.property(batches, (given) => {
        const list = given.map((one) => newBatch({ ...KEY, ...one }))
        expect(stateAfter([...list, ...list])).toEqual(stateAfter(list))
      }),
    )
  })

  it('updates `due` at most every five seconds', () => {
    const at = (receivedAt: number, seq: number) => newBatch({ ...KEY, receivedAt, seq })
    expect(stateAfter([at(1_000, 0), at(5_900, 1)])).toMatchObject({ due: 1_000, lastAt: 5_900 })
    expect(stateAfter([at(1_000, 0), at(6_001, 1)])).toMatchObject({ due: 6_001, lastAt: 6_001 })
  })
})
