import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Me, TotpStart } from '../../contract/dashboard/me.ts'
import { QrCode } from '../charts/qr_code.tsx'
import { becomes, change, ME } from '../client.ts'
import { useMe } from '../me.ts'
import { Copy } from '../parts/copy.tsx'
import { Field, Form, textOf, wordsOf } from '../parts/form.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Recorded } from '../parts/recorded.tsx'
import { texts } from '../texts.ts'

const words = texts.account
const DOCS = ['reference/dashboard'] as const
const PASSWORD_CHARS = 12

export function Account() {
  const { member, role, workspace } = useMe()
  return (
    <Page title={words.title} docs={DOCS}>
      <p className="faint">
        {words.who} <Recorded>{member.email}</Recorded> · {texts.roles[role]} ·{' '}
        <Recorded>{workspace.name}</Recorded>
      </p>
      <div className="columns loose">
        <Name />
        <Password />
        {member.totp ? <TotpOff /> : <TotpOn />}
        <Everywhere />
        <Workspaces />
      </div>
    </Page>
  )
}

function useRefreshed() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: ME })
}

function Name() {
  const { member } = useMe()
  const refresh = useRefreshed()
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
      <Form submit={words.changePassword} send={send} onDone={() => setDone(true)} isEmptied>
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

function TotpOn() {
  const refresh = useRefreshed()
  const starting = useMutation({ mutationFn: () => change<TotpStart>('POST', '/totp/start') })
  return (
    <section className="card">
      <h2>{words.totp}</h2>
      <p>{words.totpLead}</p>
      {starting.error !== null && <Notice tone="bad">{wordsOf(starting.error)}</Notice>}
      {starting.data === undefined ? (
        <div className="form-end">
          <button type="button" disabled={starting.isPending} onClick={() => starting.mutate()}>
            {words.totpStart}
          </button>
        </div>
      ) : (
        <>
          <QrCode rows={starting.data.qr} name={words.qr} />
          <Copy text={starting.data.secret} label={words.secret} />
          <Form
            submit={words.totpConfirm}
            send={(fields) => change('POST', '/totp/confirm', { code: textOf(fields, 'code') })}
            onDone={refresh}
          >
            <Field label={texts.login.code} name="code" inputMode="numeric" autoComplete="one-time-code" />
          </Form>
        </>
      )}
    </section>
  )
}

function TotpOff() {
  const refresh = useRefreshed()
  return (
    <section className="card">
      <h2>{words.totp}</h2>
      <Notice tone="good">{words.totpIsOn}</Notice>
      <Form
        submit={words.totpRemove}
        tone="danger"
        send={(fields) => change('DELETE', '/totp', { password: String(fields.get('password')) })}
        onDone={refresh}
      >
        <Username />
        <Field label={texts.password} name="password" type="password" autoComplete="current-password" />
      </Form>
    </section>
  )
}

/** Tells password managers whose password it is. */
function Username() {
  const { member } = useMe()
  return <input name="username" autoComplete="username" value={member.email} readOnly hidden />
}

function Everywhere() {
  const cache = useQueryClient()
  const leave = () => {
    becomes(cache, null)
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
    becomes(cache, me)
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
        isEmptied
      >
        <Field label={words.newName} name="name" />
      </Form>
    </section>
  )
}
