import { describe, expect, it } from 'vitest'
import { asClause, atMostOfAny, counted, notEnough, tooFew } from './sentence.ts'

describe('evidence sentences', () => {
  it('use the singular for one', () => {
    expect(counted(1, 'press', 'presses')).toBe('1 press')
    expect(counted(0, 'press', 'presses')).toBe('0 presses')
    expect(counted(2, 'click')).toBe('2 clicks')
  })

  it('state how much was seen and how much is needed', () => {
    expect(tooFew(1, 3, 'click')).toBe('Only 1 click; 3 are needed.')
    expect(tooFew(0, 3, 'click')).toBe('No clicks; 3 are needed.')
  })

  it('agree in number', () => {
    expect(atMostOfAny(0, 5)).toBe('none was')
    expect(atMostOfAny(1, 5)).toBe('at most 1 of any 5 in a row was')
    expect(atMostOfAny(2, 5)).toBe('at most 2 of any 5 in a row were')
    expect(notEnough(['no taskbar'])).toBe('Found, but not enough on its own: no taskbar.')
    expect(notEnough(['no taskbar', 'no scrollbars'])).toBe(
      'Found, but not enough on their own: no taskbar, no scrollbars.',
    )
  })

  it('fit inside another sentence', () => {
    expect(asClause('The browser reported nothing.')).toBe('the browser reported nothing')
    expect(asClause('4 of 5 clicks hit the center.')).toBe('4 of 5 clicks hit the center')
    expect(asClause('Found: a driver.')).toBe('found: a driver')
    expect(asClause('A script made 3 clicks.')).toBe('a script made 3 clicks')
    expect(asClause('VPN exit.')).toBe('VPN exit')
  })
})
