/**
 * Session facts: the properties of a scored session, each declared once. The stored row, lists, filters (dashboard, API,
 * CLI), counters and the CSV export read this declaration. `server/scoring/session_facts.ts` derives the values from a
 * report. Apart from the schemas, which pages need not load.
 */

/** How a fact is stored and listed. */
interface FactTypes {
  integer: number
  /** One bit per check, in the order of the contract; listed as names. */
  checks: number
  /** One bit per input method; listed as names. */
  inputs: number
  /** JSON. */
  numbers: readonly number[]
  text: string | null
  /** Each on a line of its own; lists show a few. */
  paths: readonly string[]
}
export type FactType = keyof FactTypes

export interface FilterDeclaration {
  /** In the dashboard. */
  readonly label: string
  /** Continues "Only sessions". */
  readonly meaning: string
  readonly example: string
  /** The dashboard offers these; other values are accepted too. */
  readonly suggested?: readonly string[]
  /** The dashboard shows it in the empty field. */
  readonly hint?: string
  readonly pattern?: string
}

interface FactDeclaration {
  readonly type: FactType
  /** Description in the API. Absent: lists do not contain the fact. */
  readonly listed?: string
  readonly example?: unknown
  /** Only facts of type `text`. */
  readonly filter?: FilterDeclaration & {
    /** `Chrome` also selects `Chrome 140`. */
    readonly ignoresVersion?: boolean
  }
}

const declared = <Facts extends Record<string, FactDeclaration>>(facts: Facts): Facts => facts

/** In the order of lists and exports. */
export const SESSION_FACTS = declared({
  /** From the first to the last event. */
  durationMs: {
    type: 'integer',
    listed: "Milliseconds from the first to the last event, by the visitor's clock; null if not scored yet.",
    example: 52_340,
  },
  detected: { type: 'checks', listed: 'Checks with the result Detected.', example: ['bot'] },
  unknown: { type: 'checks' },
  /** Detected by evidence that only automation leaves. */
  proven: { type: 'checks' },
  /** Detected by traces of at least two kinds. */
  confirmed: { type: 'checks' },
  /** Of all checks, in the order of their bits. */
  strengths: { type: 'numbers' },
  /** The parts of the strengths that harmless circumstances explain, without zeros at the end. */
  harmless: { type: 'numbers' },
  /** One bit for each kind of evidence that automatic acceptance needs and the session lacks. */
  missing: { type: 'integer' },
  country: {
    type: 'text',
    listed: 'Country of the IP address: two letters; null if unknown.',
    example: 'NL',
    filter: {
      label: 'Country',
      meaning: 'from this country: two letters',
      example: 'NL',
      pattern: '^[A-Z]{2}$',
    },
  },
  browser: {
    type: 'text',
    listed: 'Such as `Chrome 140`; null if unknown.',
    example: 'Chrome 140',
    filter: {
      label: 'Browser',
      meaning: 'in this browser (name without the version)',
      example: 'Chrome',
      suggested: ['Chrome', 'Safari', 'Firefox', 'Edge', 'Opera', 'Samsung Internet', 'Headless Chrome'],
      ignoresVersion: true,
    },
  },
  /** The operating system. */
  system: {
    type: 'text',
    listed: 'Such as `Windows`; null if unknown.',
    example: 'Windows',
    filter: {
      label: 'Operating system',
      meaning: 'on this operating system',
      example: 'Windows',
      suggested: ['Windows', 'macOS', 'Linux', 'Android', 'iOS', 'ChromeOS'],
    },
  },
  /** The site that led to the first page, see `features/session/referrer.ts`. */
  referrer: {
    type: 'text',
    listed: 'Host of the site that led to the first page; null if unknown.',
    example: 'search.example',
    filter: {
      label: 'Referrer',
      meaning: 'whose visitor came from this host',
      example: 'search.example',
    },
  },
  device: { type: 'text' },
  /** The times between the first key presses, see `rhythm_sketch.ts`; null if there are too few. */
  rhythm: { type: 'text' },
  /** The shapes of the first mouse strokes, see `path_sketch.ts`; null if there are too few. */
  mousePath: { type: 'text' },
  /** See `statistics_sketch.ts`; null if there are too few keys. */
  typingStatistics: { type: 'text' },
  /** 1 if the session belongs to a survey: it recorded a question, or it began at a survey link. */
  survey: { type: 'integer' },
  inputs: { type: 'inputs', listed: 'Input methods that were used.', example: ['mouse', 'keyboard'] },
  /** Paths visited, each once. */
  routes: { type: 'paths', listed: 'A few visited paths, in order.', example: ['/checkout'] },
  reason: {
    type: 'text',
    listed: 'The check that adds the most points; null if none adds any.',
    example: 'bot',
  },
  /** See `features/activity/activity.ts`; null without keys and pointer movement. */
  activity: {
    type: 'text',
    listed:
      'Keys and pointer movement over time, for a small chart: base64 with one byte for each part of the session. The upper four bits are keys and the lower four bits movement, each relative to the highest. Pauses are shortened. Null without input.',
    example: 'EBIzQA==',
  },
  savedAt: { type: 'integer' },
})

type Facts = typeof SESSION_FACTS
export type FactName = keyof Facts
export type SessionFacts = { readonly [Name in FactName]: FactTypes[Facts[Name]['type']] }

/** Facts with a filter of the same name. */
export type FilteredFact = {
  [Name in FactName]: Facts[Name] extends { filter: object } ? Name : never
}[FactName]
export type ListedFact = {
  [Name in FactName]: Facts[Name] extends { listed: string } ? Name : never
}[FactName]

export const factOf = (name: FactName): FactDeclaration => SESSION_FACTS[name]
export const FACT_NAMES = Object.keys(SESSION_FACTS) as FactName[]
export const LISTED_FACTS = FACT_NAMES.filter((name) => factOf(name).listed !== undefined) as ListedFact[]
export const FILTERED_FACTS = FACT_NAMES.filter((name) => factOf(name).filter) as FilteredFact[]

export type TypeOfFact<Name extends FactName> = Facts[Name]['type']

/** Of a fact in the database, in lists and in exports: `durationMs` is `duration_ms`. */
export type FieldOf<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${FieldOf<Rest>}`
  : ''
export const fieldOf = <Name extends string>(name: Name) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as FieldOf<Name>

/** Bits of the fact `inputs`. */
export const INPUT_METHODS = ['mouse', 'keyboard', 'touch'] as const
export type InputMethod = (typeof INPUT_METHODS)[number]
