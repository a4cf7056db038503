import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  InvitationList,
  IssuedInvitation,
  MemberItem,
  MemberList,
} from '../../contract/dashboard/members.ts'
import type { Role } from '../../contract/dashboard/page.ts'
import { apiPath, change } from '../client.ts'
import { usePermissions } from '../me.ts'
import { Copy } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field, Form, fullErrorMessage, Select, textOf } from '../parts/form.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { NotInDemo } from '../parts/not_in_demo.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Table } from '../parts/table.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.members
const DOCS = ['how-to/manage-members'] as const
const ROLES: readonly Role[] = ['owner', 'analyst', 'viewer']

export function Members() {
  const can = usePermissions()
  const members = useData<MemberList>(['members'])
  return (
    <Page title={words.title} lead={words.lead} docs={DOCS}>
      <Loaded query={members}>
        {({ items }) => (
          <section className="card flush" aria-label={words.title}>
            <Table name={words.title} head={words.columns} className="centered">
              {items.map((member) => (
                <Row key={member.id} member={member} />
              ))}
            </Table>
          </section>
        )}
      </Loaded>
      {can.manage && <Invitations />}
    </Page>
  )
}

function Row({ member }: { member: MemberItem }) {
  const can = usePermissions()
  const cache = useQueryClient()
  const [isRemoving, setRemoving] = useState(false)
  const refresh = () => cache.invalidateQueries({ queryKey: ['members'] })
  const moving = useMutation({
    mutationFn: (role: Role) => change('PATCH', apiPath(['members', member.id]), { role }),
    onSettled: refresh,
  })
  return (
    <tr>
      <th scope="row" className="wrapping">
        <span>
          <UserText>{member.name === '' ? member.email : member.name}</UserText>
          {member.you && ` (${words.you})`}
        </span>
        {member.name !== '' && (
          <span className="under">
            <UserText>{member.email}</UserText>
          </span>
        )}
      </th>
      <td>
        {can.manage ? (
          <select
            aria-label={`${words.role}: ${member.email}`}
            value={member.role}
            onChange={(event) => moving.mutate(event.target.value as Role)}
          >
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {texts.roles[role]}
              </option>
            ))}
          </select>
        ) : (
          texts.roles[member.role]
        )}
        {moving.error !== null && <Notice tone="bad">{fullErrorMessage(moving.error)}</Notice>}
      </td>
      <td>{member.totp ? texts.yes : texts.no}</td>
      <td>{member.last_seen_at === null ? texts.keys.never : <Timestamp at={member.last_seen_at} />}</td>
      <td>
        {can.manage && !member.you && (
          <button
            type="button"
            className="small danger"
            aria-label={`${words.remove}: ${member.email}`}
            onClick={() => setRemoving(true)}
          >
            {words.remove}
          </button>
        )}
        {isRemoving && (
          <Dialog title={words.removeTitle} onClose={() => setRemoving(false)}>
            <Form
              submit={words.remove}
              tone="danger"
              send={() => change('DELETE', apiPath(['members', member.id]))}
              onDone={() => {
                setRemoving(false)
                void refresh()
              }}
            >
              <p>
                <UserText>{member.email}</UserText> {words.removeLead}
              </p>
            </Form>
          </Dialog>
        )}
      </td>
    </tr>
  )
}

function Invitations() {
  const cache = useQueryClient()
  const [issued, show] = useState<IssuedInvitation>()
  const refresh = () => cache.invalidateQueries({ queryKey: ['invitations'] })
  const list = useData<InvitationList>(['invitations'])
  const withdrawing = useMutation({
    mutationFn: (id: string) => change('DELETE', apiPath(['invitations', id])),
    onSuccess: refresh,
  })
  const invite = (fields: FormData) => {
    const email = textOf(fields, 'email')
    return change<IssuedInvitation>('POST', '/invitations', {
      role: textOf(fields, 'role'),
      ...(email !== '' && { email }),
    })
  }
  return (
    <section className="card" aria-labelledby="invite">
      <h2 id="invite">{words.invite}</h2>
      <NotInDemo>
        <Form
          className="invite"
          submit={words.createLink}
          send={invite}
          resetsOnSuccess
          onDone={(made) => {
            show(made)
            void refresh()
          }}
        >
          <Select
            label={words.role}
            name="role"
            value="analyst"
            options={ROLES.map((role) => [role, `${texts.roles[role]}: ${words.roleHints[role]}`] as const)}
          />
          <Field label={words.email} name="email" type="email" isOptional placeholder={words.anyone} />
        </Form>
      </NotInDemo>
      {issued !== undefined && (
        <div className="stack">
          <p>{words.linkLead}</p>
          <Copy text={issued.url} label={words.link} isBlock />
        </div>
      )}
      <Loaded query={list}>
        {({ items }) =>
          items.length === 0 ? null : (
            <div className="stack">
              <h3>{words.pending}</h3>
              <ul className="invitations">
                {items.map(({ id, role, email, expires_at }) => (
                  <li key={id} className="row spread">
                    <span>
                      {texts.roles[role]}, {email === '' ? words.anyone : <UserText>{email}</UserText>},{' '}
                      {words.until} <Timestamp at={expires_at} isExact />
                    </span>
                    <button type="button" className="small danger" onClick={() => withdrawing.mutate(id)}>
                      {words.revoke}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )
        }
      </Loaded>
    </section>
  )
}
