import { useState } from 'react'
import type {
  IssuedKey,
  KeyChange,
  KeyItem,
  KeyKind,
  KeyRequest,
  KeyScope,
} from '../../contract/dashboard/keys.ts'
import { apiPath, change } from '../client.ts'
import { Copy } from '../parts/copy.tsx'
import { Checkbox, Field, Form, Select, textOf } from '../parts/form.tsx'
import { UserText } from '../parts/user_text.tsx'
import { texts } from '../texts.ts'

const words = texts.keys
const SCOPES: readonly KeyScope[] = ['sessions', 'survey', 'admin']
const DEFAULT_SCOPES: readonly KeyScope[] = ['sessions', 'survey']

export function NewKey({ onDone }: { onDone(issued: IssuedKey): void }) {
  const [kind, setKind] = useState<KeyKind>('site')
  const create = (fields: FormData) => {
    const request: KeyRequest = {
      kind,
      mode: fields.get('test') === null ? 'live' : 'test',
      name: textOf(fields, 'name'),
      ...partsOf(kind, fields),
    }
    return change<IssuedKey>('POST', '/keys', request)
  }
  return (
    <Form submit={words.create} send={create} onDone={onDone}>
      <fieldset>
        <legend>{words.kind}</legend>
        {(['site', 'secret'] as const).map((name) => (
          <label key={name} className="choice">
            <input
              type="radio"
              name="kind"
              value={name}
              checked={kind === name}
              onChange={() => setKind(name)}
            />
            <span>
              {words.kinds[name]}
              <span className="hint">{words.kindHints[name]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Field label={words.name} name="name" />
      <KeyParts kind={kind} origins={[]} scopes={DEFAULT_SCOPES} />
      <Checkbox name="test" value="test" label={words.testKey} isChecked={false} />
    </Form>
  )
}

export function ChangeKey({ item, onDone }: { item: KeyItem; onDone(): void }) {
  const save = (fields: FormData) => {
    const body: KeyChange = { name: textOf(fields, 'name'), ...partsOf(item.kind, fields) }
    return change('PATCH', apiPath(['keys', item.id]), body)
  }
  return (
    <Form submit={texts.save} send={save} onDone={onDone}>
      <Field label={words.name} name="name" value={item.name} />
      <KeyParts kind={item.kind} origins={item.origins} scopes={item.scopes} />
    </Form>
  )
}

interface PartsProps {
  readonly kind: KeyKind
  readonly origins: readonly string[]
  readonly scopes: readonly KeyScope[]
}

function KeyParts({ kind, origins, scopes }: PartsProps) {
  if (kind === 'site')
    return (
      <Field
        label={words.origins}
        hint={words.originsHint}
        name="origins"
        value={origins.join(' ')}
        placeholder="https://example.org"
        isOptional
      />
    )
  return (
    <fieldset>
      <legend>{words.scope}</legend>
      {SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          name="scope"
          value={scope}
          label={words.scopes[scope]}
          isChecked={scopes.includes(scope)}
        />
      ))}
    </fieldset>
  )
}

function partsOf(kind: KeyKind, fields: FormData): Pick<KeyChange, 'origins' | 'scopes'> {
  if (kind === 'secret') return { scopes: SCOPES.filter((scope) => fields.getAll('scope').includes(scope)) }
  return {
    origins: textOf(fields, 'origins')
      .split(/[\s,]+/)
      .filter((origin) => origin !== ''),
  }
}

const OVERLAPS = ['24', '72', '1', '0'] as const

export function RotateKey({ item, onDone }: { item: KeyItem; onDone(issued: IssuedKey): void }) {
  const rotate = (fields: FormData) =>
    change<IssuedKey>('POST', apiPath(['keys', item.id, 'rotate']), {
      overlap_hours: Number(textOf(fields, 'overlap')),
    })
  return (
    <Form submit={words.verbs.rotate} send={rotate} onDone={onDone}>
      <p>
        {words.rotateLead} <UserText>{item.name}</UserText>
      </p>
      <Select
        label={words.overlap}
        name="overlap"
        options={OVERLAPS.map((hours) => [hours, words.overlaps[hours]] as const)}
      />
    </Form>
  )
}

export function RevokeKey({ item, onDone }: { item: KeyItem; onDone(): void }) {
  return (
    <Form
      submit={words.verbs.revoke}
      tone="danger"
      send={() => change('DELETE', apiPath(['keys', item.id]))}
      onDone={onDone}
    >
      <p>
        {words.revokeLead} <UserText>{item.name}</UserText>
      </p>
    </Form>
  )
}

/** The only place that shows a full key. */
export function ShownKey({ issued, onDone }: { issued: IssuedKey; onDone(): void }) {
  return (
    <section className="card shown-once" aria-label={words.newKey}>
      <h2>{words.newKey}</h2>
      <p>{issued.key.kind === 'secret' ? words.onceSecret : words.onceSite}</p>
      <Copy text={issued.secret} label={words.newKey} isBlock />
      <div className="form-end">
        <button type="button" onClick={onDone}>
          {words.done}
        </button>
      </div>
    </section>
  )
}
