import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { ApiError } from './errors.ts'
import { checkedBody, checkedQuery, compileValidator } from './validation.ts'

const errorsOf = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    if (error instanceof ApiError) return error.options.errors ?? error.code
    throw error
  }
  return 'no error'
}

describe('a body', () => {
  const check = checkedBody(
    Type.Object(
      { name: Type.String({ maxLength: 3 }), kind: Type.Optional(Type.Enum(['a', 'b'])) },
      { additionalProperties: false },
    ),
  )

  it('is returned as it is if it is valid', () => {
    expect(check({ name: 'ada', kind: 'a' })).toEqual({ name: 'ada', kind: 'a' })
  })

  it.each([
    [{}, '/name', 'is required'],
    [undefined, '/name', 'is required'],
    [{ name: 'ada', more: 1 }, '/more', 'is not a known field'],
    [{ name: 'ada', kind: 'c' }, '/kind', 'must be one of: a, b'],
    [{ name: 'adas' }, '/name', expect.any(String)],
  ])('%j is rejected, and the error names the field', (given, pointer, detail) => {
    expect(errorsOf(() => check(given))).toEqual([{ pointer, detail }])
  })

  it('of bytes is not listed byte by byte', () => {
    expect(errorsOf(() => check(Buffer.alloc(1000)))).toBe('unsupported_media_type')
  })
})

describe('a query', () => {
  const check = checkedQuery(
    Type.Object(
      { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })), tag: Type.Optional(Type.String()) },
      { additionalProperties: false },
    ),
  )

  it('has its integers converted, its texts kept and its empty texts left out', () => {
    expect(check({ limit: '5', tag: '5' })).toEqual({ limit: 5, tag: '5' })
    expect(check({ limit: '5', tag: '' })).toEqual({ limit: 5 })
  })

  it.each([
    [{ limit: '0' }, 'limit', 'must be a whole number from 1 to 100'],
    [{ limit: '101' }, 'limit', 'must be a whole number from 1 to 100'],
    [{ limit: '1.5' }, 'limit', 'must be a whole number from 1 to 100'],
    [{ limit: '' }, 'limit', 'must be a whole number from 1 to 100'],
    [{ limit: 'ten' }, 'limit', 'must be a whole number from 1 to 100'],
    [{ limit: ['1', '2'] }, 'limit', 'is given more than once'],
    [{ other: '1' }, 'other', 'is not a known field'],
  ])('%j is rejected, and the error names the parameter', (given, pointer, detail) => {
    expect(errorsOf(() => check(given))).toEqual([{ pointer, detail }])
  })
})

describe('the validator of a route', () => {
  it('accepts a file, which the route reads, and parameters in the path', () => {
    const part = (httpPart: string) =>
      compileValidator({ schema: Type.String(), httpPart, method: 'POST', url: '/' })
    expect(part('body')(Buffer.alloc(1))).toBe(true)
    expect(part('params')({ id: 'x' })).toBe(true)
  })
})
