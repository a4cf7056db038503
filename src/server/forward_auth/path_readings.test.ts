import { describe, expect, it } from 'vitest'
import { isBelow, pathReadings, rulePath } from './path_readings.ts'

const matches = (uri: string, rule: string) =>
  [...pathReadings(uri)].some((path) => isBelow(path, rulePath(rule)))

describe('a rule', () => {
  it.each([
    '/signup',
    '/signup/',
    '/signup?next=/',
    '/signup/step/2',
    '//signup',
    '/./signup',
    '/SignUp',
    '/%73ignup',
    '/%2573ignup',
    '/signup%2f',
    '/signup%2fstep',
    '/x/../signup',
    '/x/%2e%2e/signup',
    '/x/%2e%2e%2fsignup',
    '/x%2f..%2fsignup',
    '/x/%252e%252e/signup',
    '/signup/../public',
    '/x/..;/signup',
    '/;a/signup',
    '/signup;jsessionid=1',
    '/x\\..\\signup',
    '/x%5c..%5csignup',
    '/..//../signup',
    '/signup%00',
    '/sign%09up',
    '/public#/../signup',
    '/signup#public',
    'http://shop.example/signup',
    'HTTPS://shop.example:8443//signup',
  ])('covers every spelling of its path: %s', (uri) => {
    expect(matches(uri, '/signup')).toBe(true)
  })

  it.each([
    '/',
    '',
    '/sign',
    '/signups',
    '/signup-help',
    '/public?/signup',
    '/public/signup',
    '*',
    '/%',
    '/%zz',
  ])('does not cover another path: %s', (uri) => {
    expect(matches(uri, '/signup')).toBe(false)
  })

  it('covers everything with the root', () => {
    for (const uri of ['/', '', '*', '/a/b', '/%']) expect(matches(uri, '/')).toBe(true)
  })

  it('can have letters of any language, in any spelling', () => {
    expect(matches('/gr%C3%B6%C3%9Fe/7', '/größe')).toBe(true)
    expect(matches('/gr%c3%b6%c3%9fe', '/gr%C3%B6%C3%9Fe/')).toBe(true)
    expect(matches('/grosse', '/größe')).toBe(false)
  })
})
