import { describe, expect, it } from 'vitest'
import { visitLines, visitName } from './visit_name.ts'

const visit = {
  browser: 'Chrome 140',
  system: 'Linux',
  routes: ['/checkout', '/thanks'],
  duration_ms: 31_900,
  inputs: ['mouse', 'keyboard'] as ('mouse' | 'keyboard')[],
}

describe('the name of a visit', () => {
  it('says what was used, where and for how long', () => {
    expect(visitName(visit)).toBe('Chrome on Linux · /checkout · 31\u{a0}s · mouse and keyboard')
  })

  it('has two short lines in a queue', () => {
    expect(visitLines(visit, '2 h ago')).toEqual(['Chrome on Linux · /checkout', '2 h ago · 31\u{a0}s'])
  })

  it('leaves out what is not known', () => {
    const nothing = { browser: null, system: null, routes: [], duration_ms: 0, inputs: [] }
    expect(visitName(nothing)).toBe('Unknown browser')
    expect(visitName({ ...nothing, duration_ms: null })).toBe('Unknown browser')
    expect(visitName({ ...nothing, system: 'iOS' })).toBe('iOS')
    expect(visitName({ ...nothing, browser: 'Safari 19', inputs: ['touch'] })).toBe('Safari · touch')
    expect(visitName({ ...nothing, routes: ['/'.padEnd(99, 'x')] })).toMatch(/^Unknown browser · \/x{59}…$/)
  })
})
