import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isCommonPassword } from './guessable_password.ts'

describe('common passwords', () => {
  it.each([
    'aaaaaaaaaaaa',
    '123456789012',
    'passwordpassword',
    'PasswordPassword',
    'P@ssw0rd1234',
    'password2024!',
    'qwertyuiop12',
    'qwertzuiop123',
    '1qaz2wsx3edc4rfv',
    'abcdefghijklm',
    'zyxwvutsrqpo',
    '987654321098',
    'abcabcabcabc',
    'abababababab',
    'iloveyou1234',
    'letmeinletmein',
    'dragon123456',
    'changeme2026',
    '000000000000000000',
  ])('include %s', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  it.each([
    'correct horse battery',
    'correcthorsebatterystaple',
    'a1b2c3d4e5f6a7b8',
    'tr0ub4dor&3xyz',
    'vier Enten im Teich',
    'Zug nach Basel 7:42',
    'パスワードではない長い文',
  ])('do not include %s', (password) => {
    expect(isCommonPassword(password)).toBe(false)
  })

  it('include hardly any random ones', () => {
    const random = Array.from({ length: 2_000 }, (_, index) =>
      hash('sha256', `${index}`, 'base64url').slice(0, 12),
    )
    expect(random.filter(isCommonPassword).length).toBeLessThan(4)
  })

  it('are recognized quickly, however long', () => {
    const began = performance.now()
    isCommonPassword(`${'passwort'.repeat(24)}x`)
    expect(performance.now() - began).toBeLessThan(1_000)
  })
})
