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

  it.each([
    [{ a: '1', b: '2' }, '', 'must name exactly one of: a, b'],
    [{}, '', 'must name exactly one of: a, b'],
    [{ zz: 1 }, '', 'must name exactly one of: a, b'],
    [{ a: 1 }, '/a', 'must be string'],
    [{ b: '2', c: 'x' }, '/c', 'must be number'],
    [{ b: '2', zz: 1 }, '/zz', 'is not a known field'],
    [{ a: '1', c: 1 }, '/c', 'goes with b, not with a'],
    ['a', '', 'must be an object'],
  ])('of one of several kinds: %j has the faults of the kind that is meant', (given, pointer, detail) => {
    const closed = { additionalProperties: false }
    const one = checkedBody(
      Type.Union([
        Type.Object({ a: Type.String() }, closed),
        Type.Object({ b: Type.String(), c: Type.Optional(Type.Number()) }, closed),
      ]),
    )
    expect(one({ b: '2' })).toEqual({ b: '2' })
    expect(errorsOf(() => one(given))).toEqual([{ pointer, detail }])
  })

  it.each([
    [{ weights: { x: 999 } }, '/weights/x', 'must be <= 100'],
    [{ weights: { x: 'much' } }, '/weights/x', 'must be a number or null'],
    [{ list: [1, null, -1] }, '/list/2', 'must be >= 0'],
    [{ list: [1, {}] }, '/list/1', 'must be a number or null'],
  ])('with a number or null: %j has one fault', (given, pointer, detail) => {
    const orNull = Type.Union([Type.Number({ minimum: 0, maximum: 100 }), Type.Null()])
    const settings = checkedBody(
      Type.Object({
        weights: Type.Optional(Type.Object({ x: orNull })),
        list: Type.Optional(Type.Array(orNull)),
      }),
    )
    expect(settings({ weights: { x: null }, list: [null] })).toEqual({ weights: { x: null }, list: [null] })
    expect(errorsOf(() => settings(given))).toEqual([{ pointer, detail }])
  })

  it('of bytes is not listed byte by byte', () => {
    expect(errorsOf(() => check(Buffer.alloc(1000)))).toBe('unsupported_media_type')
  })
})

describe('a query', () => {
  const check = checkedQuery(
    Type.Object(
      {
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
        tag: Type.Optional(Type.String({ maxLength: 3 })),
        explain: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
  )

  it('has its integers and flags converted and its texts kept', () => {
    expect(check({ limit: '5', tag: '5' })).toEqual({ limit: 5, tag: '5' })
    expect(['true', '1', 'false', '0'].map((explain) => check({ explain }).explain)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it.each([
    [{ limit: '0' }, 'limit', 'must be a whole number from 1 to 100'],
    [{ limit: '101' }, 'limit', 'must be a whole number from 1 to 100'],
    [{ limit: '1.5' }, 'limit', 'must be a whole number from 1 to 100'],
    [{ limit: '' }, 'limit', 'must not be empty'],
    [{ tag: '' }, 'tag', 'must not be empty'],
    [{ tag: 'long' }, 'tag', expect.any(String)],
    [{ explain: 'yes' }, 'explain', 'must be true or false'],
    [{ limit: 'ten' }, 'limit', 'must be a whole number from 1 to 100'],
    [{ limit: ['1', '2'] }, 'limit', 'is given more than once'],
    [{ other: '1' }, 'other', 'is not a known parameter'],
    [{ constructor: '1' }, 'constructor', 'is not a known parameter'],
  ])('%j is rejected, and the error names the parameter', (given, pointer, detail) => {
    expect(errorsOf(() => check(given))).toEqual([{ pointer, detail }])
  })
})

describe('the validator of a route', () => {
  it('accepts parameters in the path', () => {
    const validate = compileValidator({ schema: Type.String(), httpPart: 'params', method: 'POST', url: '/' })
    expect(validate({ id: 'x' })).toBe(true)
  })
})
