import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { IssuedWebhook, WebhookItem, WebhookList } from '../../contract/dashboard/webhooks.ts'
import { usePermissions } from '../me.ts'
import { Address } from '../parts/address.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Empty } from '../parts/empty.tsx'
import { EventName } from '../parts/event_name.tsx'
import { Link } from '../parts/link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { NotInDemo } from '../parts/not_in_demo.tsx'
import { Page } from '../parts/page.tsx'
import { Table } from '../parts/table.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { pathTo } from '../router.ts'
import { NewWebhook, ShownSecret } from '../settings/webhook_forms.tsx'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.webhooks
const DOCS = ['how-to/receive-webhooks', 'reference/webhooks'] as const

export function Webhooks() {
  const can = usePermissions()
  const cache = useQueryClient()
  const [isNew, setNew] = useState(false)
  const [issued, show] = useState<IssuedWebhook>()
  const webhooks = useData<WebhookList>(['webhooks'])
  const create = (
    <button type="button" className="primary" onClick={() => setNew(true)}>
      {words.create}
    </button>
  )
  return (
    <Page
      title={words.title}
      lead={words.lead}
      docs={DOCS}
      actions={can.manage && webhooks.data !== undefined && webhooks.data.items.length > 0 && create}
    >
      {issued !== undefined && <ShownSecret issued={issued} onDone={() => show(undefined)} />}
      <Loaded query={webhooks}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon="webhooks" title={words.none} hint={words.noneHint}>
              {can.manage && <NotInDemo>{create}</NotInDemo>}
            </Empty>
          ) : (
            <section className="card flush" aria-label={words.title}>
              <Table name={words.title} head={words.columns}>
                {items.map((item) => (
                  <Row key={item.id} item={item} />
                ))}
              </Table>
            </section>
          )
        }
      </Loaded>
      {isNew && (
        <Dialog title={words.create} onClose={() => setNew(false)}>
          <NewWebhook
            onDone={(made) => {
              setNew(false)
              show(made)
              void cache.invalidateQueries({ queryKey: ['webhooks'] })
            }}
          />
        </Dialog>
      )}
    </Page>
  )
}

function Row({ item }: { item: WebhookItem }) {
  return (
    <tr>
      <th scope="row" className="wrapping">
        <Link to={pathTo(['webhooks', item.id])}>
          <UserText>{item.name === '' ? item.url : item.name}</UserText>
        </Link>
        <span className="under">
          <Address url={item.url} />
        </span>
      </th>
      <td className="wrapping">
        {item.events.map((type) => (
          <EventName key={type} type={type} />
        ))}
      </td>
      <td>
        <span className={`pill tone-${item.enabled ? 'good' : 'unknown'}`}>
          {item.enabled ? words.on : words.off}
        </span>
      </td>
      <td>
        {item.last_delivery === null ? (
          texts.keys.never
        ) : (
          <>
            {words.states[item.last_delivery.state]} <Timestamp at={item.last_delivery.at} />
          </>
        )}
      </td>
    </tr>
  )
}
