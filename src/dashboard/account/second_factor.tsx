import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RecoveryCodes, TotpStart } from '../../contract/dashboard/me.ts'
import { QrCode } from '../charts/qr_code.tsx'
import { change, ME } from '../client.ts'
import { useMe } from '../me.ts'
import { Copy } from '../parts/copy.tsx'
import { Field, Form, fullErrorMessage, textOf } from '../parts/form.tsx'
import { Notice } from '../parts/notice.tsx'
import { Username } from '../parts/username.tsx'
import { texts } from '../texts.ts'

const words = texts.account

/** New recovery codes are shown until the member confirms that they are saved. */
export function SecondFactor() {
  const { member } = useMe()
  const cache = useQueryClient()
  const [codes, setCodes] = useState<readonly string[]>()
  const refresh = () => cache.invalidateQueries({ queryKey: ME })
  const show = ({ recovery_codes }: RecoveryCodes) => {
    setCodes(recovery_codes)
    void refresh()
  }
  return (
    <section className="card">
      <h2>{words.totp}</h2>
      {codes !== undefined ? (
        <NewCodes codes={codes} onSaved={() => setCodes(undefined)} />
      ) : member.totp ? (
        <>
          <Notice tone="good">{words.totpIsOn}</Notice>
          <RenewCodes left={member.recovery_codes} onRenewed={show} />
          <TurnOff onDone={refresh} />
        </>
      ) : (
        <SetUp onConfirmed={show} />
      )}
    </section>
  )
}

function SetUp({ onConfirmed }: { onConfirmed(codes: RecoveryCodes): void }) {
  const starting = useMutation({ mutationFn: () => change<TotpStart>('POST', '/totp/start') })
  return (
    <>
      <p>{words.totpLead}</p>
      {starting.error !== null && <Notice tone="bad">{fullErrorMessage(starting.error)}</Notice>}
      {starting.data === undefined ? (
        <div className="form-end">
          <button type="button" disabled={starting.isPending} onClick={() => starting.mutate()}>
            {words.totpStart}
          </button>
        </div>
      ) : (
        <>
          <p>{words.totpScan}</p>
          <QrCode rows={starting.data.qr} name={words.qr} />
          <div className="field">
            <span className="label">{words.secret}</span>
            <Copy text={starting.data.secret} label={words.secret} />
          </div>
          <Form
            submit={words.totpConfirm}
            send={(fields) =>
              change<RecoveryCodes>('POST', '/totp/confirm', { code: textOf(fields, 'code') })
            }
            onDone={onConfirmed}
          >
            <Field label={texts.login.code} name="code" inputMode="numeric" autoComplete="one-time-code" />
          </Form>
        </>
      )}
    </>
  )
}

function NewCodes({ codes, onSaved }: { codes: readonly string[]; onSaved(): void }) {
  const text = codes.join('\n')
  return (
    <>
      <h3>{words.recovery}</h3>
      <Notice tone="watch">{words.recoverySave}</Notice>
      <Copy text={text} label={words.recovery} isBlock />
      <div className="form-end row">
        <a
          className="button"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download={words.recoveryFile}
        >
          {words.recoveryDownload}
        </a>
        <button type="button" className="primary" onClick={onSaved}>
          {words.recoverySaved}
        </button>
      </div>
    </>
  )
}

function RenewCodes({ left, onRenewed }: { left: number; onRenewed(codes: RecoveryCodes): void }) {
  return (
    <>
      <h3>{words.recovery}</h3>
      <p>{words.recoveryLeft(left)}</p>
      <details>
        <summary className="button">{words.recoveryRenew}</summary>
        <Form
          submit={words.recoveryRenew}
          send={(fields) =>
            change<RecoveryCodes>('POST', '/totp/recovery-codes', {
              password: String(fields.get('password')),
            })
          }
          onDone={onRenewed}
        >
          <p>{words.recoveryRenewLead}</p>
          <PasswordField />
        </Form>
      </details>
    </>
  )
}

function TurnOff({ onDone }: { onDone(): void }) {
  return (
    <details>
      <summary className="button">{words.totpRemove}</summary>
      <Form
        submit={words.totpRemove}
        tone="danger"
        send={(fields) => change('DELETE', '/totp', { password: String(fields.get('password')) })}
        onDone={onDone}
      >
        <PasswordField />
      </Form>
    </details>
  )
}

function PasswordField() {
  return (
    <>
      <Username />
      <Field label={texts.password} name="password" type="password" autoComplete="current-password" />
    </>
  )
}
