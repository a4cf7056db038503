/** Names of session checks, results and actions, exactly as on the wire (docs/reference/specification.md). */

export const CHECK_RESULTS = ['Detected', 'Not detected', 'Unknown'] as const
export type CheckResult = (typeof CHECK_RESULTS)[number]

/** A session check as the other modules know it. Its code is in src/checks. */
interface CheckEntry {
  readonly name: string
  /** Position in stored bit masks. Never change one, and never reuse the bit of a removed check. */
  readonly bit: number
  /** Short name for people. */
  readonly label: string
  /** What it detects, in one sentence. */
  readonly meaning: string
}

const BIOMETRIC = [
  {
    name: 'agent_behavior',
    bit: 0,
    label: 'Automated behavior',
    meaning: 'A model found patterns in biometric data consistent with automated behavior',
  },
  {
    name: 'programmatic_typing',
    bit: 1,
    label: 'Programmatic typing',
    meaning: 'Highly regular typing typical of programmatic input',
  },
  {
    name: 'teleporting_mouse',
    bit: 2,
    label: 'Teleporting mouse',
    meaning: 'Cursor moved between page locations without transition',
  },
  {
    name: 'no_corrections',
    bit: 3,
    label: 'No corrections',
    meaning: 'Text entered without corrections or backspaces',
  },
  {
    name: 'all_pasted',
    bit: 4,
    label: 'All text pasted',
    meaning: 'All text responses were pasted rather than typed',
  },
  {
    name: 'jump_scrolling',
    bit: 5,
    label: 'Jump scrolling',
    meaning: 'Scrolling in large jumps with no intermediate or continuous scroll events',
  },
  {
    name: 'centered_clicks',
    bit: 6,
    label: 'Centered clicks',
    meaning: 'Perfectly centered clicks with no natural variation',
  },
  {
    name: 'programmatic_clicking',
    bit: 7,
    label: 'Programmatic clicking',
    meaning: 'Clicks made programmatically rather than by natural interaction',
  },
  {
    name: 'external_input',
    bit: 8,
    label: 'Pasted after tab switch',
    meaning: 'User left the tab and pasted input after returning',
  },
] as const satisfies readonly CheckEntry[]

const DEVICE = [
  {
    name: 'bot',
    bit: 9,
    label: 'Automation tool',
    meaning: 'Browser execution context indicates an automation tool',
  },
  {
    name: 'virtual_machine',
    bit: 10,
    label: 'Virtual machine',
    meaning: 'Signals of a remote, virtualized, sandboxed or software-rendered environment',
  },
  {
    name: 'software_renderer',
    bit: 11,
    label: 'Software rendering',
    meaning: 'Browser uses a software graphics renderer instead of hardware acceleration',
  },
  {
    name: 'vpn',
    bit: 12,
    label: 'VPN or hosting provider',
    meaning: 'IP address belongs to a known VPN or hosting provider',
  },
  {
    name: 'tor',
    bit: 13,
    label: 'Tor',
    meaning: 'Connection is routed through a Tor exit node',
  },
  {
    name: 'location_spoofing',
    bit: 14,
    label: 'Location spoofing',
    meaning: 'Browser-reported geolocation conflicts with IP-based location or appears simulated',
  },
] as const satisfies readonly CheckEntry[]

type NamesOf<Table extends readonly CheckEntry[]> = { readonly [Index in keyof Table]: Table[Index]['name'] }

/** In the order of the wire. */
export const BIOMETRIC_CHECKS = BIOMETRIC.map(({ name }) => name) as unknown as NamesOf<typeof BIOMETRIC>

export const DEVICE_CHECKS = DEVICE.map(({ name }) => name) as unknown as NamesOf<typeof DEVICE>

export const SESSION_CHECK_NAMES = [...BIOMETRIC_CHECKS, ...DEVICE_CHECKS]
export type SessionCheckName = (typeof SESSION_CHECK_NAMES)[number]

const byName = <Value>(select: (entry: CheckEntry) => Value) =>
  Object.fromEntries([...BIOMETRIC, ...DEVICE].map((entry) => [entry.name, select(entry)])) as Readonly<
    Record<SessionCheckName, Value>
  >

export const CHECK_BITS = byName(({ bit }) => bit)
export const CHECK_LABELS = byName(({ label }) => label)
export const CHECK_MEANINGS = byName(({ meaning }) => meaning)

export const RECOMMENDED_ACTIONS = [
  'Auto-accept',
  'Accept with monitoring',
  'Manual review or require additional verification',
  'Auto-reject or high-priority review',
  'Unknown',
] as const
export type RecommendedAction = (typeof RECOMMENDED_ACTIONS)[number]
