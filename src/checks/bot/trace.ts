/** One trace of automation tools: what it is about, where it counts, how it is found and how it is worded. */
import type { SessionFeatures } from '../../features/session/session.ts'
import type { Cause } from './causes.ts'
import { conditionOf, type When } from './conditions.ts'
import weights from './weights.json' with { type: 'json' }

/** Traces of two kinds have different causes, innocent or not, unless `cause` says otherwise. */
export type TraceKind =
  | 'browser' // What it has, lacks and claims. Old machines, privacy extensions, device emulation.
  | 'machine' // A phone's hardware, platform and clock. Android in a virtual machine or on a computer.
  | 'debugger' // One is attached. Developer tools.
  | 'delivery' // How moves reach the page. Busy pages, the rate of the mouse.
  | 'clock' // The times of events. The display server.
  | 'scroll' // How the wheel scrolls. A setting, the kind of wheel.
  | 'press' // How buttons and fingers press. The pointing device.
  | 'position' // Where the mouse is. The display server.
  | 'keys' // Which keys make a character. The keyboard layout.
  | 'sender' // Data that the script always sends, and signatures. Faults in the network.

export type WeightName = keyof typeof weights.traces
type PartOf<Name extends WeightName> = (typeof weights.traces)[Name] extends { readonly parts: infer Parts }
  ? keyof Parts & string
  : string

/** Of a finding, or of each of its parts. */
export type Weight = (
  | { readonly weight: number; readonly parts?: never }
  | { readonly parts: Readonly<Record<string, number>>; readonly weight?: never }
) & {
  /** All that is found has one innocent cause: it is one finding that weighs at most this much. */
  readonly most?: number
  readonly measured: string | null
}
export const WEIGHTS: Readonly<Record<WeightName, Weight>> = weights.traces
export const WEIGHT_NAMES = Object.keys(weights.traces) as WeightName[]
export const LIMITS = weights.limits

interface Declared<Name extends WeightName, Part extends string> {
  readonly kind: TraceKind
  /** Its entry in `weights.json`. */
  readonly weight: Name
  readonly where?: When
  /** The limit that it shares with others. */
  readonly within?: keyof typeof LIMITS
  /** Of several, the first whose condition holds. */
  readonly cause?: Cause | Partial<Readonly<Record<Cause, When>>>
  /** People with a common system or browser have it, so it counts only if there is another trace. */
  readonly isUsual?: true | ((features: SessionFeatures, part: string) => boolean)
  /** `{count}` becomes the value, any other `{placeholder}` the words of what was found. */
  readonly evidence: string
  /** Words for each part of the weight. */
  readonly parts?: Readonly<Record<Part, string>>
}
/** The check publishes value and threshold under the name of `measure`. */
type Counted = {
  readonly measure: string
  value(features: SessionFeatures): number
} & ({ readonly least: number; readonly below?: never } | { readonly below: number; readonly least?: never })

export type Trace<Name extends WeightName = WeightName, Part extends string = string> = Declared<Name, Part> &
  // Whether there is one, or what was found.
  (
    | (Counted & { part?(features: SessionFeatures): Part })
    | { find(features: SessionFeatures): boolean | readonly Part[] }
  )

/** If the weight has parts, one of them must be named. */
type Given<Name extends WeightName> =
  string extends PartOf<Name>
    ? Trace<Name>
    : Declared<Name, PartOf<Name>> & { readonly parts: Readonly<Record<PartOf<Name>, string>> } & (
          | (Counted & { part(features: SessionFeatures): PartOf<Name> })
          | { find(features: SessionFeatures): readonly PartOf<Name>[] }
        )

export const trace = <Name extends WeightName>(given: Given<Name> & { readonly weight: Name }): Trace<Name> =>
  given as Trace<Name>

/** In `evidence`. */
export const PLACEHOLDER = /\{[^{}]+\}/

export interface Finding {
  readonly kind: TraceKind
  readonly weight: number
  readonly cause?: Cause
  readonly isUsual: boolean
  readonly evidence: string
}

/** Of each trace in order. */
export function findAll(traces: readonly Trace[], features: SessionFeatures): Finding[] {
  const left = { ...LIMITS }
  return traces.flatMap((one) => {
    const { within } = one
    return findingsOf(one, features).flatMap((finding): Finding[] => {
      if (within === undefined) return [finding]
      const weight = Math.min(finding.weight, left[within])
      left[within] -= weight
      return weight > 0 ? [{ ...finding, weight }] : []
    })
  })
}

function findingsOf(one: Trace, features: SessionFeatures): Finding[] {
  const { kind, where = 'always', isUsual = false, parts = {} } = one
  if (!conditionOf(where).holds(features)) return []
  const { weight = 0, parts: byPart = {}, most } = WEIGHTS[one.weight]
  const weightOf = (part: string): number => byPart[part] ?? weight
  const finding = (found: readonly string[]): Finding => {
    const ordered = [...found].sort((a, b) => weightOf(b) - weightOf(a))
    const words = ordered.map((part) => parts[part] ?? part).join(' and ')
    const cause = causeOf(one, features)
    return {
      kind,
      weight: Math.min(
        most ?? Number.POSITIVE_INFINITY,
        ordered.reduce((sum, part) => sum + weightOf(part), 0),
      ),
      ...(cause && { cause }),
      isUsual: isUsual === true || (isUsual !== false && isUsual(features, ordered[0] as string)),
      evidence: one.evidence.replace(PLACEHOLDER, 'value' in one ? String(one.value(features)) : words),
    }
  }
  const found = partsOf(one, features)
  if (most === undefined) return found.map((part) => finding([part]))
  return found.length === 0 ? [] : [finding(found)]
}

function partsOf(one: Trace, features: SessionFeatures): readonly string[] {
  if ('find' in one) {
    const found = one.find(features)
    return typeof found !== 'boolean' ? found : found ? [''] : []
  }
  const value = one.value(features)
  const isFound = one.least === undefined ? value < one.below : value >= one.least
  return isFound ? [one.part?.(features) ?? ''] : []
}

function causeOf({ cause }: Trace, features: SessionFeatures): Cause | undefined {
  if (cause === undefined || typeof cause === 'string') return cause
  return (Object.entries(cause) as [Cause, When][]).find(([, when]) => conditionOf(when).holds(features))?.[0]
}
