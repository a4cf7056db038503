import type { FormEvent } from 'react'
import { BIOMETRIC_CHECKS, DEVICE_CHECKS, RECOMMENDED_ACTIONS } from '../../contract/checks.ts'
import { navigate, pathTo, withSearch } from '../router.ts'
import { type Filters, fieldTime, filtersOf, type ReadFilters, type Sort } from '../session_filters.ts'
import { texts } from '../texts.ts'
import { Field, Select } from './form.tsx'
import { Link } from './link.tsx'

const words = texts.sessions.filter
const ANY = ['', words.any] as const

/** The URL is the only state of the filters; submitting the form changes it. */
export function SessionFilters({ filters, sort, isFiltered }: ReadFilters) {
  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    navigate(withSearch(filtersOf(new FormData(event.currentTarget))))
  }
  const others = Object.keys(filters).filter((name) => name !== 'q' && name !== 'action').length
  return (
    <form className="filters" onSubmit={apply} key={JSON.stringify(filters)} aria-label={words.apply}>
      <div className="filters-first">
        <Field
          label={words.q}
          name="q"
          type="search"
          value={filters.q}
          isOptional
          placeholder={words.qHint}
        />
        <Select
          label={words.action}
          name="action"
          value={filters.action ?? ''}
          options={[ANY, ...RECOMMENDED_ACTIONS.map((action) => [action, texts.actions[action]] as const)]}
        />
        <SortSelect sort={sort} />
        <button type="submit">{words.apply}</button>
        {isFiltered && (
          <Link to={pathTo(['sessions'])} className="button">
            {words.clear}
          </Link>
        )}
      </div>
      <details open={others > 0}>
        <summary>{words.more}</summary>
        <More filters={filters} />
      </details>
    </form>
  )
}

function More({ filters }: { filters: Filters }) {
  const checks = [...BIOMETRIC_CHECKS, ...DEVICE_CHECKS].map((name) => [name, texts.checks[name]] as const)
  return (
    <div className="filters-more">
      <Field
        label={words.from}
        name="from"
        type="datetime-local"
        value={fieldTime(filters.from)}
        isOptional
      />
      <Field label={words.to} name="to" type="datetime-local" value={fieldTime(filters.to)} isOptional />
      <Field
        label={words.scoreMin}
        name="score_min"
        type="number"
        min={0}
        max={100}
        value={filters.score_min}
        isOptional
      />
      <Field
        label={words.scoreMax}
        name="score_max"
        type="number"
        min={0}
        max={100}
        value={filters.score_max}
        isOptional
      />
      <Select label={words.check} name="check" value={filters.check ?? ''} options={[ANY, ...checks]} />
      <Field label={words.tag} name="tag" value={filters.tag} isOptional />
      <Field label={words.user} name="user" value={filters.user} isOptional />
      <Field
        label={words.route}
        name="route"
        value={filters.route}
        isOptional
        placeholder={words.routeHint}
      />
      <Field
        label={words.country}
        name="country"
        value={filters.country}
        isOptional
        placeholder={words.countryHint}
      />
      <Select
        label={words.label}
        name="label"
        value={filters.label ?? ''}
        options={[ANY, ['person', texts.labels.person], ['bot', texts.labels.bot], ['none', words.noLabel]]}
      />
    </div>
  )
}

function SortSelect({ sort }: { sort: Sort }) {
  return (
    <label className="field">
      <span className="label">{words.sort}</span>
      <select value={sort} onChange={(event) => navigate(withSearch({ sort: event.target.value }))}>
        {(['newest', 'oldest', 'score'] as const).map((name) => (
          <option key={name} value={name}>
            {words.sorts[name]}
          </option>
        ))}
      </select>
    </label>
  )
}
