import { describe, expect, it } from 'vitest'
import { dateText, isDateFormat } from './cell_dates.ts'

describe('dates in workbooks', () => {
  it.each([
    [14, undefined, true],
    [22, undefined, true],
    [0, undefined, false],
    [46, undefined, false],
    [164, 'yyyy-mm-dd hh:mm', true],
    [164, '[$-409]d/m/yy;@', true],
    [164, '0.00 "days"', false],
    [164, '[Red]#,##0', false],
    [164, '[h]:mm:ss', false],
    [164, 'General', false],
    [164, '\\d0', false],
  ])('format %i %s is a date: %s', (id, code, isDate) => {
    expect(isDateFormat(id, code)).toBe(isDate)
  })

  it.each([
    [45_000, false, '2023-03-15'],
    [45_000.5, false, '2023-03-15 12:00:00'],
    [0.25, false, '06:00:00'],
    [1, false, '1900-01-01'],
    [59, false, '1900-02-28'],
    [61, false, '1900-03-01'],
    [43_538, true, '2023-03-15'],
    [-1, false, null],
    [3e6, false, null],
    [Number.NaN, false, null],
  ])('%d (1904: %s) is %s', (serial, is1904, text) => {
    expect(dateText(serial, is1904)).toBe(text)
  })
})
