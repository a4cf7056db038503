import type {
  IssuedWebhook,
  WebhookChange,
  WebhookEvent,
  WebhookItem,
  WebhookRequest,
} from '../../contract/dashboard/webhooks.ts'
import { apiPath, change } from '../client.ts'
import { Copy } from '../parts/copy.tsx'
import { Checkbox, Field, Form, Select, textOf } from '../parts/form.tsx'
import { texts } from '../texts.ts'

const words = texts.webhooks
const EVENTS = Object.keys(words.events) as WebhookEvent[]

const eventsOf = (fields: FormData): WebhookEvent[] =>
  EVENTS.filter((name) => fields.getAll('event').includes(name))

function Fields({ item }: { item?: WebhookItem }) {
  return (
    <>
      <Field label={words.name} name="name" value={item?.name} isOptional />
      <Field
        label={words.url}
        hint={words.urlHint}
        name="url"
        type="url"
        value={item?.url}
        placeholder="https://"
      />
      <fieldset>
        <legend>{words.which}</legend>
        {EVENTS.map((name) => (
          <Checkbox
            key={name}
            name="event"
            value={name}
            label={`${words.eventNames[name]} (${name})`}
            hint={words.events[name]}
            isChecked={item?.events.includes(name) ?? true}
          />
        ))}
      </fieldset>
    </>
  )
}

export function NewWebhook({ onDone }: { onDone(issued: IssuedWebhook): void }) {
  const create = (fields: FormData) => {
    const body: WebhookRequest = {
      name: textOf(fields, 'name'),
      url: textOf(fields, 'url'),
      events: eventsOf(fields),
    }
    return change<IssuedWebhook>('POST', '/webhooks', body)
  }
  return (
    <Form submit={words.create} send={create} onDone={onDone}>
      <Fields />
    </Form>
  )
}

export function ChangeWebhook({ item, onDone }: { item: WebhookItem; onDone(): void }) {
  const save = (fields: FormData) => {
    const body: WebhookChange = {
      name: textOf(fields, 'name'),
      url: textOf(fields, 'url'),
      events: eventsOf(fields),
      enabled: fields.get('enabled') !== null,
    }
    return change('PATCH', apiPath(['webhooks', item.id]), body)
  }
  return (
    <Form submit={texts.save} send={save} onDone={onDone}>
      <Fields item={item} />
      <Checkbox name="enabled" label={words.enabled} isChecked={item.enabled} />
    </Form>
  )
}

export function RotateSecret({ item, onDone }: { item: WebhookItem; onDone(issued: IssuedWebhook): void }) {
  const hours = ['24', '72', '1', '0'] as const
  const rotate = (fields: FormData) =>
    change<IssuedWebhook>('POST', apiPath(['webhooks', item.id, 'rotate']), {
      overlap_hours: Number(textOf(fields, 'overlap')),
    })
  return (
    <Form submit={words.rotate} send={rotate} onDone={onDone}>
      <p>{words.rotateLead}</p>
      <Select
        label={words.overlap}
        name="overlap"
        options={hours.map((each) => [each, texts.keys.overlaps[each]] as const)}
      />
    </Form>
  )
}

export function ShownSecret({ issued, onDone }: { issued: IssuedWebhook; onDone(): void }) {
  return (
    <section className="card shown-once" aria-label={words.secret}>
      <h2>{words.secret}</h2>
      <p>{words.secretLead}</p>
      <Copy text={issued.secret} label={words.secret} isBlock />
      <div className="form-end">
        <button type="button" onClick={onDone}>
          {texts.keys.done}
        </button>
      </div>
    </section>
  )
}
