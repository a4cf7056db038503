import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LinkOffer, Me } from '../../contract/dashboard/me.ts'
import { ApiError, change, setLogin } from '../client.ts'
import { Field, Form, textOf } from '../parts/form.tsx'
import { Link } from '../parts/link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { SecondFactorField } from '../parts/second_factor_field.tsx'
import { SignedOutPage } from '../parts/signed_out_page.tsx'
import { UserText } from '../parts/user_text.tsx'
import { navigate, pathTo } from '../router.ts'
import { texts } from '../texts.ts'

const words = texts.join
const PASSWORD_CHARS = 12

/** The token is in the URL fragment, which browsers never send. It is removed from the URL at once. */
function takeToken(): string {
  const token = location.hash.slice(1)
  if (token !== '') history.replaceState(history.state, '', location.pathname)
  return token
}

let taken: string | undefined
const tokenOnce = (): string => {
  const fresh = takeToken()
  if (fresh !== '') taken = fresh
  return taken ?? ''
}

export function Join() {
  const [token] = useState(tokenOnce)
  const cache = useQueryClient()
  const [asksCode, askCode] = useState(false)
  const offer = useQuery({
    queryKey: ['link', token],
    queryFn: () => change<LinkOffer>('POST', '/link', { token }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isFirst = offer.data?.kind === 'first-login'

  async function enter(fields: FormData): Promise<Me> {
    const request = { token, email: textOf(fields, 'email'), password: String(fields.get('password')) }
    if (isFirst) return change<Me>('POST', '/first-login', request)
    const totp = textOf(fields, 'totp')
    try {
      return await change<Me>('POST', '/join', {
        ...request,
        name: textOf(fields, 'name'),
        ...(totp !== '' && { totp }),
      })
    } catch (error) {
      if (error instanceof ApiError && error.code.startsWith('totp')) askCode(true)
      throw error
    }
  }

  function welcome(me: Me) {
    setLogin(cache, me)
    taken = undefined
    navigate(pathTo([isFirst ? 'keys' : 'overview']), { replace: true })
  }

  return (
    <SignedOutPage title={offer.data?.kind === 'reset' ? words.resetTitle : words.title}>
      {token === '' ? (
        <p>{words.noToken}</p>
      ) : (
        <Loaded query={offer}>
          {({ kind, workspace, role, email }) => (
            <>
              <p>
                {{ invitation: words.invited, reset: words.reset, 'first-login': words.first }[kind]}{' '}
                <strong>
                  <UserText>{workspace}</UserText>
                </strong>
                {kind === 'invitation' && ` (${texts.roles[role]})`}. {words.once}
              </p>
              <Form submit={words.submit} send={enter} onDone={welcome}>
                {kind === 'invitation' && (
                  <Field label={texts.personName} name="name" autoComplete="name" isOptional />
                )}
                <Field label={texts.email} name="email" type="email" autoComplete="username" value={email} />
                <Field
                  label={texts.password}
                  hint={kind === 'invitation' ? words.passwordHintKnown : words.passwordHint}
                  name="password"
                  type="password"
                  autoComplete="new-password"
                  minLength={PASSWORD_CHARS}
                />
                {asksCode && <SecondFactorField />}
              </Form>
            </>
          )}
        </Loaded>
      )}
      <p className="small-print">
        <Link to={pathTo(['overview'])}>{words.logIn}</Link>
      </p>
    </SignedOutPage>
  )
}
