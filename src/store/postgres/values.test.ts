import { expect, it } from 'vitest'
import { arrayRows, byteaArray, listedRows } from './values.ts'

const ROWS = [
  [1, null, Buffer.from('a')],
  [2, 'two', Buffer.from('')],
]
const TYPES = ['integer', 'text', 'bytea']

it('lists rows, with types in the first', () => {
  expect(listedRows(ROWS, TYPES)).toEqual({
    text: 'VALUES ($1::integer, $2::text, $3::bytea), ($4, $5, $6)',
    values: ROWS.flat(),
  })
})

it('gives columns as arrays', () => {
  expect(arrayRows(ROWS, TYPES)).toEqual({
    text: 'SELECT * FROM unnest($1::integer[], $2::text[], $3::bytea[])',
    values: [[1, 2], [null, 'two'], byteaArray([Buffer.from('a'), Buffer.from('')])],
  })
})

it('encodes an array of bytes as PostgreSQL does', () => {
  expect(byteaArray([Buffer.from([7, 8]), Buffer.from([])]).toString('hex')).toBe(
    // SELECT encode(array_send(ARRAY['\\x0708', '\\x']::bytea[]), 'hex')
    ['00000001', '00000000', '00000011', '00000002', '00000001', '00000002', '0708', '00000000'].join(''),
  )
})
