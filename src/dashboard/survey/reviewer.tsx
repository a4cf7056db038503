import type { OverriddenVerdict } from '../../contract/dashboard/verdicts.ts'
import { initialsOf } from '../format/initials.ts'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { texts } from '../texts.ts'

/** Who set a verdict, and when. */
export function Reviewer({ verdict: { by, at } }: { verdict: OverriddenVerdict }) {
  const name = by === '' ? texts.verdict.formerMember : by
  return (
    <span className="reviewer" title={name}>
      <span className="avatar small" aria-hidden="true">
        {initialsOf(name)}
      </span>
      <span className="visually-hidden">
        <UserText>{name}</UserText>,{' '}
      </span>
      <Timestamp at={at} />
    </span>
  )
}
