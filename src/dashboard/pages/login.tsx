import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoginRequest, Me } from '../../contract/dashboard/me.ts'
import { ApiError, change, ME } from '../client.ts'
import { Field, Form, textOf } from '../parts/form.tsx'
import { SecondFactorField } from '../parts/second_factor_field.tsx'
import { SignedOutPage } from '../parts/signed_out_page.tsx'
import { texts } from '../texts.ts'

const words = texts.login

/** Replaces any page while logged out, so that a link leads to its page after the login. */
export function Login() {
  const cache = useQueryClient()
  const [asksCode, askCode] = useState(false)
  async function login(fields: FormData): Promise<Me> {
    const totp = textOf(fields, 'totp')
    const request: LoginRequest = {
      email: textOf(fields, 'email'),
      password: String(fields.get('password')),
      ...(totp !== '' && { totp }),
    }
    try {
      return await change<Me>('POST', '/login', request)
    } catch (error) {
      if (error instanceof ApiError && error.code.startsWith('totp')) askCode(true)
      throw error
    }
  }
  return (
    <SignedOutPage title={words.title}>
      <Form submit={words.submit} send={login} onDone={(me) => cache.setQueryData(ME, me)}>
        <Field label={texts.email} name="email" type="email" autoComplete="username" />
        <Field label={texts.password} name="password" type="password" autoComplete="current-password" />
        {asksCode && <SecondFactorField />}
      </Form>
      <p className="small-print">{words.first}</p>
      <p className="small-print">
        {words.lost[0]} <code>byhand login --email</code> {words.lost[1]}
      </p>
    </SignedOutPage>
  )
}
