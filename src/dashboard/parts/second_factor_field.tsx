import { useState } from 'react'
import { texts } from '../texts.ts'
import { Field } from './form.tsx'

const words = texts.login

/** The field `totp`: a code of the authenticator or, by choice, a recovery code. */
export function SecondFactorField() {
  const [isRecovery, setRecovery] = useState(false)
  return (
    <>
      {isRecovery ? (
        <Field
          key="recovery"
          label={words.recoveryCode}
          hint={words.recoveryHint}
          name="totp"
          autoComplete="off"
        />
      ) : (
        <Field
          key="code"
          label={words.code}
          hint={words.codeHint}
          name="totp"
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      )}
      <button type="button" className="link" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? words.useAuthenticator : words.useRecovery}
      </button>
    </>
  )
}
