import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Me } from '../contract/dashboard/me.ts'
import { becomes, change } from './client.ts'
import { useMay, useMe } from './me.ts'
import { Brand } from './parts/brand.tsx'
import { Link } from './parts/link.tsx'
import { Recorded } from './parts/recorded.tsx'
import { go, type Place, pathTo } from './router.ts'
import { texts } from './texts.ts'

export function Shell({ place, children }: { place: Place; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const here = place.segments[0] ?? 'sessions'
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {texts.skip}
      </a>
      <header className={isOpen ? 'side open' : 'side'}>
        <div className="side-head">
          <Link to={pathTo(['sessions'])} className="brand">
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
          <Places here={here} />
        </nav>
        <Foot here={here} />
      </header>
      <main id="content">{children}</main>
    </div>
  )
}

function Places({ here }: { here: string }) {
  const may = useMay()
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
        {entry('sessions')}
        {entry('surveys')}
        {may.analyse && entry('uploads')}
        {entry('quality')}
      </ul>
      <p>{texts.workspace}</p>
      <ul>
        {entry('keys')}
        {entry('settings')}
        {may.own && entry('privacy')}
        {entry('webhooks')}
        {entry('members')}
        {may.own && entry('audit')}
      </ul>
    </>
  )
}

function Foot({ here }: { here: string }) {
  const { member } = useMe()
  const cache = useQueryClient()
  const leaving = useMutation({
    mutationFn: () => change('POST', '/logout'),
    onSuccess: () => {
      becomes(cache, null)
      go(pathTo(['login']))
    },
  })
  return (
    <div className="side-foot">
      <WorkspaceChoice />
      <p className="who">
        <Recorded>{member.name === '' ? member.email : member.name}</Recorded>
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

function WorkspaceChoice() {
  const { workspace, workspaces } = useMe()
  const cache = useQueryClient()
  const moving = useMutation({
    mutationFn: (id: string) => change<Me>('POST', '/workspace', { workspace_id: id }),
    onSuccess: (me) => {
      becomes(cache, me)
      go(pathTo(['sessions']))
    },
  })
  if (workspaces.length < 2)
    return (
      <p className="who">
        <Recorded>{workspace.name}</Recorded>
      </p>
    )
  return (
    <label className="field">
      <span className="unseen">{texts.workspace}</span>
      <select value={workspace.id} onChange={(event) => moving.mutate(event.target.value)}>
        {workspaces.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
