import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

it.each([
  ['Ada Lovelace', 'AL'],
  ['Ada King Lovelace', 'AL'],
  ['ada@example.org', 'A'],
  ['ada.lovelace@example.org', 'AL'],
  ['שרה כהן', 'שכ'],
  ['', '?'],
])('abbreviates %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
