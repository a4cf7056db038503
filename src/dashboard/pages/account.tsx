import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Me } from '../../contract/dashboard/me.ts'
import { SecondFactor } from '../account/second_factor.tsx'
import { change, ME, setLogin } from '../client.ts'
import { useMe } from '../me.ts'
import { Field, Form, textOf } from '../parts/form.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { UserText } from '../parts/user_text.tsx'
import { Username } from '../parts/username.tsx'
import { texts } from '../texts.ts'

const words = texts.account
const DOCS = ['reference/dashboard'] as const
const PASSWORD_CHARS = 12

export function Account() {
  const { member, role, workspace } = useMe()
  return (
    <Page
      title={words.title}
      lead={
        <>
          {words.who} <UserText>{member.email}</UserText> · {texts.roles[role]} ·{' '}
          <UserText>{workspace.name}</UserText>
        </>
      }
      docs={DOCS}
    >
      <div className="columns loose">
        <Name />
        <Password />
        <LogOutEverywhere />
        <SecondFactor />
        <Workspaces />
      </div>
    </Page>
  )
}

function useRefreshLogin() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: ME })
}

function Name() {
  const { member } = useMe()
  const refresh = useRefreshLogin()
  return (
    <section className="card">
      <h2>{words.name}</h2>
      <Form
        submit={texts.save}
        send={(fields) => change('PATCH', '/me', { name: textOf(fields, 'name') })}
        onDone={refresh}
      >
        <Field label={texts.personName} name="name" value={member.name} autoComplete="name" isOptional />
      </Form>
    </section>
  )
}

function Password() {
  const [isDone, setDone] = useState(false)
  const send = (fields: FormData) =>
    change('POST', '/password', {
      current: String(fields.get('current')),
      password: String(fields.get('password')),
    })
  return (
    <section className="card">
      <h2>{words.password}</h2>
      <Form submit={words.changePassword} send={send} onDone={() => setDone(true)} resetsOnSuccess>
        <Username />
        <Field label={words.current} name="current" type="password" autoComplete="current-password" />
        <Field
          label={words.next}
          hint={texts.join.passwordHint}
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={PASSWORD_CHARS}
        />
      </Form>
      {isDone && <Notice tone="good">{words.passwordChanged}</Notice>}
    </section>
  )
}

function LogOutEverywhere() {
  const cache = useQueryClient()
  const leave = () => {
    setLogin(cache, null)
  }
  return (
    <section className="card">
      <h2>{words.everywhere}</h2>
      <p>{words.everywhereLead}</p>
      <Form
        submit={words.everywhere}
        tone="danger"
        send={() => change('POST', '/logout-everywhere')}
        onDone={leave}
      />
    </section>
  )
}

function Workspaces() {
  const cache = useQueryClient()
  const { role, workspace } = useMe()
  const moved = (me: Me) => {
    setLogin(cache, me)
  }
  return (
    <section className="card">
      <h2>{words.workspaces}</h2>
      {role === 'owner' && (
        <Form
          submit={words.rename}
          send={(fields) => change<Me>('PATCH', '/workspace', { name: textOf(fields, 'name') })}
          onDone={() => cache.invalidateQueries({ queryKey: ME })}
        >
          <Field label={words.workspaceName} name="name" value={workspace.name} />
        </Form>
      )}
      <Form
        submit={words.newWorkspace}
        send={(fields) => change<Me>('POST', '/workspaces', { name: textOf(fields, 'name') })}
        onDone={moved}
        resetsOnSuccess
      >
        <Field label={words.newName} name="name" />
      </Form>
    </section>
  )
}
