import { useQuery } from '@tanstack/react-query'
import type { IssuedKey, KeyItem } from '../../contract/dashboard/keys.ts'
import type { FirstSession, Me } from '../../contract/dashboard/me.ts'
import { get } from '../client.ts'
import { useMe } from '../me.ts'
import { Copy } from '../parts/copy.tsx'
import { DocsLinks } from '../parts/docs_link.tsx'
import { Link } from '../parts/link.tsx'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'

const words = texts.setup
const DOCS = ['how-to/add-the-script', 'how-to/debug-the-script', 'how-to/run-behind-a-proxy'] as const
const POLL_MS = 2_000

export interface SetupProps {
  readonly issued: IssuedKey | undefined
  readonly keys: readonly KeyItem[]
}

/** The script tag to paste, and whether the first session has arrived. */
export function Setup({ issued, keys }: SetupProps) {
  const { service } = useMe()
  const known = keys.find(
    ({ site_key, mode, state }) => site_key !== null && mode === 'live' && state === 'live',
  )
  const key = issued?.key.site_key ?? known?.site_key ?? words.yourKey
  return (
    <section className="card" aria-labelledby="setup">
      <h2 id="setup">{words.title}</h2>
      <p>{words.lead}</p>
      <Copy text={snippet(service, key)} label={words.snippet} isBlock />
      {key === words.yourKey && <p className="small-print">{words.keyHint}</p>}
      <FirstSessionStatus />
      <DocsLinks pages={DOCS} />
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

const snippet = ({ url, script_path }: Me['service'], key: string): string =>
  `<script src="${url}${script_path}" data-site-key="${key}" async></script>`

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

function FirstSessionStatus() {
  const first = useQuery({
    queryKey: ['first-session'],
    queryFn: ({ signal }) => get<FirstSession>('/first-session', signal),
    refetchInterval: ({ state }) => (state.data?.arrived ? false : POLL_MS),
    staleTime: 0,
  })
  if (first.data === undefined) return null
  const { arrived, session_id } = first.data
  return (
    <div className={arrived ? 'first-session arrived' : 'first-session'} role="status">
      <span aria-hidden="true" className="beacon" />
      {arrived ? words.arrived : words.waiting}
      {session_id !== null && <Link to={pathTo(['sessions', session_id])}>{words.viewSession}</Link>}
    </div>
  )
}
