import { describe, expect, it } from 'vitest'
import { openTurnQueue } from './turn_queue.ts'

const task = (workspace: string, key: string, name: string) => ({ workspace, key, name })
type Task = ReturnType<typeof task>

function queueOf(...tasks: Task[]) {
  const queue = openTurnQueue<Task>()
  for (const one of tasks) queue.push(one)
  return queue
}

function drain(queue: ReturnType<typeof queueOf>): string {
  const names = []
  for (let next = queue.take(() => true); next; next = queue.take(() => true)) names.push(next.name)
  return names.join(' ')
}

describe('tasks that wait', () => {
  it('of one key keep their order (control)', () => {
    expect(drain(queueOf(task('w', 'k', 'a1'), task('w', 'k', 'a2'), task('w', 'k', 'b1')))).toBe('a1 a2 b1')
  })

  it('take turns by workspace, then by key', () => {
    const queue = queueOf(
      task('w', 'k', 'a1'),
      task('w', 'k', 'a2'),
      task('w', 'k', 'a3'),
      task('w', 'l', 'b1'),
      task('w', 'l', 'b2'),
      task('v', 'm', 'c1'),
      task('v', 'm', 'c2'),
    )
    expect(drain(queue)).toBe('a1 c1 b1 c2 a2 b2 a3')
    expect(queue.size).toBe(0)
  })

  it('wait while they are not ready, and hold up no other', () => {
    const queue = queueOf(task('w', 'k', 'large'), task('w', 'k', 'small'), task('v', 'k', 'large'))
    const isSmall = ({ name }: Task) => name === 'small'
    expect([queue.take(isSmall)?.name, queue.take(isSmall)]).toEqual(['small', undefined])
    expect(drain(queue)).toBe('large large')
  })

  it('can leave', () => {
    const leaving = task('w', 'k', 'b')
    const queue = queueOf(task('w', 'k', 'a'), leaving, task('w', 'k', 'c'))
    expect([queue.remove(leaving), queue.remove(leaving), queue.size]).toEqual([true, false, 2])
    expect(drain(queue)).toBe('a c')
  })

  it('make room for a key with fewer', () => {
    const queue = queueOf(task('w', 'k', 'a1'), task('w', 'k', 'a2'), task('w', 'l', 'b1'))
    expect(queue.dropFor({ workspace: 'w', key: 'k' })).toBeUndefined()
    expect(queue.dropFor({ workspace: 'w', key: 'l' })).toBeUndefined()
    expect(queue.dropFor({ workspace: 'v', key: 'm' })?.name).toBe('a2')
    expect(drain(queue)).toBe('a1 b1')
  })
})
