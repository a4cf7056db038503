import { describe, expect, it } from 'vitest'
import { deliveryOf } from '../../features/mouse/channel.ts'
import type { PhoneContradiction } from '../../features/session/phone.ts'
import { foldSession, type SessionFeatures } from '../../features/session/session.ts'
import { harmlessOf, strengthOf } from '../check.ts'
import { bot } from './bot.ts'

const blank = foldSession({ sessionId: '', userId: null, tags: [], batches: [], tampered: 0, overflow: 0 })
const LINUX = { engine: 'chromium', os: 'linux', desktop: true, blurs: false } as const

type Part<
  Name extends
    | 'channel'
    | 'device'
    | 'clicks'
    | 'clock'
    | 'keys'
    | 'positions'
    | 'scroll'
    | 'headers'
    | 'challenge',
> = Partial<SessionFeatures[Name]>
interface Given {
  device?: Part<'device'>
  clicks?: Part<'clicks'>
  clock?: Part<'clock'>
  keys?: Part<'keys'>
  positions?: Part<'positions'>
  scroll?: Part<'scroll'>
  headers?: Part<'headers'>
  challenge?: Part<'challenge'>
  channel?: Part<'channel'>
  instantTaps?: number
  contacts?: number
}
const run = ({ instantTaps = 0, contacts = 0, ...given }: Given) => {
  const { device, clicks, clock, keys, positions, scroll, headers, challenge, channel } = given
  const measured = { ...blank.channel, ...channel }
  return bot.run({
    ...blank,
    device: { ...blank.device, readings: 2, webdriver: false, browser: LINUX, ...device },
    clicks: { ...blank.clicks, ...clicks },
    clock: { ...blank.clock, ...clock },
    keys: { ...blank.keys, ...keys },
    positions: { ...blank.positions, ...positions },
    scroll: { ...blank.scroll, ...scroll },
    taps: { ...blank.taps, longestInstantRun: instantTaps, contacts },
    headers: { ...blank.headers, hasUserAgent: true, ...headers },
    challenge: { ...blank.challenge, ...challenge },
    channel: { ...measured, delivery: deliveryOf(measured) },
  })
}

