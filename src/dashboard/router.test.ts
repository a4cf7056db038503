import { describe, expect, it } from 'vitest'
import { parseRoute, pathTo } from './router.ts'

const there = (path: string) => {
  const url = new URL(path, 'http://local')
  return parseRoute(url.pathname, url.search)
}

describe('paths', () => {
  it.each([
    'plain',
    'a/b',
    '%2F',
    '100%',
    '?#&=+',
    'ü 日本',
    '<img src=x onerror=alert(1)>',
    '\u202eevil',
    '__proto__',
  ])('round-trip %j', (id) => {
    expect(there(pathTo(['surveys', id, 'participants', id])).segments).toEqual([
      'surveys',
      id,
      'participants',
      id,
    ])
    expect(there(pathTo(['sessions'], { tag: id })).search.get('tag')).toBe(id)
  })

  it('omit empty values', () => {
    expect(pathTo(['sessions'], { tag: '', user: undefined })).toBe('/app/sessions')
  })

  it('accept an invalid percent encoding', () => {
    expect(parseRoute('/app/sessions/%E0%A4%A', '').segments).toEqual(['sessions', '%E0%A4%A'])
  })
})
