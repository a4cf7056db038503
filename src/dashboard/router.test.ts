import { describe, expect, it } from 'vitest'
import { pathTo, readPlace } from './router.ts'

const there = (path: string) => {
  const url = new URL(path, 'http://local')
  return readPlace(url.pathname, url.search)
}

describe('addresses', () => {
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
  ])('carry %j there and back', (id) => {
    expect(there(pathTo(['surveys', id, 'participants', id])).segments).toEqual([
      'surveys',
      id,
      'participants',
      id,
    ])
    expect(there(pathTo(['sessions'], { tag: id })).search.get('tag')).toBe(id)
  })

  it('leave out what is not set', () => {
    expect(pathTo(['sessions'], { tag: '', user: undefined })).toBe('/app/sessions')
  })

  it('survive a segment that is no valid encoding', () => {
    expect(readPlace('/app/sessions/%E0%A4%A', '').segments).toEqual(['sessions', '%E0%A4%A'])
  })
})
