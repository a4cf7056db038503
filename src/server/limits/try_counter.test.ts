import { describe, expect, it } from 'vitest'
import { countInMemory } from './try_counter.ts'

const HOUR_MS = 3_600_000

function counter() {
  let clock = 0
  return {
    ...countInMemory({ kind: 'test', windowMs: HOUR_MS }, () => clock),
    wait: (ms: number) => {
      clock += ms
    },
  }
}

describe('tries in memory', () => {
  it('are counted in a window that starts with the first one', async () => {
    const { count, tries, wait } = counter()
    expect(await tries('a')).toEqual({ count: 0, leftMs: 0 })
    expect(await count('a')).toBe(1)
    wait(HOUR_MS / 2)
    expect(await count('a')).toBe(2)
    expect(await tries('a')).toEqual({ count: 2, leftMs: HOUR_MS / 2 })
    wait(HOUR_MS / 2)
    expect(await tries('a')).toEqual({ count: 0, leftMs: 0 })
    expect(await count('a')).toBe(1)
  })

  it('are separate for each subject, and can be forgotten', async () => {
    const { count, tries, forget } = counter()
    await count('a')
    await count('b')
    await forget('a')
    expect((await tries('a')).count).toBe(0)
    expect((await tries('b')).count).toBe(1)
  })

  it('stay bounded: when all entries are current, new subjects are over every limit', async () => {
    const { count, tries, wait } = counter()
    for (let i = 0; i < 50_000; i++) await count(`${i}`)
    expect(await count('new')).toBe(Number.POSITIVE_INFINITY)
    expect((await tries('new')).count).toBe(Number.POSITIVE_INFINITY)
    expect(await count('1')).toBe(2)
    wait(HOUR_MS)
    expect(await count('new')).toBe(1)
  })
})
