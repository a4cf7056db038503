import { expect, it } from 'vitest'
import { countries, countryName } from './countries.ts'

it('names countries, and shows an unknown code as it is', () => {
  expect(countryName('NL')).toBe('Netherlands')
  expect(countryName('QQ')).toBe('QQ')
  expect(countryName('not a code')).toBe('not a code')
})

it('lists each country once, under the code in use', () => {
  const list = countries()
  expect(list[0]).toEqual(['AF', 'Afghanistan'])
  expect(new Set(list.map(([, name]) => name)).size).toBe(list.length)
  const codes = list.map(([code]) => code)
  expect(codes).toEqual(expect.arrayContaining(['GB', 'DE', 'XK']))
  for (const other of ['UK', 'DD', 'EU', 'ZZ']) expect(codes).not.toContain(other)
})
