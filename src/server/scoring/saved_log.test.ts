import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventEntry } from '../../contract/session.ts'
import { compact, countEntries, entriesAfter, newestEntries, writeLog } from './saved_log.ts'

const anyLog: fc.Arbitrary<EventEntry[]> = fc.array(
  fc.record({
    action: fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('a,\nb', '},\n{', '[]', '\\\n"')),
    user_time: fc.string(),
    unix_timestamp: fc.integer(),
  }),
  { maxLength: 12 },
)
const anyCount = fc.integer({ min: 0, max: 14 })

describe('a saved log', () => {
  it('is counted and sliced without parsing', () => {
    fc.assert(
      fc.property(anyLog, anyCount, anyCount, (log, skip, limit) => {
        const saved = writeLog(log)
        expect(JSON.parse(saved)).toEqual(log)
        expect(compact(saved)).toBe(JSON.stringify(log))
        expect(countEntries(saved)).toBe(log.length)
        expect(JSON.parse(entriesAfter(saved, skip, limit + 1))).toEqual(log.slice(skip, skip + limit + 1))
        expect(JSON.parse(newestEntries(saved, limit + 1))).toEqual(log.slice(-(limit + 1)))
      }),
      { numRuns: 500 },
    )
  })
})
