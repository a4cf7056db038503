import { expect, it } from 'vitest'
import { CHECK_MEANINGS } from '../contract/checks.ts'
import { SESSION_CHECKS } from './session.ts'

it('has the same meaning of every check in the contract and in the check', () => {
  expect(CHECK_MEANINGS).toEqual(
    Object.fromEntries(SESSION_CHECKS.map(({ name, meaning }) => [name, meaning])),
  )
})
