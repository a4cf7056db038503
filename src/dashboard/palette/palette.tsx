import { keepPreviousData } from '@tanstack/react-query'
import { Fragment, type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import type { SessionList } from '../../contract/dashboard/sessions.ts'
import type { NamedParticipants, SurveyList } from '../../contract/dashboard/surveys.ts'
import { docsUrl } from '../docs.ts'
import { useExtensions } from '../extensions.ts'
import { visitName } from '../format/visit_name.ts'
import { usePermissions } from '../me.ts'
import { type MenuEntry, PAGE_ICONS, type PageName } from '../page_icons.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { UserText } from '../parts/user_text.tsx'
import { navigate, pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'
import { matches } from './matches.ts'

const words = texts.palette
/** Of each kind. */
const SHOWN = 6

interface Entry {
  readonly id: string
  readonly icon: IconName
  readonly name: string
  readonly under?: string
  readonly group: keyof typeof words.groups
  go(): void
}

/** Finds pages, sessions, surveys, participants and docs by a few letters. */
export function Palette({ onClose }: { onClose(): void }) {
  const box = useRef<HTMLDialogElement>(null)
  const list = useId()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const entries = useEntries(query)
  const current = entries[Math.min(at, entries.length - 1)]
  useEffect(() => {
    box.current?.showModal()
  }, [])
  function choose(entry: Entry | undefined) {
    if (entry === undefined) return
    box.current?.close()
    entry.go()
  }
  function press(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      const next = (Math.min(at, entries.length - 1) + step + entries.length) % Math.max(1, entries.length)
      setAt(next)
      document.getElementById(`${list}${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') choose(current)
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself.
    <dialog
      ref={box}
      className="palette"
      aria-label={words.title}
      onClose={onClose}
      onClick={({ target }) => target === box.current && box.current?.close()}
    >
      <div className="palette-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={current === undefined ? undefined : `${list}${entries.indexOf(current)}`}
          aria-label={words.title}
          placeholder={words.placeholder}
          autoComplete="off"
          value={query}
          onChange={({ target }) => {
            setQuery(target.value)
            setAt(0)
          }}
          onKeyDown={press}
        />
      </div>
      <div className="palette-list" role="listbox" id={list} aria-label={words.title}>
        {entries.map((entry, i) => (
          <Fragment key={entry.id}>
            {entries[i - 1]?.group !== entry.group && (
              <p className="palette-group" role="presentation">
                {words.groups[entry.group]}
              </p>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys of its list. */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option. */}
            <div
              id={`${list}${i}`}
              role="option"
              aria-selected={entry === current}
              onClick={() => choose(entry)}
              onPointerMove={() => setAt(i)}
            >
              <Icon name={entry.icon} />
              <UserText>{entry.name}</UserText>
              {entry.under !== undefined && <span className="faint">{entry.under}</span>}
            </div>
          </Fragment>
        ))}
      </div>
      {entries.length === 0 && (
        <p className="faint palette-none" role="status">
          {words.none}
        </p>
      )}
    </dialog>
  )
}

function useEntries(query: string): Entry[] {
  const can = usePermissions()
  const extensions = useExtensions()
  const addedDocs = extensions.flatMap(({ docs = [] }) => docs)
  const addedVisits = extensions.flatMap(({ visits = [] }) => visits)
  const text = useDeferredValue(query.trim())
  const sessions = useData<SessionList>(
    ['sessions'],
    { q: text, limit: SHOWN },
    { enabled: text.length > 1, placeholderData: keepPreviousData },
  )
  const surveys = useData<SurveyList>(['surveys'])
  const participants = useData<NamedParticipants>(
    ['participants'],
    { q: text, limit: SHOWN },
    { enabled: text.length > 1, placeholderData: keepPreviousData },
  )
  const isAllowed: Partial<Record<string, boolean>> = {
    review: can.analyze,
    uploads: can.analyze,
    privacy: can.manage,
    audit: can.manage,
  }
  const names: Readonly<Record<PageName, string>> = { ...texts.nav, account: texts.account.title }
  const pages = (Object.keys(names) as PageName[])
    .map((path): MenuEntry => ({ path, title: names[path], icon: PAGE_ICONS[path] }))
    // As in the menu.
    .flatMap((entry) => (entry.path === 'quality' ? [...addedVisits, entry] : entry))
    .filter(({ path, title }) => (isAllowed[path] ?? true) && matches(title, text))
    .map(
      ({ path, title, icon }): Entry => ({
        id: `page ${path}`,
        icon,
        name: title,
        group: 'pages',
        go: () => navigate(pathTo([path])),
      }),
    )
  if (text === '') return pages
  const found = (sessions.data?.items ?? []).slice(0, SHOWN).map(
    (item): Entry => ({
      id: `session ${item.session_id}`,
      icon: 'sessions',
      name: item.user_id ?? visitName(item),
      under: item.user_id === null ? item.session_id.slice(0, 8) : visitName(item),
      group: 'sessions',
      go: () => navigate(pathTo(['sessions', item.session_id])),
    }),
  )
  const named = (surveys.data?.items ?? [])
    .filter(({ survey_id }) => matches(survey_id, text))
    .slice(0, SHOWN)
    .map(
      ({ survey_id }): Entry => ({
        id: `survey ${survey_id}`,
        icon: 'surveys',
        name: survey_id,
        group: 'surveys',
        go: () => navigate(pathTo(['surveys', survey_id])),
      }),
    )
  const answered = (participants.data?.items ?? []).map(
    ({ survey_id, participant_id }): Entry => ({
      id: `participant ${survey_id} ${participant_id}`,
      icon: 'account',
      name: participant_id,
      under: survey_id,
      group: 'participants',
      go: () => navigate(pathTo(['surveys', survey_id, 'participants', participant_id])),
    }),
  )
  const docs = [
    ...Object.entries(texts.docs.pages),
    ...addedDocs.map(({ path, title }): [string, string] => [path, title]),
  ]
    .filter(([, name]) => matches(name, text))
    .slice(0, SHOWN)
    .map(
      ([page, name]): Entry => ({
        id: `docs ${page}`,
        icon: 'docs',
        name,
        group: 'docs',
        go: () => window.open(docsUrl(page), '_blank', 'noopener'),
      }),
    )
  const searched = text.length > 1
  return [...pages, ...(searched ? found : []), ...named, ...(searched ? answered : []), ...docs]
}
