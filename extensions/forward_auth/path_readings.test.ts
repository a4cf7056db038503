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
    '/signup.',
    '/signup...',
    '/signup%2e',
    '/signup%20',
    '/signup%20.%20/step',
    '/x/..%20/signup',
    '/%E2%80%8Bsignup',
    '/sign%E2%80%8Dup',
    '/signup%EF%BB%BF',
    '/sign%C2%ADup',
    '/%EF%BD%93ignup',
    '/%EF%BC%B3%EF%BC%A9gnup',
    '/x%EF%BC%8F..%EF%BC%8Fsignup',
    '/x/%E2%80%A5/signup',
    '/x/..%c0%afsignup',
    '/x%c0%af..%c0%afsignup',
    '/x%c1%9c..%c1%9csignup',
    '/x%e0%80%af..%e0%80%afsignup',
    '/x%f0%80%80%af..%f0%80%80%afsignup',
    '/%c1%b3ignup',
    '/%252573ignup',
    '/x/%25252e%25252e/signup',
    '/x%25252f..%25252fsignup',
    '/%25252573ignup',
    '/%25c0%25af/signup',
    '//evil/signup',
    '///evil/signup',
    '//evil:1/signup',
    '//evil@x/signup?a',
    '//evil/x/../signup',
    '/\\evil/signup',
    '\\\\evil/signup',
    '//evil\\signup',
    '/%2fevil/signup',
    'http://shop.example//evil/signup',
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
    '/sign.up',
    '/sign%20up',
    '/.signup',
    '/signup.html',
    '/signup%20now',
    '/%EF%BD%93ignups',
    '/x%c0%afsignup',
    '/x/%25252e/signup',
    '/%D1%95ignup',
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
