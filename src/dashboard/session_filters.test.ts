import { describe, expect, it } from 'vitest'
import { fieldTime, filtersOf, readFilters } from './session_filters.ts'

describe('session filters', () => {
  it('are read from the URL, without unknown parameters', () => {
    const search = new URLSearchParams('tag=a%2Fb&score_min=50&sort=score&evil=1&user=')
    expect(readFilters(search)).toEqual({
      filters: { tag: 'a/b', score_min: '50' },
      sort: 'score',
      isFiltered: true,
    })
    expect(readFilters(new URLSearchParams('sort=sideways'))).toEqual({
      filters: {},
      sort: 'newest',
      isFiltered: false,
    })
  })

  it('are converted from form fields to URL parameters', () => {
    const form = new FormData()
    form.set('country', ' de ')
    form.set('from', '2026-03-25T10:00')
    form.set('to', 'never')
    const filters = filtersOf(form)
    expect(filters).toMatchObject({ country: 'DE', to: '', tag: '' })
    expect(filters.from).toBe(String(new Date('2026-03-25T10:00').getTime()))
    expect(fieldTime(filters.from)).toBe('2026-03-25T10:00')
    expect(fieldTime(undefined)).toBe('')
  })
})
