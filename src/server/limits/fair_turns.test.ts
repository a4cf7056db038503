import { expect, it } from 'vitest'
import { openFairTurns, type TurnLimits } from './fair_turns.ts'

const LIMITS: TurnLimits = {
  running: 2,
  runningPerWorkspace: 1,
  waiting: 3,
  refusal: () => new Error('no turn'),
}

/** Tasks that run until they are ended, and the names of those that began. */
function tasksOf(limits: Partial<TurnLimits> = {}) {
  const inTurn = openFairTurns({ ...LIMITS, ...limits })
  const began: string[] = []
  const ends = new Map<string, () => void>()
  return {
    began,
    add(name: string): Promise<string> {
      const work = Promise.withResolvers<string>()
      return inTurn(name.slice(0, 1), () => {
        began.push(name)
        ends.set(name, () => work.resolve(name))
        return work.promise
      }).catch((error: Error) => error.message)
    },
    async end(name: string): Promise<void> {
      await settled()
      ends.get(name)?.()
      await settled()
    },
  }
}

/** After the tasks that can begin have begun. */
const settled = () => new Promise(setImmediate)

it('runs as many as the node allows, of as many workspaces', async () => {
  const tasks = tasksOf()
  for (const name of ['a1', 'a2', 'b1', 'c1']) void tasks.add(name)
  await settled()
  expect(tasks.began).toEqual(['a1', 'b1'])
})

it('runs several of one workspace where its limit allows them (control)', async () => {
  const tasks = tasksOf({ runningPerWorkspace: 2 })
  for (const name of ['a1', 'a2', 'b1', 'c1']) void tasks.add(name)
  await settled()
  expect(tasks.began).toEqual(['a1', 'a2'])
})

it('takes turns by workspace, and returns what the work returns', async () => {
  const tasks = tasksOf({ running: 1 })
  const first = tasks.add('a1')
  for (const name of ['a2', 'a3', 'b1']) void tasks.add(name)
  for (const name of ['a1', 'a2', 'b1']) await tasks.end(name)
  expect(await first).toBe('a1')
  expect(tasks.began).toEqual(['a1', 'a2', 'b1', 'a3'])
})

it('gives the turn of work that fails to the next', async () => {
  const inTurn = openFairTurns({ ...LIMITS, running: 1 })
  const failing = inTurn('a', () => Promise.reject(new Error('failed')))
  const next = inTurn('b', async () => 'next')
  await expect(failing).rejects.toThrow('failed')
  expect(await next).toBe('next')
})

it('makes room for another workspace when too many wait', async () => {
  const tasks = tasksOf({ running: 1 })
  const [, a2, a3, a4] = ['a1', 'a2', 'a3', 'a4'].map(tasks.add)
  expect(await tasks.add('a5')).toBe('no turn')
  const b1 = tasks.add('b1')
  expect(await a4).toBe('no turn')
  for (const name of ['a1', 'a2', 'b1', 'a3']) await tasks.end(name)
  expect(await Promise.all([a2, b1, a3])).toEqual(['a2', 'b1', 'a3'])
})

it('refuses a task that waits too long, and none that runs', async () => {
  const tasks = tasksOf({ running: 1, waitMs: 20 })
  const running = tasks.add('a1')
  expect(await tasks.add('b1')).toBe('no turn')
  await tasks.end('a1')
  expect(await running).toBe('a1')
  expect(tasks.began).toEqual(['a1'])
})
