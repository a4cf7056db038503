/**
 * Traces for the check of automation tools: in the browser's properties (a headless browser lacks several, a desktop that
 * claims to be a phone has too many) and in its claims.
 */
import type { KeyFeatures } from '../features/keyboard/keys.ts'
import type { TapFeatures } from '../features/mouse/taps.ts'
import type { ChallengeFeatures } from '../features/session/challenge.ts'
import type { DeviceFeatures, MissingProperty, SpoofingCause } from '../features/session/device.ts'
import type { HeaderFeatures } from '../features/session/headers.ts'
import type { PhoneContradiction } from '../features/session/phone.ts'
import type { WitnessContradiction } from '../features/session/second_witness.ts'

/** Harmless causes. Traces with the same cause count up to its limit, which is too low for a review. */
export const MAX_BY_CAUSE = {
  /** Developer tools attach a debugger and emulate phones and windows. */
  tools: 1.2,
  /** Extensions that protect privacy replace functions and change claims. */
  privacy: 0.9,
  /** Chromium on Wayland timestamps input when it reads it; the compositor may send one move a frame. */
  wayland: 1.2,
  /**
   * Remote desktops and virtual machines report 60 times a second and have no pointing device; browsers in them may not
   * animate scrolling.
   */
  remote: 0.4,
  /** A very busy page shows several moves in one frame. */
  busy: 0.5,
  /** A browser on an X server of another machine timestamps input when it arrives. */
  display: 0.6,
  /** Some window managers deliver clicks to windows without focus. */
  window: 0.3,
  /** Android on a computer, in a virtual machine or an emulator has the computer's processor, graphics and clock. */
  android: 1.2,
} as const

/**
 * Instead of `tools`, if a debugger was attached: too low for monitoring. `docked`: a panel beside the page shows that
 * developer tools are open; no driver of the lab shows one.
 */
export const MAX_BY_DEBUGGER = { docked: 0.35, hidden: 0.6 } as const

/** Globals that only drivers create. Checked on the server again, because the browser's list cannot be trusted. */
export const DRIVER_GLOBAL =
  /^(\$?cdc_\w+_(Array|Object|Promise|Symbol|JSON|Proxy|Window)|ret_nodes|se_exportedFunctionSymbol|__pwInitScripts|__playwright\w*|__pw_\w+|puppeteer_\w+|__puppeteer\w*|__stagehand\w*|taiko_\w+|__webdriver\w*|__selenium\w*|__driver_\w+|__fxdriver\w*|_selenium\w*|\$chrome_asyncScriptInfo)$/

/**
 * What a trace is about. Traces of two kinds have different causes, innocent or not, unless `cause` says otherwise:
 * - `browser`: what the browser has, lacks and claims. Old machines, privacy extensions, device emulation.
 * - `machine`: a phone's hardware, platform and clock. Android in a virtual machine or on a computer.
 * - `debugger`: one is attached. Developer tools.
 * - `delivery`: how moves reach the page. Busy pages, the rate of the mouse.
 * - `clock`: the times of events. The display server.
 * - `scroll`: how the wheel scrolls. A setting, the kind of wheel.
 * - `press`: how buttons and fingers press. The pointing device.
 * - `position`: where the mouse is. The display server.
 * - `keys`: which keys make a character. The keyboard layout.
 * - `sender`: data that the script always sends, and signatures. Faults in the network.
 */
export type TraceKind =
  | 'browser'
  | 'machine'
  | 'debugger'
  | 'delivery'
  | 'clock'
  | 'scroll'
  | 'press'
  | 'position'
  | 'keys'
  | 'sender'

export interface Trace {
  readonly kind: TraceKind
  readonly weight: number
  readonly cause?: keyof typeof MAX_BY_CAUSE
  /** People with a common system or browser have it, so it counts only if there is another trace. */
  readonly isUsual?: true
  readonly evidence: string
}

