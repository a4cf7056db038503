import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { countries, countryName } from '../../contract/countries.ts'
import { PROPERTY_FILTERS, PROPERTY_NAMES, type PropertyName } from '../../contract/session_filters.ts'
import { formatPeriod, formatTime } from '../format/time.ts'
import { navigate, withSearch } from '../router.ts'
import {
  FILTER_NAMES,
  type FilterName,
  type Filters,
  fieldTime,
  filterValue,
  PERIODS,
  type ReadFilters,
} from '../session_filters.ts'
import { texts } from '../texts.ts'
import { Link } from './link.tsx'

const words = texts.sessions.filter
/** A pause in typing after which a field applies. */
const PAUSE_MS = 300

type Options = readonly (readonly [value: string, words: string])[]
/** Words for values that are not shown as they are. */
const VALUE_WORDS: { readonly [Name in PropertyName]?: Readonly<Record<string, string>> } = {
  action: texts.actions,
  check: texts.checks,
  input: texts.visit.methods,
  label: { ...texts.labels, none: words.noLabel },
}

const isProperty = (name: FilterName): name is PropertyName => Object.hasOwn(PROPERTY_FILTERS, name)
const nameWords = (name: FilterName): string =>
  isProperty(name) ? PROPERTY_FILTERS[name].label : words.names[name]

const valueWords = (name: FilterName, value: string): string =>
  name === 'country'
    ? countryName(value)
    : ((isProperty(name) ? VALUE_WORDS[name]?.[value] : undefined) ?? value)

const optionsOf = (name: PropertyName): Options | undefined => {
  if (name === 'country') return countries()
  const { options, suggested } = PROPERTY_FILTERS[name]
  return (options ?? suggested)?.map((value) => [value, valueWords(name, value)])
}

const apply = (name: FilterName, text: string) =>
  navigate(withSearch({ [name]: filterValue(name, text) }), { replace: true })

/** Periods up to now. The current one is marked; own times are neither. */
export function PeriodLinks({ period }: Pick<ReadFilters, 'period'>) {
  return (
    <nav className="segments" aria-label={words.period}>
      {([...(Object.keys(PERIODS) as (keyof typeof PERIODS)[]), 'all'] as const).map((name) => (
        <Link
          key={name}
          to={withSearch({ period: name, since: undefined, until: undefined })}
          isCurrent={period === name}
        >
          {words.periods[name]}
        </Link>
      ))}
    </nav>
  )
}

/** The URL is the only state of the filters. A choice applies at once, text after a pause. */
export function VisitFilters({
  read: { filters, isFiltered, period },
  children,
}: {
  read: ReadFilters
  /** Fields in front of the others. */
  children?: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <search className="filters" aria-label={words.title}>
      <div className="filters-first">
        {children}
        <PropertyField name="action" filters={filters} />
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? words.fewer : words.more}
        </button>
      </div>
      {isOpen && (
        <div className="filters-more">
          {PROPERTY_NAMES.filter((name) => name !== 'action').map((name) => (
            <PropertyField key={name} name={name} filters={filters} />
          ))}
          <div className="pair">
            <TextField name="min_score" filters={filters} type="number" />
            <TextField name="max_score" filters={filters} type="number" />
          </div>
          <div className="pair">
            <TextField name="since" filters={filters} type="datetime-local" />
            <TextField name="until" filters={filters} type="datetime-local" />
          </div>
        </div>
      )}
      {(isFiltered || period === 'custom') && <Chips filters={filters} />}
    </search>
  )
}

function Chips({ filters }: { filters: Filters }) {
  const { since, until } = filters
  const names = FILTER_NAMES.filter(
    (name) => name !== 'since' && name !== 'until' && filters[name] !== undefined,
  )
  const none = Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined]))
  return (
    <ul className="chips" aria-label={words.active}>
      {(since !== undefined || until !== undefined) && (
        <Chip to={withSearch({ since: undefined, until: undefined })}>
          {since !== undefined && until !== undefined
            ? formatPeriod(Number(since), Number(until))
            : since !== undefined
              ? words.since(timeWords(since))
              : words.until(timeWords(until))}
        </Chip>
      )}
      {names.map((name) => (
        <Chip key={name} to={withSearch({ [name]: undefined })}>
          {nameWords(name)}: {valueWords(name, filters[name] ?? '')}
        </Chip>
      ))}
      <li>
        <Link to={withSearch(none)}>{words.clear}</Link>
      </li>
    </ul>
  )
}

/** Empty for a time that is none. */
const timeWords = (ms: string | undefined): string => (fieldTime(ms) === '' ? '' : formatTime(Number(ms)))

function Chip({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className="chip">
        <bdi>{children}</bdi>
        <span aria-hidden="true">×</span>
        <span className="visually-hidden">{words.remove}</span>
      </Link>
    </li>
  )
}

interface FilterField {
  readonly name: FilterName
  readonly filters: Filters
}

function PropertyField({ name, filters }: FilterField & { readonly name: PropertyName }) {
  const options = useMemo(() => optionsOf(name), [name])
  const { hint } = PROPERTY_FILTERS[name]
  return options === undefined ? (
    <TextField name={name} filters={filters} {...(hint !== undefined && { placeholder: hint })} />
  ) : (
    <ChoiceField name={name} filters={filters} options={options} />
  )
}

function ChoiceField({ name, filters, options }: FilterField & { readonly options: Options }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{nameWords(name)}</label>
      <select id={id} value={filters[name] ?? ''} onChange={(event) => apply(name, event.target.value)}>
        <option value="">{words.any}</option>
        {options.map(([value, shown]) => (
          <option key={value} value={value}>
            {shown}
          </option>
        ))}
      </select>
    </div>
  )
}

export function TextField({
  name,
  filters,
  type = 'text',
  placeholder,
}: FilterField & {
  readonly type?: 'text' | 'search' | 'number' | 'datetime-local'
  readonly placeholder?: string
}) {
  const id = useId()
  const shown = type === 'datetime-local' ? fieldTime(filters[name]) : (filters[name] ?? '')
  const [text, setText] = useState(shown)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (document.activeElement !== field.current) setText(shown)
  }, [shown])
  useEffect(() => () => clearTimeout(timer.current), [])
  function now(value: string) {
    clearTimeout(timer.current)
    if (field.current?.validity.valid !== false && filterValue(name, value) !== (filters[name] ?? ''))
      apply(name, value)
  }
  return (
    <div className="field">
      <label htmlFor={id}>{nameWords(name)}</label>
      <input
        id={id}
        ref={field}
        type={type}
        value={text}
        placeholder={placeholder}
        autoComplete="off"
        {...(type === 'number' && { min: 0, max: 100 })}
        onChange={({ target }) => {
          setText(target.value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => now(target.value), PAUSE_MS)
        }}
        onKeyDown={(event) => event.key === 'Enter' && now(text)}
        onBlur={() => now(text)}
      />
    </div>
  )
}
