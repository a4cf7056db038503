import { expect, it } from 'vitest'
import { defined } from './defined.ts'

it('leaves out undefined fields only', () => {
  const fields = { a: undefined, b: null, c: 0, d: '', e: false }
  expect(Object.keys(defined(fields))).toEqual(['b', 'c', 'd', 'e'])
})

it('keeps a field named __proto__ a field', () => {
  const given = Object.fromEntries([['__proto__', 1]])
  expect(Object.keys(defined(given))).toEqual(['__proto__'])
})
