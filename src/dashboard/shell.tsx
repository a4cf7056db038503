import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Me } from '../contract/dashboard/me.ts'
import { change, setLogin } from './client.ts'
import { useMe, usePermissions } from './me.ts'
import { Brand } from './parts/brand.tsx'
import { DemoBanner, useOpenDemo } from './parts/demo_workspace.tsx'
import { Link } from './parts/link.tsx'
import { UserText } from './parts/user_text.tsx'
import { navigate, pathTo, type Route } from './router.ts'
import { texts } from './texts.ts'

/** Pages that belong to the menu entry of another one. */
const SECTIONS: Readonly<Record<string, string>> = { login: 'overview', typing: 'surveys' }

export function Shell({ route, children }: { route: Route; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const [first = 'overview'] = route.segments
  const here = SECTIONS[first] ?? first
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
            {texts.menu}
          </button>
        </div>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: following a link closes the menu, whatever it was followed with. */}
        <nav id="menu" aria-label={texts.menu} onClick={() => setOpen(false)}>
          <NavLinks here={here} />
        </nav>
        <SideFooter here={here} />
      </header>
      <main id="content">
        <DemoBanner />
        {children}
      </main>
    </div>
  )
}

function NavLinks({ here }: { here: string }) {
  const can = usePermissions()
  const nav = texts.nav
  const entry = (path: keyof typeof nav) => (
    <li>
      <Link to={pathTo([path])} isCurrent={here === path}>
        {nav[path]}
      </Link>
    </li>
  )
  return (
    <>
      <ul>
        {entry('overview')}
        {entry('sessions')}
        {can.analyze && entry('review')}
        {entry('session-clusters')}
        {entry('surveys')}
        {can.analyze && entry('uploads')}
        {entry('quality')}
      </ul>
      <p>{texts.workspace}</p>
      <ul>
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

function SideFooter({ here }: { here: string }) {
  const { member } = useMe()
  const cache = useQueryClient()
  const leaving = useMutation({
    mutationFn: () => change('POST', '/logout'),
    onSuccess: () => {
      setLogin(cache, null)
      navigate(pathTo(['login']))
    },
  })
  return (
    <div className="side-foot">
      <WorkspaceSelect />
      <p className="who">
        <UserText>{member.name === '' ? member.email : member.name}</UserText>
      </p>
      <div className="row">
        <Link to={pathTo(['account'])} className="button small" isCurrent={here === 'account'}>
          {texts.account.title}
        </Link>
        <button type="button" className="small" onClick={() => leaving.mutate()}>
          {texts.logOut}
        </button>
      </div>
    </div>
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
  if (workspaces.length < 2 && !offersDemo)
    return (
      <p className="who">
        <UserText>{workspace.name}</UserText>
      </p>
    )
  return (
    <label className="field">
      <span className="visually-hidden">{texts.workspace}</span>
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
