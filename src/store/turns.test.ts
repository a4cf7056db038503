import { describe, expect, it } from 'vitest'
import { openTurns } from './turns.ts'

describe('turns', () => {
  it('run in sequence for one key and in parallel for other keys', async () => {
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

  it('continue after a failure and return the value of each task', async () => {
    const turns = openTurns()
    const failing = turns.take('a', async () => {
      throw new Error('no')
    })
    const next = turns.take('a', async () => 7)
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe(7)
  })
})
