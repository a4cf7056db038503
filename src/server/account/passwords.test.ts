import { expect, it } from 'vitest'
import { hashPassword, isPassword, PasswordsBusy } from './passwords.ts'

const PASSWORD = 'correct horse battery'

it('no number of other networks keeps out one from which somebody has logged in', async () => {
  const stored = await hashPassword(PASSWORD, 'office')
  const login = (network: string) => isPassword(PASSWORD, stored, network, async () => true)
  expect(await login('office')).toBe(true)

  const { promise: gate, resolve: endAttack } = Promise.withResolvers<boolean>()
  const attack = Array.from({ length: 200 }, (_, index) =>
    isPassword('wrong', undefined, `network ${index}`, () => gate),
  )
  const refused = Promise.allSettled(attack)
  try {
    expect(await login('office')).toBe(true)
    // Control: from an unknown network, the queue is full.
    await expect(login('elsewhere')).rejects.toThrow(PasswordsBusy)
  } finally {
    endAttack(false)
  }
  const answers = await refused
  expect(answers.some(({ status }) => status === 'rejected')).toBe(true)
  expect(await login('elsewhere')).toBe(true)
})