const MISSING_WEIGHT: Readonly<Record<MissingProperty, number>> = {
  pointer: 0.4,
  screen: 0.4,
  scrollbars: 0.2,
  graphics: 0.15,
  taskbar: 0.1,
  focus: 0.1,
}
const MISSING_WORDS: Readonly<Record<MissingProperty, string>> = {
  pointer: 'mouse presses without a pointing device',
  screen: 'a screen of 800 by 600 pixels',
  scrollbars: 'no scrollbars',
  graphics: 'no graphics hardware',
  taskbar: 'no taskbar',
  focus: 'a page without focus at load',
}
/** Old office machines and kiosks lack the rest; without one of these it is no evidence. */
const MISSING_IN_AUTOMATION: readonly MissingProperty[] = ['pointer', 'screen', 'scrollbars']
/** A minimal desktop lacks all of it: one cause. */
const MAX_MISSING = 1.05

const PHONE_WEIGHT: Readonly<Record<PhoneContradiction, number>> = {
  platform: 0.3,
  engine: 0.3,
  plugins: 0.3,
  graphics: 0.5,
  memory: 0.4,
  cores: 0.2,
  zone: 0.2,
}
/**
 * Without developer tools, only a program emulates a phone. No generated phone that could exist has both a desktop's
 * memory and its plugins.
 */
const UNEXPLAINED_PHONE_WEIGHT: Readonly<Record<PhoneContradiction, number>> = {
  platform: 0.5,
  engine: 0.6,
  plugins: 0.75,
  graphics: 0.6,
  memory: 0.75,
  cores: 0.4,
  zone: 0.3,
}
const PHONE_WORDS: Readonly<Record<PhoneContradiction, string>> = {
  platform: 'a phone user agent on a desktop platform',
  engine: 'an iPhone with the engine of another browser',
  plugins: "a phone with a desktop's plugins",
  graphics: 'a phone without graphics hardware',
  memory: "a phone with a desktop's memory",
  cores: "a phone with a computer's number of cores",
  zone: 'a phone with its clock set to UTC',
}
/** Some real phones have one of these, but hardly any has two. */
const USUAL_ON_PHONES: ReadonlySet<PhoneContradiction> = new Set(['plugins', 'cores'])
/** Device emulation of the developer tools causes all of them. */
const MAX_PHONE = 1.2
/** The software of a computer. The rest is its machine, which Android in a virtual machine shows too. */
const IN_SOFTWARE: ReadonlySet<PhoneContradiction> = new Set(['plugins', 'engine'])
const MAX_UNEXPLAINED_PHONE = 1.6
/** Android on a computer never has these: they belong to the browser of another system. */
const NOT_IN_ANDROID: ReadonlySet<PhoneContradiction> = new Set(['engine', 'memory'])
/** The device toolbar of developer tools turns a mouse into a finger of one size and pressure. */
const MIN_CONTACTS = 3
/** The toolbar leaves the computer its keyboard. A phone's has no physical keys. */
const MIN_ON_SCREEN = 20

const WITNESS_WEIGHT: Readonly<Record<WitnessContradiction, number>> = {
  platform: 0.9,
  os: 0.6,
  user_agent: 0.6,
  zone: 0.5,
  webgl_renderer: 0.5,
  cores: 0.5,
  memory: 0.4,
  languages: 0.3,
}
const WITNESS_WORDS: Readonly<Record<WitnessContradiction, string>> = {
  platform: 'a different platform',
  os: 'a different operating system',
  user_agent: 'a different user agent',
  zone: 'a different time zone',
  webgl_renderer: 'different graphics hardware',
  cores: 'a different number of cores',
  memory: 'a different amount of memory',
  languages: 'different languages',
}
/** One disguise changes all of them. */
const MAX_WITNESS = 1.2

/** A weaker trace is no independent evidence. */
const MIN_WITNESS = 0.35

