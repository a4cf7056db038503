/** Circumstances of people that leave traces of automation, each at its worst. */
import { checkOf, type SessionOutcomes } from '../../../src/checks/session.ts'
import type { SessionCheckName } from '../../../src/contract/checks.ts'
import type { Browser } from '../../../src/features/session/browser.ts'
import type { SessionFeatures } from '../../../src/features/session/session.ts'

type Circumstance = (features: SessionFeatures) => SessionFeatures

/** Where most traces are verified. */
const LINUX: Browser = { engine: 'chromium', os: 'linux', desktop: true, blurs: false }
const PROBED = { probedAtLoad: true, probedAtSubmit: true } as const
const SCATTERED: SessionFeatures['clock'] = {
  windows: 9,
  loosestPhase: 0.3,
  keys: 300,
  keysOnPhase: 40,
  mouse: 200,
  mouseOnPhase: 30,
  mouseOnKeyPhase: 25,
  allMouse: 200,
  allMouseOnPhase: 30,
  wasProgram: null,
}

const onDevice = (features: SessionFeatures, more: Partial<SessionFeatures['device']>): SessionFeatures => ({
  ...features,
  device: { ...features.device, browser: LINUX, ...more },
})
const delivered =
  (delivery: SessionFeatures['channel']['delivery']): Circumstance =>
  (features) => ({ ...onDevice(features, {}), channel: { ...features.channel, delivery } })
const withoutScrollAnimation = (features: SessionFeatures): SessionFeatures['scroll'] => ({
  ...features.scroll,
  fewestScrollsPerNotch: 1,
})
const lacking =
  (...missingProperties: SessionFeatures['device']['missingProperties']): Circumstance =>
  (features) => ({
    ...onDevice(features, { missingProperties }),
    clicks: { ...features.clicks, presses: Math.max(9, features.clicks.presses) },
    clock: { ...features.clock, allMouse: 90, allMouseOnPhase: 90 },
  })
const inspected = (features: SessionFeatures, hasPanel: boolean): SessionFeatures => ({
  ...onDevice(features, {
    ...PROBED,
    hasPanel,
    contradictions: ['a window larger than the screen', 'a page larger than its window'],
    spoofingCause: features.device.spoofingCause === 'scripted' ? 'scripted' : 'tools',
  }),
  channel: { ...features.channel, delivery: 'injected' },
})

export const CIRCUMSTANCES: Readonly<Record<string, Circumstance>> = {
  'privacy extension': (features) => ({
    ...onDevice(features, {
      patches: ['replaced native functions', 'contradictory permissions', 'a proxy in stack traces'],
      secondContradictions: ['cores', 'languages', 'memory', 'os', 'user_agent', 'webgl_renderer', 'zone'],
      spoofingCause: 'scripted',
    }),
    challenge: { ...features.challenge, result: 'failed' },
    headers: { ...features.headers, contradictions: ['User-Agent', 'Sec-CH-UA', 'Accept-Language'] },
  }),
  'mouse of 60 Hz': delivered('unmerged'),
  'busy page': delivered('crowded'),
  'docked developer tools': (features) => ({
    ...inspected(features, true),
    scroll: withoutScrollAnimation(features),
  }),
  'developer tools in a window of their own': (features) => inspected(features, false),
  'remote desktop': (features) => ({
    ...lacking('graphics', 'pointer', 'taskbar')(features),
    channel: { ...features.channel, delivery: 'unmerged' },
    scroll: withoutScrollAnimation(features),
  }),
  'scrollbars over the page': lacking('scrollbars', 'taskbar'),
  Wayland: (features) => ({
    ...onDevice(features, { hasX11Frame: false }),
    channel: { ...features.channel, delivery: 'awaited' },
    clicks: { ...features.clicks, longestFractionalRun: 9 },
    clock: SCATTERED,
  }),
  'display of another machine': (features) => ({
    ...onDevice(features, { hasX11Frame: features.channel.delivery !== 'awaited' }),
    clock: SCATTERED,
  }),
  'scrolling without animation': (features) => ({
    ...onDevice(features, {}),
    scroll: withoutScrollAnimation(features),
  }),
  'clicks to a window without focus': (features) => ({
    ...onDevice(features, {}),
    clicks: { ...features.clicks, longestUnfocusedRun: 5 },
  }),
  'link hints': (features) => ({
    ...features,
    clicks: { ...features.clicks, untrusted: 5, untrustedChoices: 3, untrustedTargets: 5 },
    inputs: { ...features.inputs, untrustedChars: 0, untrustedQuestionChars: 0 },
    keys: { ...features.keys, untrusted: 0, unhurried: Math.max(200, features.keys.unhurried) },
  }),
  'text expander': (features) => ({
    ...features,
    inputs: { ...features.inputs, longestExpansion: 120 },
  }),
  'thinking before each answer': (features) => ({
    ...features,
    pauses: { pauses: 12, slow: 12, actions: 12 },
  }),
  'Android on a computer': (features) => ({
    ...onDevice(features, {
      browser: { ...LINUX, os: 'android', desktop: false },
      missingProperties: [],
      phoneContradictions: ['cores', 'graphics', 'platform', 'zone'],
    }),
  }),
}

/** All circumstances alone, all pairs, and all together. */
export const COMBINATIONS: readonly (readonly string[])[] = [
  ...Object.keys(CIRCUMSTANCES).map((name) => [name]),
  ...Object.keys(CIRCUMSTANCES).flatMap((one, i, names) => names.slice(i + 1).map((other) => [one, other])),
  Object.keys(CIRCUMSTANCES).filter((name) => name !== 'Android on a computer'),
]

/** The checks that circumstances affect, and what they read of it. */
const OF_CIRCUMSTANCES = {
  agent_behavior: ['pauses'],
  bot: ['challenge', 'channel', 'clicks', 'clock', 'device', 'headers', 'scroll'],
  programmatic_clicking: ['clicks', 'device', 'inputs', 'keys'],
  programmatic_typing: ['device', 'inputs', 'keys'],
} as const satisfies Partial<Record<SessionCheckName, readonly (keyof SessionFeatures)[]>>
const AFFECTED = Object.keys(OF_CIRCUMSTANCES) as (keyof typeof OF_CIRCUMSTANCES)[]

/** `plain`: the outcomes without the circumstances. The other checks do not depend on them. */
export function outcomesUnder(
  features: SessionFeatures,
  plain: SessionOutcomes,
  names: readonly string[],
): SessionOutcomes {
  const changed = names.reduce((one, name) => (CIRCUMSTANCES[name] as Circumstance)(one), features)
  const affected = AFFECTED.filter((name) =>
    OF_CIRCUMSTANCES[name].some((part) => changed[part] !== features[part]),
  )
  return { ...plain, ...Object.fromEntries(affected.map((name) => [name, checkOf(name).run(changed)])) }
}

/** The same outcomes, as if no harmless circumstance explained anything. */
export const unexplained = (outcomes: SessionOutcomes): SessionOutcomes => ({
  ...outcomes,
  ...Object.fromEntries(
    AFFECTED.map((name) => {
      const { harmless: _, ...outcome } = { harmless: 0, ...outcomes[name] }
      return [name, outcome]
    }),
  ),
})
