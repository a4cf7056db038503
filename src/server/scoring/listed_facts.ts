/** Facts as lists, exports and reviews show them. */
import type { SessionItem } from '../../contract/dashboard/sessions.ts'
import {
  type FactType,
  type FieldOf,
  factOf,
  fieldOf,
  INPUT_METHODS,
  LISTED_FACTS,
  type ListedFact,
  type SessionFacts,
} from '../../contract/session_facts.ts'
import { detectedChecks } from './session_facts.ts'

type ListedFields = Pick<SessionItem, FieldOf<ListedFact>>
/** The properties by which people recognize a visit. */
export type VisitProperties = Pick<SessionItem, 'duration_ms' | 'browser' | 'system' | 'inputs' | 'routes'>

const ROUTES_SHOWN = 5

/** How values of a type are shown; null: the session was not scored yet. */
const SHOWN: { readonly [Type in FactType]?: (value: never) => readonly string[] } = {
  checks: (mask: number | null) => detectedChecks(mask ?? 0),
  inputs: (mask: number | null) => INPUT_METHODS.filter((_, bit) => ((mask ?? 0) & (1 << bit)) !== 0),
  paths: (paths: readonly string[] | null) => paths?.slice(0, ROUTES_SHOWN) ?? [],
}

/** `facts`: null if the session was not scored yet. */
export function listedFacts(facts: SessionFacts | null): ListedFields {
  const fields = LISTED_FACTS.map((name) => {
    const value = facts?.[name] ?? null
    const shown = SHOWN[factOf(name).type]
    return [fieldOf(name), shown ? shown(value as never) : value]
  })
  return Object.fromEntries(fields) as ListedFields
}

export function visitProperties(facts: SessionFacts | null): VisitProperties {
  const { duration_ms, browser, system, inputs, routes } = listedFacts(facts)
  return { duration_ms, browser, system, inputs, routes }
}
