import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Me } from '../contract/dashboard/me.ts'
import type { UploadList } from '../contract/dashboard/surveys.ts'
import { change, setLogin } from './client.ts'
import { docsUrl } from './docs.ts'
import { useExtensions } from './extensions.ts'
import { initialsOf } from './format/initials.ts'
import { useMe, usePermissions } from './me.ts'
import { type MenuEntry, PAGE_ICONS } from './page_icons.ts'
import { Brand } from './parts/brand.tsx'
import { DemoBanner, useOpenDemo } from './parts/demo_workspace.tsx'
import { Icon } from './parts/icon.tsx'
import { Link } from './parts/link.tsx'
import { Menu } from './parts/menu.tsx'
import { RetentionNotice } from './parts/retention_notice.tsx'
import { UserText } from './parts/user_text.tsx'
import { navigate, pathTo, type Route } from './router.ts'
import { texts } from './texts.ts'
import { isUnfinished } from './uploads/unfinished.ts'
import { useData } from './use_data.ts'
import { useStatus } from './use_status.ts'

const Palette = lazy(async () => ({ default: (await import('./palette/palette.tsx')).Palette }))

/** Pages that belong to the menu entry of another one. */
const SECTIONS: Readonly<Record<string, string>> = { login: 'overview', typing: 'surveys' }

export function Shell({ route, children }: { route: Route; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const [isSearching, setSearching] = useState(false)
  const [first = 'overview'] = route.segments
  const here = SECTIONS[first] ?? first
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setSearching(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {texts.skip}
      </a>
      <header className={isOpen ? 'side open' : 'side'}>
        <div className="side-head">
          <Link to={pathTo(['overview'])} className="brand">
            <Brand />
          </Link>
          <button
            type="button"
            className="menu-button"
            aria-expanded={isOpen}
            aria-controls="menu"
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="menu" /> {isOpen ? texts.close : texts.menu}
          </button>
        </div>
        <button type="button" className="search-button" onClick={() => setSearching(true)}>
          <Icon name="search" /> {texts.palette.open}
          <kbd>Ctrl K</kbd>
        </button>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: following a link closes the menu, whatever it was followed with. */}
        <nav id="menu" aria-label={texts.menu} onClick={() => setOpen(false)}>
          <NavLinks here={here} />
        </nav>
        <UserMenu />
      </header>
      <main id="content">
        <DemoBanner />
        <RetentionNotice />
        {children}
      </main>
      {isSearching && (
        <Suspense fallback={null}>
          <Palette onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </div>
  )
}

function NavLinks({ here }: { here: string }) {
  const can = usePermissions()
  const added = useExtensions().flatMap(({ visits = [] }) => visits)
  const entryOf = ({ path, title, icon }: MenuEntry, badge?: ReactNode) => (
    <li key={path}>
      <Link to={pathTo([path])} isCurrent={here === path}>
        <Icon name={icon} />
        {title}
        {badge}
      </Link>
    </li>
  )
  const entry = (path: keyof typeof texts.nav, badge?: ReactNode) =>
    entryOf({ path, title: texts.nav[path], icon: PAGE_ICONS[path] }, badge)
  return (
    <>
      <p id="menu-visits">{texts.groups.visits}</p>
      <ul aria-labelledby="menu-visits">
        {entry('overview')}
        {entry('sessions')}
        {can.analyze && entry('review', <ReviewBadge />)}
        {added.map((one) => entryOf(one))}
        {entry('quality')}
      </ul>
      <p id="menu-surveys">{texts.groups.surveys}</p>
      <ul aria-labelledby="menu-surveys">
        {entry('surveys')}
        {can.analyze && entry('uploads', <JobRing />)}
      </ul>
      <p id="menu-workspace">{texts.groups.workspace}</p>
      <ul aria-labelledby="menu-workspace">
        {entry('keys')}
        {entry('settings')}
        {can.manage && entry('privacy')}
        {entry('webhooks')}
        {entry('members')}
        {can.manage && entry('audit')}
      </ul>
    </>
  )
}

function ReviewBadge() {
  const count = useStatus().data?.to_review ?? 0
  if (count === 0) return null
  return (
    <span className="badge" title={texts.waiting(count)}>
      {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
    </span>
  )
}
const MOST_SHOWN = 99

const JOBS_EVERY_MS = 10_000

/** While a file is analyzed. */
function JobRing() {
  const jobs = useData<UploadList>(['survey-jobs'], {}, { refetchInterval: JOBS_EVERY_MS })
  const count = jobs.data?.items.filter(isUnfinished).length ?? 0
  return count === 0 ? null : (
    <span className="job-ring" role="img" aria-label={texts.uploads.inProgress(count)} />
  )
}

function UserMenu() {
  const { member, workspace } = useMe()
  const cache = useQueryClient()
  const leaving = useMutation({
    mutationFn: () => change('POST', '/logout'),
    onSuccess: () => {
      setLogin(cache, null)
      navigate(pathTo(['login']))
    },
  })
  const name = member.name === '' ? member.email : member.name
  return (
    <Menu
      className="user-menu"
      button={
        <>
          <span className="avatar" aria-hidden="true">
            {initialsOf(name)}
          </span>
          <span className="visually-hidden">{texts.userMenu}</span>
          <span className="who">
            <UserText>{name}</UserText>
            <UserText className="faint">{workspace.name}</UserText>
          </span>
          <Icon name="more" />
        </>
      }
    >
      <WorkspaceSelect />
      <Link to={pathTo(['account'])}>
        <Icon name="account" /> {texts.account.title}
      </Link>
      <a href={docsUrl('')} target="_blank" rel="noopener">
        <Icon name="docs" /> {texts.documentation}
      </a>
      <button type="button" className="quiet" onClick={() => leaving.mutate()}>
        <Icon name="leave" /> {texts.logOut}
      </button>
    </Menu>
  )
}

/** Not an id of a workspace. */
const DEMO = 'demo'

function WorkspaceSelect() {
  const { workspace, workspaces } = useMe()
  const cache = useQueryClient()
  const moving = useMutation({
    mutationFn: (id: string) => change<Me>('POST', '/workspace', { workspace_id: id }),
    // At once, so that a page opened in the meantime stays.
    onMutate: () => navigate(pathTo(['overview'])),
    onSuccess: (me) => setLogin(cache, me),
  })
  const can = usePermissions()
  const opening = useOpenDemo()
  const offersDemo = can.manage && !workspaces.some(({ demo }) => demo)
  if (workspaces.length < 2 && !offersDemo) return null
  return (
    <label className="field">
      <span className="label">{texts.workspace}</span>
      <select
        value={workspace.id}
        onChange={({ target }) => (target.value === DEMO ? opening.mutate() : moving.mutate(target.value))}
      >
        {workspaces.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {offersDemo && <option value={DEMO}>{texts.demo.option}</option>}
      </select>
    </label>
  )
}
