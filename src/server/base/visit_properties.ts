/** The properties by which people recognize a visit: browser, system, pages, duration and input methods. */
import type { SessionItem } from '../../contract/dashboard/sessions.ts'
import type { SessionFacts } from '../../store/facts.ts'
import { INPUT_METHODS } from '../../store/terms.ts'

export type VisitProperties = Pick<SessionItem, 'duration_ms' | 'browser' | 'system' | 'inputs' | 'routes'>

const ROUTES_SHOWN = 5

/** `facts`: null if the session was not scored yet. */
export const visitProperties = (facts: SessionFacts | null): VisitProperties => ({
  duration_ms: facts?.durationMs ?? null,
  browser: facts?.browser ?? null,
  system: facts?.system ?? null,
  inputs: facts === null ? [] : INPUT_METHODS.filter((_, bit) => (facts.inputs & (1 << bit)) !== 0),
  routes: facts?.routes.slice(0, ROUTES_SHOWN) ?? [],
})
