import { describe, expect, it } from 'vitest'
import { openTurns } from './turns.ts'

describe('turns', () => {
  it('run one after the other for one key, and side by side for others', async () => {
    const turns = openTurns()
    const seen: string[] = []
    const gate = Promise.withResolvers<void>()
    const first = turns.take('a', async () => {
      seen.push('first begins')
      await gate.promise
      seen.push('first ends')
    })
    const second = turns.take('a', async () => {
      seen.push('second')
    })
    await turns.take('b', async () => {
      seen.push('other')
    })
    gate.resolve()
    await Promise.all([first, second])
    expect(seen).toEqual(['first begins', 'other', 'first ends', 'second'])
  })

  it('go on after a failure, and give each its own answer', async () => {
    const turns = openTurns()
    const failing = turns.take('a', async () => {
      throw new Error('no')
    })
    const next = turns.take('a', async () => 7)
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe(7)
  })
})
