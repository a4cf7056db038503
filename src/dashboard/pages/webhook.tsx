import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  DeliveryItem,
  DeliveryList,
  IssuedWebhook,
  WebhookItem,
  WebhookList,
} from '../../contract/dashboard/webhooks.ts'
import { apiPath, change } from '../client.ts'
import { usePermissions } from '../me.ts'
import { Address } from '../parts/address.tsx'
import { BackLink } from '../parts/back_link.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { EventName } from '../parts/event_name.tsx'
import { Form, fullErrorMessage } from '../parts/form.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { NotFound } from '../parts/not_found.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Pages } from '../parts/pages.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { navigate, type PageIds, pathTo } from '../router.ts'
import { ChangeWebhook, RotateSecret, ShownSecret } from '../settings/webhook_forms.tsx'
import { texts } from '../texts.ts'
import { useData, usePages } from '../use_data.ts'

const words = texts.webhooks
const DOCS = ['how-to/receive-webhooks', 'reference/webhooks'] as const
const POLL_MS = 2_000

export function Webhook({ ids: [id = ''] }: PageIds) {
  const webhooks = useData<WebhookList>(['webhooks'])
  return (
    <Loaded query={webhooks}>
      {({ items }) => {
        const item = items.find((each) => each.id === id)
        return item === undefined ? <NotFound /> : <Body item={item} />
      }}
    </Loaded>
  )
}

type Task = 'change' | 'rotate' | 'remove'

function Body({ item }: { item: WebhookItem }) {
  const can = usePermissions()
  const cache = useQueryClient()
  const [task, begin] = useState<Task>()
  const [issued, show] = useState<IssuedWebhook>()
  const refresh = () => cache.invalidateQueries({ queryKey: ['webhooks'] })
  const testing = useMutation({
    mutationFn: () => change('POST', apiPath(['webhooks', item.id, 'test'])),
    onSuccess: refresh,
  })
  const done = (made?: IssuedWebhook) => {
    begin(undefined)
    if (made !== undefined) show(made)
    void refresh()
  }
  return (
    <Page
      title={words.one}
      heading={
        <>
          <UserText>{item.name === '' ? item.url : item.name}</UserText>{' '}
          <span className={`pill tone-${item.enabled ? 'good' : 'unknown'}`}>
            {item.enabled ? words.on : words.off}
          </span>
        </>
      }
      lead={<Address url={item.url} />}
      docs={DOCS}
      actions={
        can.manage && (
          <>
            <button
              type="button"
              className="primary"
              disabled={testing.isPending}
              onClick={() => testing.mutate()}
            >
              {words.test}
            </button>
            {(['change', 'rotate', 'remove'] as const).map((kind) => (
              <button
                key={kind}
                type="button"
                className={kind === 'remove' ? 'danger' : ''}
                onClick={() => begin(kind)}
              >
                {words.verbs[kind]}
              </button>
            ))}
          </>
        )
      }
    >
      <BackLink to={pathTo(['webhooks'])}>{words.title}</BackLink>
      {issued !== undefined && <ShownSecret issued={issued} onDone={() => show(undefined)} />}
      {testing.error !== null && <Notice tone="bad">{fullErrorMessage(testing.error)}</Notice>}
      {item.disabled_reason !== null && <Notice tone="watch">{item.disabled_reason}</Notice>}
      {item.old_secret_until !== null && (
        <Notice>
          <span>
            {words.oldSecret} <Timestamp at={item.old_secret_until} isExact />
          </span>
        </Notice>
      )}
      <div className="row">
        <span className="faint">{words.which}</span>
        {item.events.map((type) => (
          <EventName key={type} type={type} />
        ))}
      </div>
      <Deliveries webhookId={item.id} />
      {task !== undefined && (
        <Dialog title={words.verbs[task]} onClose={() => begin(undefined)}>
          {task === 'change' && <ChangeWebhook item={item} onDone={() => done()} />}
          {task === 'rotate' && <RotateSecret item={item} onDone={done} />}
          {task === 'remove' && (
            <Form
              submit={words.verbs.remove}
              tone="danger"
              send={() => change('DELETE', apiPath(['webhooks', item.id]))}
              onDone={() => {
                navigate(pathTo(['webhooks']))
                void refresh()
              }}
            >
              <p>{words.removeLead}</p>
            </Form>
          )}
        </Dialog>
      )}
    </Page>
  )
}

function Deliveries({ webhookId }: { webhookId: string }) {
  const cache = useQueryClient()
  const key = ['webhooks', webhookId, 'deliveries']
  const list = usePages<DeliveryList>(key)
  const isPending = list.data?.pages.some(({ items }) => items.some(({ state }) => state === 'pending'))
  useQuery({
    queryKey: ['poll', ...key],
    queryFn: async () => {
      await cache.invalidateQueries({ queryKey: key })
      return true
    },
    enabled: isPending === true,
    refetchInterval: POLL_MS,
  })
  return (
    <section className="card flush" aria-labelledby="deliveries">
      <div className="card-head">
        <h2 id="deliveries">{words.deliveries}</h2>
        <p className="small-print">{words.deliveriesHint}</p>
      </div>
      <Pages
        query={list}
        none={
          <p className="padded faint">
            {words.noDeliveries}. {words.noDeliveriesHint}
          </p>
        }
      >
        {(items) => items.map((item) => <Delivery key={item.id} item={item} listKey={key} />)}
      </Pages>
    </section>
  )
}

const STATE_TONES = { pending: 'watch', delivered: 'good', failed: 'stop' } as const

function Delivery({ item, listKey }: { item: DeliveryItem; listKey: readonly string[] }) {
  const can = usePermissions()
  const cache = useQueryClient()
  const redelivering = useMutation({
    mutationFn: () => change('POST', apiPath(['deliveries', item.id, 'redeliver'])),
    onSuccess: () => cache.invalidateQueries({ queryKey: listKey }),
  })
  return (
    <details className="delivery">
      <summary>
        <span className={`pill tone-${STATE_TONES[item.state]}`}>{words.states[item.state]}</span>
        <EventName type={item.type} />
        <Timestamp at={item.created_at} />
        <span className="faint">{words.attempts(item.tries.length)}</span>
      </summary>
      <div className="stack">
        <ol>
          {item.tries.map(({ at, status, ms, problem }) => (
            <li key={at}>
              <Timestamp at={at} isExact />, {status ?? words.noResponse}, {ms} ms
              {problem === '' ? '' : `: ${problem}`}
            </li>
          ))}
        </ol>
        {item.next_at !== null && (
          <p>
            {words.nextAttempt} <Timestamp at={item.next_at} isExact />
          </p>
        )}
        <p className="small-print mono">webhook-id: {item.event_id}</p>
        <pre className="body">
          <UserText>{item.body}</UserText>
        </pre>
        {can.manage && (
          <div className="form-end">
            <button type="button" disabled={redelivering.isPending} onClick={() => redelivering.mutate()}>
              {words.resend}
            </button>
          </div>
        )}
        {redelivering.error !== null && <Notice tone="bad">{fullErrorMessage(redelivering.error)}</Notice>}
      </div>
    </details>
  )
}
