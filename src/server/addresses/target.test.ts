import { describe, expect, it } from 'vitest'
import { TargetRefused, targetOf } from './target.ts'

describe('a target', () => {
  it.each(['https://example.org/hook', 'https://example.org:8443/a?b=c', 'https://93.184.215.14/'])(
    'may be %s',
    (url) => {
      expect(targetOf(url, false).href).toBe(url)
    },
  )

  it.each([
    'http://example.org/',
    'ftp://example.org/',
    'javascript:alert(1)',
    'nonsense',
    'https://user:secret@example.org/',
    'https://example.org/#x',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://a.localhost/',
    'https://db/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f.0.0.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://0/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[ff02::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://１２７.0.0.1/',
    'https://①②⑦.0.0.1/',
  ])('is not %s', (url) => expect(() => targetOf(url, false)).toThrow(TargetRefused))

  it('may be private if the operator allows it', () => {
    expect(targetOf('http://127.0.0.1:8080/hook', true).port).toBe('8080')
    expect(() => targetOf('file:///etc/passwd', true)).toThrow(TargetRefused)
  })
})
