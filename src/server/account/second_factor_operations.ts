/** The second factor of the logged-in member: one-time codes and recovery codes. */
import { encode } from 'uqr'
import {
  PasswordConfirm,
  type RecoveryCodes,
  TotpConfirm,
  type TotpStart,
} from '../../contract/dashboard/me.ts'
import type { SignedInMember } from '../http/authenticate.ts'
import { invalid } from '../http/errors.ts'
import { type Operation, operation } from '../http/operation.ts'
import type { AccountContext } from './context.ts'
import { refusalError, whenNotBusy } from './refusal.ts'
import { base32, newTotpSecret, totpStep, totpUri } from './totp.ts'

const EVERYONE = { role: 'viewer' } as const

export function secondFactorOperations({ accounts, audit, services }: AccountContext): readonly Operation[] {
  const { store, now } = services

  async function confirmPassword({ member, address }: SignedInMember, password: string): Promise<void> {
    const known = await whenNotBusy(accounts.verifyPassword(member, password, address))
    if (known === 'wrong') throw invalid('/password', 'is not your password')
    if (known !== true) throw refusalError(known)
  }

  return [
    operation({
      route: 'POST /v1/totp/start',
      audit: { none: 'takes effect with the first code' },
      allow: EVERYONE,
      internal: true,
      handle: async ({ signedIn: { member } }): Promise<TotpStart> => {
        const held = await store.accounts.totp(member.id)
        if (held?.confirmed) throw invalid('', 'two-factor authentication is already on; turn it off first')
        const secret = newTotpSecret()
        await store.accounts.saveTotp(member.id, { secret, confirmed: false, lastStep: 0, recovery: [] })
        const uri = totpUri(secret, member.email)
        const { data } = encode(uri, { ecc: 'M', border: 0 })
        return {
          secret: base32(secret),
          uri,
          qr: data.map((row) => row.map((dark) => (dark ? '1' : '0')).join('')),
        }
      },
    }),
    operation({
      route: 'POST /v1/totp/confirm',
      audit: 'totp_on',
      allow: EVERYONE,
      internal: true,
      body: TotpConfirm,
      handle: async ({ actor, signedIn: { member }, body: { code } }): Promise<RecoveryCodes> => {
        const held = await store.accounts.totp(member.id)
        const step = held === null || held.confirmed ? null : totpStep(held.secret, code, now())
        if (step === null || !(await store.accounts.takeTotp(member.id, step))) {
          throw invalid('/code', 'is not the current code for this secret')
        }
        const codes = await accounts.renewRecoveryCodes(member)
        await audit(actor, { action: 'totp_on', subject: member.email })
        return { recovery_codes: codes }
      },
    }),
    operation({
      route: 'POST /v1/totp/recovery-codes',
      audit: 'recovery_codes_renewed',
      allow: EVERYONE,
      internal: true,
      body: PasswordConfirm,
      handle: async ({ actor, signedIn, body: { password } }): Promise<RecoveryCodes> => {
        await confirmPassword(signedIn, password)
        const { member } = signedIn
        const held = await store.accounts.totp(member.id)
        if (!held?.confirmed) throw invalid('', 'two-factor authentication is off; turn it on first')
        const codes = await accounts.renewRecoveryCodes(member)
        await audit(actor, { action: 'recovery_codes_renewed', subject: member.email })
        return { recovery_codes: codes }
      },
    }),
    operation({
      route: 'DELETE /v1/totp',
      audit: 'totp_off',
      allow: EVERYONE,
      internal: true,
      body: PasswordConfirm,
      handle: async ({ actor, signedIn, body: { password } }) => {
        await confirmPassword(signedIn, password)
        await store.accounts.deleteTotp(signedIn.member.id)
        await audit(actor, { action: 'totp_off', subject: signedIn.member.email })
        return { done: true }
      },
    }),
  ]
}