/**
 * Traces that no innocent circumstances explain: of different kinds, without a cause in common, and at least one of them
 * without any, because two circumstances often come together, such as developer tools and a privacy extension.
 * `traces`: with the weight that is left to them under the limit of their cause.
 */
export function countWitnesses(traces: readonly Trace[]): number {
  const free = traces.filter(({ cause }) => cause === undefined)
  const found: Trace[] = []
  // Those without a cause first: a new trace with one must not take the place of theirs.
  for (const trace of [...free, ...traces.filter(({ cause }) => cause !== undefined)]) {
    const isIndependent = found.every(
      ({ kind, cause }) => kind !== trace.kind && (cause === undefined || cause !== trace.cause),
    )
    if (isIndependent && trace.weight >= MIN_WITNESS) found.push(trace)
  }
  return found[0]?.cause === undefined ? found.length : 1
}

/**
 * The part of the traces that harmless circumstances may explain: all, or none if one of them is a witness that they do
 * not explain. None of 312 simulated people with native input has one.
 */
export function weightOfHarmless(traces: readonly Trace[]): number {
  const isExplained = ({ cause, weight }: Trace) => cause !== undefined || weight < MIN_WITNESS
  return traces.every(isExplained) ? weightOf(traces) : 0
}

export const weightOf = (traces: readonly Trace[]): number =>
  traces.reduce((sum, { weight }) => sum + weight, 0)

type TouchFeatures = Pick<TapFeatures, 'contacts'> & Pick<KeyFeatures, 'onScreen'>

interface InputFeatures extends TouchFeatures {
  readonly presses: number
  /** The mouse is that of an X server, so the browser has a window. */
  readonly isNative: boolean
}

/** What the browser is, against what it claims to be. */
export function findIdentityTraces(device: DeviceFeatures, input: InputFeatures): Trace[] {
  const { phoneContradictions, witnessContradictions, spoofingCause } = device
  const isPlayed = spoofingCause === 'tools' && isPlayedPhone(phoneContradictions, input)
  return [
    findMissingTrace(device, input),
    ...findPhoneTraces(phoneContradictions, isPlayed ? 'none' : spoofingCause),
    findWitnessTrace(witnessContradictions, spoofingCause),
  ].filter((trace) => trace !== undefined)
}

/** A computer on which a program plays the phone's finger and keyboard too. */
function isPlayedPhone(found: readonly PhoneContradiction[], { contacts, onScreen }: TouchFeatures): boolean {
  return (
    contacts >= MIN_CONTACTS &&
    onScreen >= MIN_ON_SCREEN &&
    found.some((one) => IN_SOFTWARE.has(one)) &&
    found.some((one) => NOT_IN_ANDROID.has(one))
  )
}

/** What a headless browser lacks. A missing pointer counts only if the mouse was pressed. */
function findMissingTrace(device: DeviceFeatures, { presses, isNative }: InputFeatures): Trace | undefined {
  const missingProperties = device.missingProperties.filter(
    (property) => property !== 'pointer' || presses > 0,
  )
  if (!missingProperties.some((property) => MISSING_IN_AUTOMATION.includes(property))) return undefined
  const trace = combined(missingProperties, MISSING_WEIGHT, MISSING_WORDS, MAX_MISSING)
  // The device toolbar shows a page without scrollbars and taskbar, while developer tools have the focus.
  if (device.spoofingCause === 'tools' && device.hasOnlyTouch) return { ...trace, cause: 'tools' }
  // A remote desktop may lack the rest, a pointing device too. With one, scrollbars over the page are a setting.
  const isHeadless =
    missingProperties.includes('screen') ||
    (missingProperties.includes('scrollbars') && missingProperties.includes('pointer'))
  return isHeadless && !isNative ? trace : { ...trace, cause: 'remote' }
}

