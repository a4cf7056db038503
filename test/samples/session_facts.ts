/** Facts of a scored session, for tests and benchmarks. */
import { FACT_NAMES, type FactType, factOf } from '../../src/contract/session_facts.ts'
import type { ListedFacts, ListedSession, SessionFacts } from '../../src/store/facts.ts'

const SAMPLES: { readonly [Type in FactType]: unknown } = {
  integer: 5_000,
  checks: 0b10,
  inputs: 0b11,
  numbers: [0.5, 1],
  text: 'AQID',
  paths: ['/', '/checkout'],
}

/** A value for every declared fact. */
export const newFacts = (given: Partial<SessionFacts> = {}): SessionFacts => ({
  ...(Object.fromEntries(FACT_NAMES.map((name) => [name, SAMPLES[factOf(name).type]])) as SessionFacts),
  detected: 0b101,
  proven: 0b100,
  missing: 0,
  country: 'DE',
  browser: 'Chrome 140',
  system: 'Linux',
  referrer: 'search.example',
  device: null,
  rhythm: 'AAEC',
  typingStatistics: 'AQEB'.repeat(9),
  survey: 0,
  durationMs: 31_400,
  ...given,
})

export const listedSession = (
  given: Partial<ListedSession>,
  facts: Partial<ListedFacts> = {},
): ListedSession => ({
  workspace: 'w',
  sessionId: 's',
  startedAt: 0,
  lastAt: 0,
  userId: null,
  ip: null,
  tags: [],
  label: null,
  facts: { ...newFacts(), score: 7, action: 'Auto-accept', clusters: [], ...facts },
  ...given,
})
