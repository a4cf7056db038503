import { describe, expect, it } from 'vitest'
import { fieldTime, filterValue, queryOf, readFilters } from './session_filters.ts'

const HOUR_MS = 3_600_000

describe('filters in the URL', () => {
  it('contain only known names with values', () => {
    const { filters, order, isFiltered, period } = readFilters(
      new URLSearchParams('tag=a&user=&evil=1&order=score'),
    )
    expect(filters).toEqual({ tag: 'a' })
    expect([order, isFiltered, period]).toEqual(['score', true, 'all'])
    expect(readFilters(new URLSearchParams('order=wrong')).order).toBe('newest')
  })

  it('choose a period, which own times replace', () => {
    expect(readFilters(new URLSearchParams(), '7d')).toMatchObject({ period: '7d', isFiltered: false })
    expect(readFilters(new URLSearchParams('period=30d'), '7d').period).toBe('30d')
    expect(readFilters(new URLSearchParams('period=toString'), '7d').period).toBe('7d')
    expect(readFilters(new URLSearchParams('period=30d&since=5'))).toMatchObject({
      period: 'custom',
      filters: { since: '5' },
      isFiltered: false,
    })
  })

  it('become a query that begins with a whole hour and includes the current one', () => {
    const now = 100 * HOUR_MS + 5
    expect(queryOf({ filters: { tag: 'a' }, period: '24h' }, now)).toEqual({
      tag: 'a',
      since: String(77 * HOUR_MS),
    })
    expect(queryOf({ filters: { tag: 'a' }, period: 'all' }, now)).toEqual({ tag: 'a' })
  })

  it('come from fields', () => {
    const typed = fieldTime('1742913000000')
    expect(filterValue('since', typed)).toBe('1742913000000')
    expect(filterValue('until', 'no time')).toBe('')
    expect(filterValue('user', ' ada ')).toBe('ada')
    expect(fieldTime('x')).toBe('')
    expect(fieldTime(undefined)).toBe('')
  })
})