/** Properties of a desktop that phones do not have. */
function findPhoneTraces(found: readonly PhoneContradiction[], spoofingCause: SpoofingCause): Trace[] {
  const [first] = found
  if (first === undefined) return []
  const usual = found.length === 1 && USUAL_ON_PHONES.has(first) ? { isUsual: true as const } : {}
  if (spoofingCause !== 'none')
    return [{ ...combined(found, PHONE_WEIGHT, PHONE_WORDS, MAX_PHONE), cause: 'tools', ...usual }]
  const android = found.some((one) => NOT_IN_ANDROID.has(one)) ? {} : { cause: 'android' as const }
  return [true, false].flatMap((isSoftware): Trace[] => {
    const own = found.filter((one) => IN_SOFTWARE.has(one) === isSoftware)
    if (own.length === 0) return []
    const trace = combined(own, UNEXPLAINED_PHONE_WEIGHT, PHONE_WORDS, MAX_UNEXPLAINED_PHONE)
    return [{ ...trace, kind: isSoftware ? 'browser' : 'machine', ...android, ...usual }]
  })
}

/** What a worker or a newly created iframe reports instead. */
function findWitnessTrace(
  found: readonly WitnessContradiction[],
  spoofingCause: SpoofingCause,
): Trace | undefined {
  if (found.length === 0) return undefined
  const reported = combined(found, WITNESS_WEIGHT, WITNESS_WORDS, MAX_WITNESS)
  const trace: Trace = {
    ...reported,
    evidence: `a worker or a newly created iframe that reports ${reported.evidence}`,
  }
  if (spoofingCause === 'none') return trace
  return { ...trace, cause: spoofingCause === 'scripted' ? 'privacy' : 'tools' }
}

/** One trace of everything with one innocent cause. */
function combined<Name extends string>(
  found: readonly Name[],
  weights: Readonly<Record<Name, number>>,
  words: Readonly<Record<Name, string>>,
  cap: number,
): Trace {
  const ordered = [...found].sort((a, b) => weights[b] - weights[a])
  const weight = ordered.reduce((sum, name) => sum + weights[name], 0)
  return {
    kind: 'browser',
    weight: Math.min(cap, weight),
    evidence: ordered.map((name) => words[name]).join(' and '),
  }
}

const CLAIM_WEIGHT = { challenge: 0.6, noUserAgent: 0.5, header: 0.2 } as const
/** An extension or a proxy that disguises the browser changes all of its claims: one innocent cause. */
const MAX_CLAIMS = 0.6
/** No browser and no extension of a person signs requests as an agent. */
const AGENT_FAULTS = {
  invalid: { kind: 'sender', weight: 0.6, evidence: 'a forged agent signature' },
  expired: { kind: 'sender', weight: 0.3, evidence: 'an expired agent signature' },
} as const

/** Contradictions between what the sender says it is and what it does. */
export function findClaimTraces(challenge: ChallengeFeatures, headers: HeaderFeatures): Trace[] {
  const traces: Trace[] = []
  if (challenge.result === 'failed') {
    traces.push({
      kind: 'browser',
      weight: CLAIM_WEIGHT.challenge,
      evidence: 'challenge results that do not match the claimed browser',
    })
  }
  for (const name of headers.missing) {
    const weight = name === 'User-Agent' ? CLAIM_WEIGHT.noUserAgent : CLAIM_WEIGHT.header
    // Apps that show pages with a user agent of their own do not send it.
    const usual = name === 'Sec-CH-UA' ? { isUsual: true as const } : {}
    traces.push({ kind: 'browser', weight, evidence: `requests without ${name}`, ...usual })
  }
  for (const name of headers.contradictions) {
    traces.push({
      kind: 'browser',
      weight: CLAIM_WEIGHT.header,
      evidence: `${name} that contradicts the browser`,
    })
  }
  let left = MAX_CLAIMS
  const claims = traces.flatMap((trace): Trace[] => {
    const weight = Math.min(trace.weight, left)
    left -= weight
    return weight > 0 ? [{ ...trace, weight, cause: 'privacy' }] : []
  })
  return [...claims, ...headers.agentFaults.map((fault) => AGENT_FAULTS[fault])]
}
