import { useMe } from '../me.ts'

/** Lets password managers find the account. */
export function Username() {
  const { member } = useMe()
  return <input name="username" autoComplete="username" value={member.email} readOnly hidden />
}
