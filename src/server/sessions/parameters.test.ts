import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCursor, writeCursor } from '../http/cursor.ts'
import { ApiError } from '../http/errors.ts'
import { queryValue } from '../http/query.ts'
import { nextLink, readPosition, readSessionCursor, writePosition, writeSessionCursor } from './cursor.ts'
import { pathId, queryId } from './parameters.ts'

const anyId = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 60 })
  .filter((id) => id.isWellFormed() && !id.includes('\0') && Buffer.byteLength(id) <= 256)

const refusal = (read: () => unknown) => {
  try {
    read()
  } catch (error) {
    if (error instanceof ApiError) return error.options.errors?.[0]
    throw error
  }
  return undefined
}

describe('ids in URLs', () => {
  it('are parsed the same from the path and from the query', () => {
    fc.assert(
      fc.property(anyId, (id) => {
        const encoded = encodeURIComponent(id)
        expect(pathId(`/v1/users/${encoded}/sessions?limit=1`, 'userId')).toBe(id)
        expect(queryId(`/v1/users/sessions?a=b&userId=${encoded}&c`, 'userId')).toBe(id)
      }),
    )
  })

  it.each([
    ['%2F', '/'],
    ['%252F', '%2F'],
    ['%25', '%'],
    ['sessions', 'sessions'],
    ['__proto__', '__proto__'],
    ['%F0%9F%A6%8A', '🦊'],
    ['a=b', 'a=b'],
  ])('decodes %s once', (encoded, id) => {
    expect(pathId(`/v1/tags/${encoded}/sessions`, 'tag')).toBe(id)
    expect(queryId(`/v1/tags/sessions?tag=${encoded}`, 'tag')).toBe(id)
  })

  it.each([
    ['a missing parameter', '/v1/tags/sessions?tags=a', 'is required'],
    ['an empty one', '/v1/tags/sessions?tag=', 'must not be empty'],
    ['one without a value', '/v1/tags/sessions?tag', 'must not be empty'],
    ['one given twice', '/v1/tags/sessions?tag=a&tag=b', 'is given more than once'],
    ['half an escape', '/v1/tags/sessions?tag=%2', 'is not percent-encoded UTF-8'],
    ['bytes that are not UTF-8', '/v1/tags/sessions?tag=%ff', 'is not percent-encoded UTF-8'],
    ['a NUL', '/v1/tags/sessions?tag=a%00', 'contains a NUL character'],
    ['257 bytes', `/v1/tags/sessions?tag=${'a'.repeat(257)}`, 'must be at most 256 bytes'],
  ])('rejects %s', (_, url, detail) => {
    expect(refusal(() => queryId(url, 'tag'))).toEqual({ pointer: 'tag', detail })
  })

  it('counts bytes, not characters', () => {
    expect(queryId(`/?tag=${'é'.repeat(128)}`, 'tag')).toHaveLength(128)
    expect(refusal(() => queryId(`/?tag=${'é'.repeat(129)}`, 'tag'))?.pointer).toBe('tag')
  })
})

describe('cursors', () => {
  it('are decoded to the original', () => {
    const place = { startedAt: 1_790_000_000_000, sessionId: 'q7Zr0nXkT2mVb4Lw9sYcHg' }
    expect(readSessionCursor('before', writeSessionCursor(place))).toEqual(place)
    expect(readPosition('after', writePosition(500))).toBe(500)
  })

  it.each(['', 'abc', '%00', 'MTIz', writePosition(3)])('are rejected when invalid: %j', (text) => {
    expect(refusal(() => readSessionCursor('before', text))?.pointer).toBe('before')
  })

  it('are rejected when a character is appended or removed', () => {
    const place = { startedAt: 1_790_000_000_000, sessionId: 'q7Zr0nXkT2mVb4Lw9sYcHg' }
    const session = writeSessionCursor(place)
    for (const text of [`${session}A`, `${session}=`, ` ${session}`, session.slice(0, -1)])
      expect(refusal(() => readSessionCursor('before', text))?.pointer).toBe('before')
    const position = writePosition(500)
    for (const text of [`${position}A`, `${position}=`])
      expect(refusal(() => readPosition('after', text))?.pointer).toBe('after')
    const listed = writeCursor([5, 'a'])
    expect(readCursor(listed, ['number', 'string'])).toEqual([5, 'a'])
    expect(refusal(() => readCursor(`${listed}A`, ['number', 'string']))?.pointer).toBe('cursor')
  })

  it('keep the rest of the request in the link to the next page', () => {
    expect(nextLink('/v1/tags/a%2Fb/sessions?limit=2&before=old&min_score=5', 'before', 'new')).toBe(
      '</v1/tags/a%2Fb/sessions?limit=2&min_score=5&before=new>; rel="next"',
    )
    expect(queryValue('/x?limit=2&before=new', 'before')).toBe('new')
  })
})
