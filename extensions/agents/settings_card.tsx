import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AGENT_POLICIES, type AgentPolicy } from '../../src/contract/agent_finding.ts'
import { defined } from '../../src/contract/defined.ts'
import { apiPath, change } from '../../src/dashboard/client.ts'
import { usePermissions } from '../../src/dashboard/me.ts'
import { Dialog } from '../../src/dashboard/parts/dialog.tsx'
import { Field, Form, Select, textOf } from '../../src/dashboard/parts/form.tsx'
import { Loaded } from '../../src/dashboard/parts/loaded.tsx'
import { Table } from '../../src/dashboard/parts/table.tsx'
import { UserText } from '../../src/dashboard/parts/user_text.tsx'
import { texts } from '../../src/dashboard/texts.ts'
import { useData } from '../../src/dashboard/use_data.ts'
import type { AgentChange, AgentKey, AgentList, AgentView } from './contract.ts'
import { texts as words } from './texts.ts'

const AGENTS = ['agents'] as const
const POLICIES = AGENT_POLICIES.map((policy) => [policy, words.policies[policy]] as const)

/** Agents that sign their requests, and the policy for each. */
export function Agents() {
  const can = usePermissions()
  const cache = useQueryClient()
  const [open, setOpen] = useState<AgentView | 'new'>()
  const agents = useData<AgentList>(['agents'])
  const done = () => {
    setOpen(undefined)
    void cache.invalidateQueries({ queryKey: AGENTS })
  }
  return (
    <section className="card" aria-labelledby="agents">
      <div className="card-head">
        <h2 id="agents">{words.title}</h2>
        <p className="small-print">{words.lead}</p>
      </div>
      <Loaded query={agents}>
        {({ items }) =>
          items.length === 0 ? (
            <p>{words.none}</p>
          ) : (
            <Table name={words.title} head={words.columns}>
              {items.map((agent) => (
                <tr key={agent.name}>
                  <th scope="row" className="wrapping">
                    <UserText>{agent.name}</UserText>
                    <span className="under mono">
                      <UserText>{agent.url}</UserText>
                    </span>
                  </th>
                  <td>{words.policies[agent.policy]}</td>
                  <td>{words.keyCount(agent.keys.length)}</td>
                  <td>
                    {can.manage && (
                      <button type="button" className="quiet" onClick={() => setOpen(agent)}>
                        {words.change}
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
      {can.manage && (
        <div className="form-end">
          <button type="button" onClick={() => setOpen('new')}>
            {words.add}
          </button>
        </div>
      )}
      {open !== undefined && (
        <Dialog title={open === 'new' ? words.add : words.change} onClose={() => setOpen(undefined)}>
          <AgentForm agent={open === 'new' ? undefined : open} onDone={done} />
        </Dialog>
      )}
    </section>
  )
}

function AgentForm({ agent, onDone }: { agent: AgentView | undefined; onDone(): void }) {
  const save = async (fields: FormData) => {
    const file = fields.get('keys')
    const keys = file instanceof File && file.size > 0 ? keysIn(await file.text()) : undefined
    const body: AgentChange = {
      url: textOf(fields, 'url'),
      policy: textOf(fields, 'policy') as AgentPolicy,
      ...defined({ keys }),
    }
    return change('PUT', apiPath(['agents', agent?.name ?? textOf(fields, 'name')]), body)
  }
  return (
    <>
      <Form submit={texts.save} send={save} onDone={onDone}>
        {agent === undefined && <Field label={words.name} name="name" />}
        <Field
          label={words.url}
          hint={words.urlHint}
          name="url"
          type="url"
          value={agent?.url}
          placeholder="https://"
        />
        <label className="field">
          <span className="label">{words.keys}</span>
          <input type="file" name="keys" accept=".json,application/json" />
          <span className="hint">{agent === undefined ? words.keysHint : words.newKeysHint}</span>
        </label>
        <Select label={words.policy} name="policy" value={agent?.policy ?? 'monitor'} options={POLICIES} />
      </Form>
      {agent !== undefined && (
        <Form
          submit={words.remove}
          tone="danger"
          send={() => change('DELETE', apiPath(['agents', agent.name]))}
          onDone={onDone}
        />
      )}
    </>
  )
}

function keysIn(text: string): AgentKey[] {
  try {
    const { keys } = JSON.parse(text) as { readonly keys?: AgentKey[] }
    if (Array.isArray(keys)) return keys
  } catch {
    // The message below covers this, too.
  }
  throw new Error(words.noKeys)
}
