import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { IssuedKey, KeyItem, KeyList } from '../../contract/dashboard/keys.ts'
import { get } from '../client.ts'
import { usePermissions } from '../me.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Empty } from '../parts/empty.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { NotInDemo } from '../parts/not_in_demo.tsx'
import { Page } from '../parts/page.tsx'
import { Table } from '../parts/table.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { ChangeKey, NewKey, RevokeKey, RotateKey, ShownKey } from '../settings/key_forms.tsx'
import { Setup } from '../settings/setup.tsx'
import { texts } from '../texts.ts'

const words = texts.keys
const DOCS = [
  'tutorial/site-owner',
  'how-to/manage-keys',
  'how-to/debug-the-script',
  'how-to/run-behind-a-proxy',
  'how-to/test-your-integration',
] as const
const KEYS = ['keys'] as const

type Task =
  | { readonly kind: 'new' }
  | { readonly kind: 'change' | 'rotate' | 'revoke'; readonly key: KeyItem }

export function Keys() {
  const can = usePermissions()
  const cache = useQueryClient()
  const [task, begin] = useState<Task>()
  const [issued, show] = useState<IssuedKey>()
  const keys = useQuery({ queryKey: KEYS, queryFn: ({ signal }) => get<KeyList>('/keys', signal) })
  const hasKeys = keys.data !== undefined && keys.data.items.length > 0
  const create = (
    <button type="button" className="primary" onClick={() => begin({ kind: 'new' })}>
      {words.create}
    </button>
  )
  const done = (key?: IssuedKey) => {
    begin(undefined)
    if (key !== undefined) show(key)
    void cache.invalidateQueries({ queryKey: KEYS })
  }
  return (
    <Page title={words.title} lead={words.lead} docs={DOCS} actions={can.manage && hasKeys && create}>
      {issued !== undefined && <ShownKey issued={issued} onDone={() => show(undefined)} />}
      <Loaded query={keys}>
        {({ items }) =>
          items.length === 0 && issued === undefined ? (
            <Empty icon="keys" title={words.none} hint={words.noneHint}>
              {can.manage && <NotInDemo>{create}</NotInDemo>}
            </Empty>
          ) : (
            <>
              <Setup issued={issued} keys={items} />
              <KeyTable keys={items} begin={begin} />
            </>
          )
        }
      </Loaded>
      {task !== undefined && (
        <Dialog title={words.tasks[task.kind]} onClose={() => begin(undefined)}>
          {task.kind === 'new' && <NewKey onDone={done} />}
          {task.kind === 'change' && <ChangeKey item={task.key} onDone={() => done()} />}
          {task.kind === 'rotate' && <RotateKey item={task.key} onDone={done} />}
          {task.kind === 'revoke' && <RevokeKey item={task.key} onDone={() => done()} />}
        </Dialog>
      )}
    </Page>
  )
}

function KeyTable({ keys, begin }: { keys: readonly KeyItem[]; begin(task: Task): void }) {
  const can = usePermissions()
  if (keys.length === 0) return null
  return (
    <section className="card flush" aria-label={words.title}>
      <Table name={words.title} head={words.columns} className="centered">
        {keys.map((key) => (
          <tr
            key={key.id}
            className={key.state === 'live' || key.state === 'ending' ? undefined : 'inactive'}
          >
            <th scope="row" className="wrapping">
              <UserText>{key.name}</UserText>
              <span className="under mono">{key.site_key ?? `${key.prefix}…${key.last4}`}</span>
            </th>
            <td className="wrapping">
              {words.kinds[key.kind]}
              {key.mode === 'test' && <span className="pill tone-unknown">{words.test}</span>}
              <span className="under">
                {key.kind === 'secret'
                  ? key.scopes.map((scope) => words.scopes[scope]).join(' · ')
                  : key.origins.length === 0
                    ? words.anyOrigin
                    : key.origins.join(', ')}
              </span>
            </td>
            <td>
              <span className={`pill tone-${STATE_TONES[key.state]}`}>{words.states[key.state]}</span>
              {key.state === 'ending' && key.expires_at !== null && (
                <span className="under">
                  <Timestamp at={key.expires_at} isExact />
                </span>
              )}
            </td>
            <td>{key.last_used_at === null ? words.never : <Timestamp at={key.last_used_at} />}</td>
            <td>
              {can.manage && (key.state === 'live' || key.state === 'ending') && (
                <div className="row">
                  {(['change', 'rotate', 'revoke'] as const).map((kind) => (
                    <button
                      key={kind}
                      type="button"
                      className={kind === 'revoke' ? 'small danger' : 'small'}
                      aria-label={`${words.verbs[kind]}: ${key.name}`}
                      onClick={() => begin({ kind, key })}
                    >
                      {words.verbs[kind]}
                    </button>
                  ))}
                </div>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  )
}

const STATE_TONES = { live: 'good', ending: 'watch', expired: 'unknown', revoked: 'unknown' } as const
