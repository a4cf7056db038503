import { describe, expect, it } from 'vitest'
import { describeError, openLog } from './log.ts'

function lines(level: 'debug' | 'warn') {
  const written: string[] = []
  return {
    written,
    log: openLog(
      level,
      (line) => written.push(line),
      () => 0,
    ),
  }
}

describe('the log', () => {
  it('writes one line of JSON for any content', () => {
    const { written, log } = lines('debug')
    log.info('a\r\nb', { text: '\u001b[2J\u0000\u007f\u009b31m\u2028\u202e', n: 1 })
    expect(written).toHaveLength(1)
    expect(written[0]).toMatch(/^[\x20-\x7e]*\n$/)
    expect(JSON.parse(written[0] as string)).toEqual({
      time: '1970-01-01T00:00:00.000Z',
      level: 'info',
      message: 'a\r\nb',
      text: '\u001b[2J\u0000\u007f\u009b31m\u2028\u202e',
      n: 1,
    })
  })

  it('drops lines below its level', () => {
    const { written, log } = lines('warn')
    log.debug('x')
    log.info('x')
    log.warn('x')
    log.error('x')
    expect(written).toHaveLength(2)
    expect(log.isDebug).toBe(false)
  })
})

describe('describeError', () => {
  it('describes what failed and where, without quoted text', () => {
    const error = Object.assign(new TypeError(`no "user 17" at '203.0.113.9' bh_sk_abc 203.0.113.9 \`x`), {
      code: 'E1',
    })
    const fields = describeError(error)
    expect(fields).toMatchObject({ error: 'TypeError', error_code: 'E1' })
    expect(JSON.stringify(fields.error_message)).not.toMatch(/17|203|sk_abc|x/)
    expect((fields.stack as string[])[0]).toMatch(/^at .*log\.test\.ts/)
  })

  it('accepts any thrown value', () => {
    for (const thrown of [undefined, null, 'secret', 7, {}])
      expect(JSON.stringify(describeError(thrown))).not.toContain('secret')
  })
})