describe('bot', () => {
  it('clears an ordinary browser', () => {
    expect(run({}).result).toBe('Not detected')
  })

  it.each<[string, Given]>([
    ['webdriver', { device: { webdriver: true } }],
    [
      'global variables left by a driver',
      { device: { driverGlobals: ['cdc_adoQpoasnfa76pfcZLmcfl_Array'] } },
    ],
    ['a headless browser', { device: { headless: true } }],
    ['presses without pressure on Linux', { clicks: { longestPressurelessRun: 2 } }],
  ])('treats %s as proof', (_, given) => {
    expect(run(given)).toMatchObject({ result: 'Detected', proof: true })
  })

  it.each([
    'phantom',
    'emit',
    'spawn',
    'callPhantom',
    'domAutomation',
    'ethereum',
    'cdc',
    '__webpack_require__',
  ])('does not take the global %s for one left by a driver', (name) => {
    expect(run({ device: { driverGlobals: [name] } }).result).toBe('Not detected')
  })

  it('does not detect a debugger alone: developer tools attach one, and docked ones show', () => {
    const points = (device: Part<'device'>) => strengthOf(run({ device })) * 69
    const twice = { probedAtLoad: true, probedAtSubmit: true }
    expect(run({ device: twice }).result).toBe('Not detected')
    expect(points(twice)).toBeGreaterThan(points({ probedAtLoad: true }))
    expect(points(twice)).toBeLessThan(24)
    expect(points({ ...twice, hasPanel: true })).toBeLessThan(14)
    expect(points({ hasPanel: true })).toBe(0)
  })

  it('detects a debugger together with what developer tools do not explain', () => {
    const twice = { probedAtLoad: true, probedAtSubmit: true, spoofingCause: 'tools' } as const
    expect(run({ device: twice, keys: { longestShiftlessRun: 5 } }).result).toBe('Detected')
    expect(strengthOf(run({ device: twice, channel: AWAITED })) * 69).toBeGreaterThanOrEqual(50)
  })

  it('needs two replaced functions, and exempts privacy browsers', () => {
    expect(run({ device: { patches: ['one'] } }).result).toBe('Not detected')
    expect(run({ device: { patches: ['one', 'another'] } }).result).toBe('Detected')
    const brave = { ...LINUX, blurs: true }
    expect(run({ device: { patches: ['one', 'another', 'third'], browser: brave } }).result).toBe(
      'Not detected',
    )
  })

  it('counts a Shift key that is neither the left nor the right one, on Linux only', () => {
    const keys = { longestUnplacedRun: 3 }
    expect(strengthOf(run({ keys })) * 69).toBeGreaterThan(25)
    expect(run({ keys }).result).toBe('Not detected')
    expect(strengthOf(run({ keys: { longestUnplacedRun: 2 } }))).toBe(0)
    expect(strengthOf(run({ keys, device: { browser: { ...LINUX, os: 'windows' } } }))).toBe(0)
  })

  it('adds up traces of the input channel on Linux', () => {
    const keys = { longestShiftlessRun: 5 }
    const clock = { windows: 9, loosestPhase: 0.3 }
    expect(run({ keys }).result).toBe('Not detected')
    expect(run({ clock }).result).toBe('Not detected')
    expect(run({ keys, clock }).result).toBe('Detected')
  })

  describe('clocks', () => {
    const scattered = { windows: 9, loosestPhase: 0.3, keys: 300, keysOnPhase: 40 }
    const altered = { windows: 9, loosestPhase: 1, keys: 300, keysOnPhase: 276 }
    const two = { ...scattered, mouse: 100, mouseOnPhase: 99, mouseOnKeyPhase: 0 }
    const points = (given: Given) => strengthOf(run(given)) * 69

    it('detects timestamps that a program changed, or key times that are not those of the mouse', () => {
      for (const clock of [altered, two]) {
        expect(run({ clock }).result).toBe('Detected')
        expect(points({ clock })).toBeLessThan(50)
        expect(points({ clock, keys: { longestShiftlessRun: 5 } })).toBeGreaterThanOrEqual(50)
      }
    })

    it('counts times off the system clock alone only where the window is not on Wayland, and below monitoring', () => {
      expect(points({ clock: scattered })).toBe(0)
      expect(points({ clock: scattered, device: { hasX11Frame: true } })).toBeGreaterThan(20)
      expect(points({ clock: scattered, device: { hasX11Frame: true } })).toBeLessThan(25)
    })

    it('reads the times of the mouse alone where few keys were pressed', () => {
      const mouse = { allMouse: 200, allMouseOnPhase: 40 }
      expect(points({ clock: mouse, device: { hasX11Frame: true } })).toBeGreaterThan(20)
      expect(points({ clock: { ...mouse, allMouseOnPhase: 198 }, device: { hasX11Frame: true } })).toBe(0)
      expect(run({ clock: { ...mouse, allMouseOnPhase: 170 } }).result).toBe('Detected')
    })

    it.each(['windows', 'mac', 'chromeos'] as const)('does not compare clocks on %s', (os) => {
      expect(points({ clock: altered, device: { browser: { ...LINUX, os } } })).toBe(0)
    })
  })

  describe('positions between those of a display', () => {
    const positions = { moves: 60, offGrid: 59 }
    const framed = { hasX11Frame: true, spoofingCause: 'none' } as const
    const maximized = { scrollbarWidth: 15, spoofingCause: 'none' } as const
    const scattered = { windows: 9, loosestPhase: 0.3, keys: 300, keysOnPhase: 40 }
    const points = (device: Part<'device'>, more: Given = {}) =>
      strengthOf(run({ positions, device, ...more })) * 69

    it('lead to a review alone, with and without a frame, and with a debugger', () => {
      for (const device of [framed, maximized, { ...framed, spoofingCause: 'tools' } as const]) {
        expect(points(device)).toBeGreaterThanOrEqual(50)
        expect(points(device)).toBeLessThan(69)
      }
    })

    it('and scattered times are two witnesses, because no display causes the positions', () => {
      for (const device of [framed, maximized])
        expect(run({ positions, device, clock: scattered })).toMatchObject({ strength: 1, confirmed: true })
    })

    it('are one witness with presses between pixels', () => {
      const clicks = { longestFractionalRun: 9 }
      expect(points(maximized, { clicks })).toBe(points(maximized))
      expect(run({ positions, device: maximized, clicks })).not.toHaveProperty('confirmed')
    })

    it.each<[string, Part<'device'>]>([
      ['on Windows', { ...framed, browser: { ...LINUX, os: 'windows' } }],
      ['on a Mac', { ...framed, browser: { ...LINUX, os: 'mac' } }],
      ['on ChromeOS', { ...framed, browser: { ...LINUX, os: 'chromeos', desktop: false } }],
      ['on Android', { ...framed, browser: { ...LINUX, os: 'android', desktop: false } }],
      ['on an Android tablet that requests desktop pages', { ...maximized, hasTouch: true }],
      ['on an Android desktop without a touch screen', { ...maximized, scrollbarWidth: 0 }],
      ['in Firefox', { ...framed, browser: { ...LINUX, engine: 'firefox' } }],
      ['in a privacy browser', { ...framed, browser: { ...LINUX, blurs: true } }],
    ])('do not count %s', (_, device) => {
      expect(points(device)).toBe(0)
    })

    it('stay below a review with an extension that replaces functions', () => {
      const device = { ...framed, spoofingCause: 'scripted', patches: ['one', 'two', 'three'] } as const
      expect(points(device)).toBeLessThan(50)
    })

    it('count from 20 moves', () => {
      expect(points(framed, { positions: { moves: 60, offGrid: 19 } })).toBe(0)
      expect(points(framed, { positions: { moves: 900, offGrid: 20 } })).toBeGreaterThanOrEqual(50)
    })
  })

  describe('two witnesses', () => {
    const altered = { windows: 9, loosestPhase: 1, keys: 300, keysOnPhase: 276 }

    it('confirm each other at full strength', () => {
      const both: Given = { clock: altered, channel: INJECTED, device: { spoofingCause: 'none' } }
      expect(run(both)).toMatchObject({ strength: 1, confirmed: true })
      expect(run({ channel: INJECTED })).not.toHaveProperty('confirmed')
    })

    it('have no innocent cause in common', () => {
      const wayland: Given = {
        clock: { windows: 9, loosestPhase: 0.3 },
        clicks: { longestFractionalRun: 9 },
        channel: AWAITED,
      }
      expect(strengthOf(run(wayland))).toBeLessThan(1)
      const ofPhone = (phoneContradictions: SessionFeatures['device']['phoneContradictions']): Given => ({
        device: { phoneContradictions, spoofingCause: 'none' },
        headers: { contradictions: ['header order'] },
      })
      // Android in a virtual machine has a computer's hardware, but not its plugins.
      const virtual = run(ofPhone(['graphics', 'memory', 'zone', 'platform']))
      expect(virtual).toMatchObject({ result: 'Detected', strength: 1 })
      expect(virtual).not.toHaveProperty('confirmed')
      expect(run(ofPhone(['memory', 'plugins', 'zone']))).toMatchObject({ strength: 1, confirmed: true })
    })

    it('are not two innocent circumstances, such as developer tools and a privacy extension', () => {
      const device = {
        probedAtLoad: true,
        probedAtSubmit: true,
        patches: ['one', 'two', 'three'],
        spoofingCause: 'tools',
      } as const
      const found = run({ device, channel: INJECTED, scroll: { fewestScrollsPerNotch: 1 } })
      expect(found).toMatchObject({ strength: 1, harmless: 1 })
      expect(found).not.toHaveProperty('confirmed')
      expect(run({ device, channel: INJECTED, clock: altered })).toMatchObject({ confirmed: true })
    })

    it('are no weak traces', () => {
      const weak: Given = {
        channel: INJECTED,
        device: { foreignFunctions: 3, contradictions: ['one'], spoofingCause: 'none' },
      }
      expect(run(weak)).toMatchObject({ strength: 1 })
      expect(run(weak)).not.toHaveProperty('confirmed')
    })
  })

  it('adds up contradictory claims, but not beyond what one disguise explains', () => {
    const disguised: Given = {
      headers: { missing: ['Accept-Language'], contradictions: ['Sec-CH-UA', 'User-Agent'] },
      challenge: { result: 'failed' },
    }
    expect(run(disguised).result).toBe('Not detected')
    expect(run({ ...disguised, keys: { longestShiftlessRun: 5 } }).result).toBe('Detected')
    expect(run({ keys: { longestShiftlessRun: 5 } }).result).toBe('Not detected')
    const noAgent: Given = { headers: { missing: ['User-Agent'] } }
    expect(run({ ...noAgent, keys: { longestShiftlessRun: 5 } }).result).toBe('Detected')
  })

  it('looks at mouse presses under a phone user agent, and clears a tablet with a mouse', () => {
    const tablet = { engine: 'webkit', os: 'ios', desktop: false, blurs: false } as const
    const clicks = { presses: 9, longestPressurelessRun: 9, longestUnfocusedRun: 9 }
    expect(run({ device: { browser: tablet }, clicks }).result).toBe('Detected')
    expect(run({ device: { browser: tablet }, clicks: { presses: 9 } }).result).toBe('Not detected')
  })

  it('clears people on Wayland, whose input is off the clock and between pixels', () => {
    const wayland: Given = {
      clock: { windows: 99, loosestPhase: 0.2 },
      clicks: { longestFractionalRun: 20 },
    }
    expect(run(wayland).result).toBe('Not detected')
    expect(run({ ...wayland, scroll: { fewestScrollsPerNotch: 1 } }).result).toBe('Not detected')
    expect(run({ ...wayland, scroll: { longestEvenSteps: 40 } }).result).toBe('Not detected')
  })

  const INJECTED = { moves: 90, crowdedShare: 0.3, multipleShare: 0.3, gapMs: 11 }
  const AWAITED = { moves: 90, gapMs: 16.7, earlyMs: 9, middleMs: 14.6, lateMs: 16 }

  it('takes moves that Firefox delivers directly for a trace that is not enough alone, in Firefox on Linux only', () => {
    const channel = { moves: 90, crowdedShare: 0.75, multipleShare: 0, gapMs: 16 }
    const firefox = { ...LINUX, engine: 'firefox' } as const
    const found = run({ channel, device: { browser: firefox } })
    expect(found.result).toBe('Not detected')
    expect(strengthOf(found)).toBeGreaterThan(0.2)
    expect(strengthOf(run({ channel, device: { browser: { ...firefox, blurs: true } } }))).toBe(0)
    expect(strengthOf(run({ channel, device: { browser: { ...firefox, os: 'windows' } } }))).toBe(0)
    expect(strengthOf(run({ channel }))).toBe(0)
  })

  const OPEN_TOOLS = { spoofingCause: 'tools', probedAtLoad: true, probedAtSubmit: true } as const

  it('asks for a review of injected moves on every system, unless developer tools may be open', () => {
    const points = (device: Part<'device'>) => strengthOf(run({ channel: INJECTED, device })) * 69
    for (const os of ['linux', 'windows', 'mac'] as const) {
      const browser = { ...LINUX, os }
      expect(points({ browser, spoofingCause: 'none' })).toBeGreaterThanOrEqual(50)
      expect(points({ browser, spoofingCause: 'unknown' })).toBeLessThan(50)
      expect(points({ browser, ...OPEN_TOOLS })).toBeLessThan(50)
    }
  })

  it('does not detect a fast mouse on the busiest page by its moves alone', () => {
    const found = run({ channel: { ...INJECTED, crowdedShare: 0.18 }, device: { spoofingCause: 'none' } })
    expect(found.result).toBe('Not detected')
    expect(strengthOf(found)).toBeGreaterThan(0)
  })

  it('ignores the timestamps and pixels of everybody on Wayland, unless there is another trace', () => {
    const wayland: Given = { clock: { windows: 99, loosestPhase: 0.2 }, clicks: { longestFractionalRun: 20 } }
    expect(strengthOf(run(wayland))).toBe(0)
    const still: Given = { scroll: { fewestScrollsPerNotch: 1 } }
    expect(strengthOf(run({ ...wayland, ...still }))).toBe(0)
    const shiftless: Given = { keys: { longestShiftlessRun: 5 } }
    expect(strengthOf(run({ ...wayland, ...shiftless }))).toBeGreaterThan(strengthOf(run(shiftless)))
  })

  it('ignores a wheel without animation, which is a setting, unless there is another trace', () => {
    const still: Given = { scroll: { fewestScrollsPerNotch: 1 } }
    expect(strengthOf(run(still))).toBe(0)
    const shiftless: Given = { keys: { longestShiftlessRun: 5 } }
    expect(strengthOf(run({ ...still, ...shiftless }))).toBeGreaterThan(strengthOf(run(shiftless)))
  })

  it('stays below a review for everything that Wayland explains', () => {
    const wayland: Given = {
      clock: { windows: 99, loosestPhase: 0.2 },
      clicks: { longestFractionalRun: 20 },
      channel: AWAITED,
    }
    expect(run(wayland).evidence).toContain('each arrived only after')
    expect(strengthOf(run(wayland)) * 69).toBeLessThan(50)
    const still = run({ ...wayland, scroll: { fewestScrollsPerNotch: 1 } })
    expect(strengthOf(still) * 69).toBeGreaterThanOrEqual(50)
  })

  it('says nothing about moves in other engines, in few moves and with developer tools open', () => {
    const firefox = { ...LINUX, engine: 'firefox' } as const
    expect(strengthOf(run({ channel: INJECTED, device: { browser: firefox } }))).toBe(0)
    expect(strengthOf(run({ channel: { ...INJECTED, moves: 40 } }))).toBe(0)
    expect(strengthOf(run({ channel: { ...INJECTED, multipleShare: 0.01 } }))).toBe(0)
  })

  it('stays below a review for everything that developer tools or a privacy extension explain', () => {
    const android = { ...LINUX, os: 'android', desktop: false } as const
    const tools = { probedAtLoad: true, probedAtSubmit: true, contradictions: ['a', 'b', 'c'] }
    const all = ['graphics', 'memory', 'platform', 'plugins'] as const
    const disguised: Given = {
      device: { patches: ['a', 'b', 'c', 'd'] },
      headers: { contradictions: ['Sec-CH-UA', 'User-Agent', 'Accept-Language'] },
      challenge: { result: 'failed' },
    }
    for (const device of [tools, { ...tools, browser: android, phoneContradictions: all }]) {
      expect(strengthOf(run({ device })) * 69).toBeGreaterThan(20)
      expect(strengthOf(run({ device })) * 69).toBeLessThan(24)
    }
    expect(run(disguised).result).toBe('Detected')
    expect(Math.round(strengthOf(run(disguised)) * 69)).toBe(35)
    expect(harmlessOf(run(disguised))).toBe(strengthOf(run(disguised)))
  })

  it('says which part harmless circumstances explain: all, unless one trace is a witness that they do not', () => {
    const patches = ['one', 'two', 'three']
    const scattered = { windows: 9, loosestPhase: 0.3, keys: 300, keysOnPhase: 40 }
    const altered = { windows: 9, loosestPhase: 1, keys: 300, keysOnPhase: 276 }
    const explained = (given: Given) => {
      const found = run({ ...given, device: { patches, spoofingCause: 'scripted', ...given.device } })
      return harmlessOf(found) / strengthOf(found)
    }
    expect(explained({})).toBe(1)
    expect(explained({ clock: scattered, device: { hasX11Frame: true } })).toBe(1)
    expect(explained({ clicks: { longestUnfocusedRun: 3 } })).toBe(1)
    expect(explained({ device: { foreignFunctions: 2 } })).toBe(1)
    expect(explained({ clock: altered })).toBe(0)
    expect(explained({ channel: AWAITED })).toBe(1)
    expect(explained({ channel: AWAITED, device: { hasX11Frame: true } })).toBe(0)
  })

  it('takes moves in a shared frame for an effect of developer tools beside a privacy extension too', () => {
    const probed = { probedAtLoad: true, probedAtSubmit: true, patches: ['one', 'two'] }
    const found = run({ device: { ...probed, spoofingCause: 'scripted' }, channel: INJECTED })
    expect(harmlessOf(found)).toBe(strengthOf(found))
    const closed = run({ device: { patches: ['one', 'two'], spoofingCause: 'scripted' }, channel: INJECTED })
    expect(closed).toMatchObject({ confirmed: true })
  })

  it('stays below monitoring for everything that a remote desktop explains', () => {
    const unmerged = { ...AWAITED, earlyMs: 1, middleMs: 8 }
    const remote: Given = { channel: unmerged, scroll: { fewestScrollsPerNotch: 1 } }
    expect(run(remote).evidence).toContain('never had to merge')
    expect(strengthOf(run(remote)) * 69).toBeLessThan(24)
    expect(run({ ...remote, channel: AWAITED }).result).toBe('Detected')
    const missingProperties = ['graphics', 'pointer', 'taskbar'] as const
    const bare: Given = { ...remote, device: { missingProperties }, clicks: { presses: 9 } }
    expect(strengthOf(run(bare)) * 69).toBeLessThan(24)
    const headless = { ...bare, device: { missingProperties: [...missingProperties, 'scrollbars'] as const } }
    expect(run(headless).result).toBe('Detected')
    // Scrollbars that lie over the page, and a mouse with the times of an X server, which no headless browser has.
    const overlaid = { ...headless, clock: { allMouse: 90, allMouseOnPhase: 90 } }
    expect(strengthOf(run(overlaid)) * 69).toBeLessThan(24)
  })

  it('adds up weak evidence below its threshold', () => {
    const unmerged = { ...AWAITED, earlyMs: 1, middleMs: 8 }
    const weak = run({ channel: unmerged })
    expect(weak.result).toBe('Not detected')
    const both = run({ channel: unmerged, clock: { windows: 9, loosestPhase: 0.3 } })
    expect(both.result).toBe('Detected')
    expect(strengthOf(both)).toBeGreaterThan(strengthOf(weak))
  })

  it('recognizes a headless browser by what it lacks together', () => {
    const missingProperties = ['focus', 'graphics', 'pointer', 'screen', 'taskbar'] as const
    expect(run({ device: { missingProperties }, clicks: { presses: 5 } }).result).toBe('Detected')
    expect(strengthOf(run({ device: { missingProperties: ['focus', 'graphics', 'taskbar'] } }))).toBe(0)
    expect(run({ device: { missingProperties: ['graphics', 'pointer', 'taskbar'] } }).evidence).toBe(
      'No trace of an automation tool.',
    )
  })

  it('detects a desktop that claims to be a phone by three contradictions, or one and instant taps', () => {
    const browser = { ...LINUX, os: 'android', desktop: false } as const
    expect(run({ device: { browser, phoneContradictions: ['platform', 'plugins'] } }).result).toBe(
      'Not detected',
    )
    expect(run({ device: { browser }, instantTaps: 5 }).result).toBe('Not detected')
    expect(run({ device: { browser, phoneContradictions: ['plugins'] }, instantTaps: 3 }).result).toBe(
      'Detected',
    )
    expect(run({ device: { browser, phoneContradictions: ['graphics', 'memory', 'plugins'] } }).result).toBe(
      'Detected',
    )
  })

  it.each<[string, Given]>([
    [
      "a phone with a desktop's plugins",
      { device: { phoneContradictions: ['plugins'], spoofingCause: 'none' } },
    ],
    ['a phone with many cores', { device: { phoneContradictions: ['cores'], spoofingCause: 'none' } }],
    ['an app that sends no Sec-CH-UA', { headers: { missing: ['Sec-CH-UA'] } }],
  ])('ignores %s, unless there is another trace', (_, given) => {
    expect(strengthOf(run(given))).toBe(0)
    const other = { challenge: { result: 'failed' } } as const
    expect(strengthOf(run({ ...given, ...other }))).toBeGreaterThanOrEqual(strengthOf(run(other)))
    expect(run({ ...given, ...other }).evidence).toMatch(/, /)
    const memory = { device: { phoneContradictions: ['memory'], spoofingCause: 'none' } } as const
    expect(strengthOf(run(memory))).toBeGreaterThan(0)
  })

  it('asks for a review of an emulated phone unless developer tools explain it', () => {
    const browser = { ...LINUX, os: 'android', desktop: false } as const
    const phoneContradictions = ['memory', 'plugins', 'zone'] as const
    const points = (spoofingCause: 'none' | 'tools' | 'unknown') =>
      strengthOf(run({ device: { browser, phoneContradictions, spoofingCause } })) * 69
    expect(points('none')).toBeGreaterThanOrEqual(50)
    expect(points('tools')).toBeLessThan(50)
    expect(points('unknown')).toBeLessThan(50)
  })

  describe('with a debugger attached to an emulated phone', () => {
    const tools = { spoofingCause: 'tools', probedAtLoad: true, probedAtSubmit: true } as const
    const browser = { ...LINUX, os: 'android', desktop: false } as const
    const phone = { ...tools, browser, phoneContradictions: ['memory', 'plugins'] } as const
    const played = { contacts: 3, keys: { onScreen: 20 } }

    it('confirms a program that plays the finger and the keyboard of the phone', () => {
      expect(run({ device: phone, ...played })).toMatchObject({ result: 'Detected', confirmed: true })
    })

    it.each<[string, Given]>([
      ['the device toolbar, with mouse and keyboard', { device: phone, contacts: 1 }],
      ['a touch screen under the device toolbar', { device: phone, contacts: 9 }],
      ['an input method under the device toolbar', { device: phone, contacts: 2, keys: { onScreen: 99 } }],
      [
        'a phone with a PDF viewer',
        { device: { ...phone, phoneContradictions: ['cores', 'plugins'] }, ...played },
      ],
      [
        'Android in a virtual machine',
        { device: { ...phone, phoneContradictions: ['graphics', 'platform'] }, ...played },
      ],
      [
        'the device toolbar in a window that was a desktop before',
        { device: { ...tools, hasOnlyTouch: true, missingProperties: ['focus', 'scrollbars', 'taskbar'] } },
      ],
    ])('stays below monitoring for %s', (_, given) => {
      expect(strengthOf(run(given)) * 69).toBeLessThan(25)
    })

    it('keeps Android on a computer below a review, although no debugger explains it', () => {
      const points = (phoneContradictions: PhoneContradiction[]) =>
        strengthOf(run({ device: { browser, spoofingCause: 'none', phoneContradictions }, ...played })) * 69
      expect(points(['graphics', 'zone', 'cores', 'platform'])).toBeLessThan(50)
      expect(points(['graphics', 'plugins', 'cores'])).toBeLessThan(50)
      // No Android reports as much memory as a desktop browser.
      expect(points(['graphics', 'plugins', 'memory'])).toBeGreaterThan(50)
    })

    it('counts what a headless browser with a mouse lacks', () => {
      const device = { ...tools, missingProperties: ['focus', 'scrollbars', 'taskbar'] } as const
      expect(strengthOf(run({ device })) * 69).toBeGreaterThan(25)
    })
  })

  it('detects values that a worker contradicts, and more if nothing innocent explains them', () => {
    const secondContradictions = ['cores', 'platform'] as const
    const strength = (device: Given['device']) =>
      strengthOf(run({ device: { secondContradictions, ...device } }))
    expect(run({ device: { secondContradictions } }).evidence).toBe(
      'Found: a worker or a newly created iframe that reports a different platform and a different number of cores.',
    )
    const patches = ['a', 'b', 'c']
    expect(strength({ spoofingCause: 'scripted', patches }) * 69).toBeLessThan(50)
    expect(strength({ spoofingCause: 'none', patches }) * 69).toBeGreaterThanOrEqual(50)
    expect(strength({ spoofingCause: 'none' }) * 69).toBeLessThan(50)
  })

  it('ignores the clock of other systems', () => {
    const clock = { windows: 9, loosestPhase: 0.3 }
    const keys = { longestShiftlessRun: 5 }
    for (const os of ['windows', 'mac', 'chromeos'] as const) {
      const browser = { ...LINUX, os }
      expect(run({ keys, clock, device: { browser } }).result).toBe('Not detected')
    }
  })

  it('never detects by geometry alone: full screens and emulation do that', () => {
    const contradictions = [
      'page, window and screen of the same size',
      'an orientation that contradicts the screen',
      'a page larger than its window',
    ]
    expect(run({ device: { contradictions } }).result).toBe('Not detected')
  })

  it('is Unknown for a browser that reports nothing', () => {
    expect(run({ device: { readings: 0, webdriver: null } }).result).toBe('Unknown')
  })
})
