import { describe, expect, it } from 'vitest'
import { usableQuestionId, usableTags, usableUserId } from './options.ts'

function tagsOf(given: Parameters<typeof usableTags>[0]) {
  const faults: string[] = []
  return { tags: usableTags(given, (fault) => faults.push(fault)), faults: faults.length }
}
function userOf(given: Parameters<typeof usableUserId>[0]) {
  const faults: string[] = []
  return { user: usableUserId(given, (fault) => faults.push(fault)), faults: faults.length }
}

describe('options', () => {
  it('take tags as a list or separated by commas', () => {
    expect(tagsOf(' a, b ,,c')).toEqual({ tags: ['a', 'b', 'c'], faults: 0 })
    expect(tagsOf(['a', ' b '])).toEqual({ tags: ['a', 'b'], faults: 0 })
    expect(tagsOf([7 as never])).toEqual({ tags: ['7'], faults: 0 })
    expect(tagsOf(undefined)).toEqual({ tags: [], faults: 0 })
  })

  it('drop values that the service would reject, and name the fault', () => {
    expect(tagsOf(['x'.repeat(129), 'y'.repeat(128)])).toEqual({ tags: ['y'.repeat(128)], faults: 1 })
    const many = tagsOf(Array.from({ length: 30 }, (_, i) => `t${i}`))
    expect([many.tags?.length, many.faults]).toEqual([20, 1])
    expect(tagsOf(['a', null as never])).toEqual({ tags: undefined, faults: 1 })
    expect(tagsOf([undefined as never])).toEqual({ tags: undefined, faults: 1 })
    expect(userOf('u'.repeat(256))).toEqual({ user: 'u'.repeat(256), faults: 0 })
    expect(userOf('é'.repeat(129))).toEqual({ user: undefined, faults: 1 })
  })

  it('name arguments of another kind', () => {
    expect(tagsOf(7 as never)).toEqual({ tags: ['7'], faults: 0 })
    for (const tags of [{}, true, [{}], [['a']]]) {
      expect(tagsOf(tags as never)).toEqual({ tags: undefined, faults: 1 })
    }
    expect(userOf(12_345 as never)).toEqual({ user: '12345', faults: 0 })
    expect(userOf({} as never)).toEqual({ user: undefined, faults: 1 })
  })

  it('take a question ID as a text or number', () => {
    const faults: string[] = []
    const idOf = (id: unknown) => usableQuestionId(id as string, (fault) => faults.push(fault))
    expect([idOf('q1'), idOf(7), idOf(0)]).toEqual(['q1', '7', '0'])
    expect(faults).toEqual([])
    for (const wrong of ['', undefined, null, {}, Symbol('q')]) expect(idOf(wrong)).toBeUndefined()
    expect(faults).toHaveLength(5)
  })

  it('take an absent or empty user ID as no user', () => {
    for (const nobody of ['', null, undefined]) {
      expect(userOf(nobody)).toEqual({ user: undefined, faults: 0 })
    }
  })
})
