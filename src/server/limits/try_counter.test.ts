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

  it('stay bounded: the subjects with the fewest tries are evicted, and counts near a limit stay', async () => {
    const { count, tries } = counter()
    for (let i = 0; i < 9; i++) await count('guesser')
    for (let i = 0; i < 2; i++) await count('twice')
    for (let i = 0; i < 200_000; i++) await count(`${i}`)
    expect((await tries('guesser')).count).toBe(9)
    expect((await tries('twice')).count).toBe(2)
    // Control: of the others, the newest ones are held.
    expect((await tries('0')).count).toBe(0)
    expect((await tries('199999')).count).toBe(1)
    expect(await count('new')).toBe(1)
  })
})
