import { SETUP_STEPS } from 'virtual:setup-steps'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { IssuedKey, KeyItem } from '../../contract/dashboard/keys.ts'
import type { FirstSession, Me } from '../../contract/dashboard/me.ts'
import { fillIn } from '../../contract/setup_lines.ts'
import { apiPath, get } from '../client.ts'
import { useExtensions } from '../extensions.ts'
import { useMe } from '../me.ts'
import { Copy } from '../parts/copy.tsx'
import { DocsLink } from '../parts/docs_link.tsx'
import { Link } from '../parts/link.tsx'
import { Notice } from '../parts/notice.tsx'
import { navigate, pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { integrationsWith } from './integrations.ts'

const words = texts.setup
const POLL_MS = 2_000
/** Long enough to see the green light. */
const OPEN_AFTER_MS = 1_500

export interface SetupProps {
  readonly issued: IssuedKey | undefined
  readonly keys: readonly KeyItem[]
}

/** How to add the script, and whether a visit with the key has arrived. */
export function Setup({ issued, keys }: SetupProps) {
  const { service } = useMe()
  // The list may not contain a new key yet.
  const isNew = issued !== undefined && !keys.some(({ id }) => id === issued.key.id)
  const live = (isNew ? [issued.key, ...keys] : keys).filter(
    ({ site_key, mode, state }) =>
      site_key !== null && mode === 'live' && (state === 'live' || state === 'ending'),
  )
  const [chosen, choose] = useState<string>()
  const key = live.find(({ id }) => id === (chosen ?? issued?.key.id)) ?? live[0]
  return (
    <section className="card" aria-labelledby="setup">
      <h2 id="setup">{words.title}</h2>
      <p>{words.lead}</p>
      {key === undefined ? (
        <Notice>{words.keyHint}</Notice>
      ) : (
        <>
          {live.length > 1 && (
            <label className="field">
              <span className="label">{words.key}</span>
              <select value={key.id} onChange={({ target }) => choose(target.value)}>
                {live.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          )}
          <Integrations siteKey={key.site_key ?? ''} issued={issued} />
          <FirstSessionStatus key={key.id} keyId={key.id} wasUsed={key.last_used_at !== null} />
        </>
      )}
      <details>
        <summary>{words.csp}</summary>
        <div className="stack hinted">
          <p>{words.cspLead}</p>
          <Copy text={policy(service)} label={words.csp} isBlock />
        </div>
      </details>
      <details>
        <summary>{words.nginx}</summary>
        <div className="stack hinted">
          <p>{words.nginxLead}</p>
          <Copy text={NGINX} label={words.nginx} isBlock />
        </div>
      </details>
    </section>
  )
}

/** The steps of one integration, with the reader's URL and keys. */
function Integrations({ siteKey, issued }: { siteKey: string; issued: IssuedKey | undefined }) {
  const { service } = useMe()
  const [chosen, choose] = useState('html')
  const integrations = integrationsWith(useExtensions().flatMap(({ integrations = [] }) => integrations))
  const integration = Object.values(integrations)
    .flat()
    .find(({ id }) => id === chosen)
  // A secret key is known only until its page is closed.
  const secretKey = issued?.key.kind === 'secret' ? issued.secret : undefined
  const fill = (code: string) => fillIn(code, { ...service, siteKey, secretKey })
  return (
    <div className="stack">
      <label className="field">
        <span className="label">{words.ways}</span>
        <select value={chosen} onChange={({ target }) => choose(target.value)}>
          {Object.entries(integrations).map(([group, items]) => (
            <optgroup key={group} label={words.groups[group as keyof typeof integrations]}>
              {items.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <ol className="steps">
        {SETUP_STEPS[chosen]?.map(({ text, code }) => (
          <li key={text}>
            <div className="stack">
              <p>{text}</p>
              <Copy text={fill(code)} label={text} isBlock />
            </div>
          </li>
        ))}
      </ol>
      {integration !== undefined && (
        <p className="small-print">
          {texts.docs.guide} <DocsLink page={integration.page} />
        </p>
      )}
    </div>
  )
}

const policy = ({ url }: Me['service']): string =>
  `script-src ${new URL(url).origin}; connect-src ${new URL(url).origin}`

/** By default, nginx drops headers with an underscore (`api_key`) and rejects long typing histories. */
const NGINX = `server {
  underscores_in_headers on;
  client_max_body_size 16m;
  location / {
    proxy_pass http://127.0.0.1:8787;
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  }
}`

/** Waits for the first visit with a key, then opens it. A visit that was there before is only linked. */
function FirstSessionStatus({ keyId, wasUsed }: { keyId: string; wasUsed: boolean }) {
  const hasWaited = useRef(false)
  const first = useQuery({
    queryKey: ['first-session', keyId],
    queryFn: ({ signal }) => get<FirstSession>(apiPath(['first-session'], { key: keyId }), signal),
    refetchInterval: ({ state }) => (state.data?.arrived ? false : POLL_MS),
    staleTime: 0,
  })
  const id = first.data?.session_id ?? null
  if (first.data?.arrived === false) hasWaited.current = true
  const cache = useQueryClient()
  useEffect(() => {
    if (id === null || !hasWaited.current) return
    // The table below shows when the key was last used.
    void cache.invalidateQueries({ queryKey: ['keys'] })
    const timer = setTimeout(() => navigate(pathTo(['sessions', id])), OPEN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [id, cache])
  // A key that was used before waits for nothing, even if its sessions are long gone.
  if (first.data === undefined || (id === null && wasUsed)) return null
  return (
    <div className={id === null ? 'first-session' : 'first-session arrived'} role="status">
      <span aria-hidden="true" className="beacon" />
      {id === null ? words.waiting : words.arrived}
      {id !== null && <Link to={pathTo(['sessions', id])}>{words.viewSession}</Link>}
    </div>
  )
}
