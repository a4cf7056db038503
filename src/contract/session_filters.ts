/**
 * Filters of sessions by a property, each declared once: the dashboard, the API and the command line read it. Filters by
 * time and score are parts of the queries. Apart from the schemas, which pages need not load.
 */
import {
  RECOMMENDED_ACTIONS,
  type RecommendedAction,
  SESSION_CHECK_NAMES,
  type SessionCheckName,
} from './checks.ts'
import {
  FILTERED_FACTS,
  type FilterDeclaration,
  type FilteredFact,
  factOf,
  INPUT_METHODS,
  type InputMethod,
} from './session_facts.ts'

export interface PropertyValues extends Record<FilteredFact, string> {
  action: RecommendedAction
  user: string
  tag: string
  /** A path; a `*` at the end matches anything. */
  route: string
  input: InputMethod
  /** A check with the result Detected. */
  check: SessionCheckName
  label: 'person' | 'bot' | 'none'
}
export type PropertyName = keyof PropertyValues
export type PropertyFilters = { readonly [Name in PropertyName]?: PropertyValues[Name] }

interface PropertyFilter extends FilterDeclaration {
  /** The only values. */
  readonly options?: readonly string[]
}

const ofFacts = Object.fromEntries(FILTERED_FACTS.map((name) => [name, factOf(name).filter])) as Record<
  FilteredFact,
  FilterDeclaration
>

/** In the order of the fields in the dashboard. */
export const PROPERTY_FILTERS: Readonly<Record<PropertyName, PropertyFilter>> = {
  action: {
    label: 'Action',
    meaning: 'with this `effective_action`',
    example: 'Auto-accept',
    options: RECOMMENDED_ACTIONS,
  },
  user: { label: 'User ID', meaning: 'of this user', example: 'customer-1042' },
  tag: { label: 'Tag', meaning: 'with this tag', example: 'checkout' },
  route: {
    label: 'Page',
    meaning: 'that visited this path; a `*` at the end matches anything, and `:id` matches any ID',
    example: '/checkout*',
    hint: '/checkout or /shop/*',
  },
  ...ofFacts,
  input: {
    label: 'Input method',
    meaning: 'that used this input method',
    example: 'keyboard',
    options: INPUT_METHODS,
  },
  check: {
    label: 'Detection',
    meaning: 'in which this check has the result `Detected`',
    example: 'bot',
    options: SESSION_CHECK_NAMES,
  },
  label: {
    label: 'Label',
    meaning: 'with this label; `none` selects sessions without a label',
    example: 'bot',
    options: ['person', 'bot', 'none'],
  },
}
export const PROPERTY_NAMES = Object.keys(PROPERTY_FILTERS) as PropertyName[]
