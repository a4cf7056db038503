/** A shop that asks the service for the decision about each form, with the defaults of a site. */
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Decision } from '../../src/contract/decision.ts'
import { INGEST_PATH } from '../../src/contract/paths.ts'
import { RESULT_COOKIE as RESULT_FIELD } from '../../src/contract/result_cookie.ts'
import type { Loose } from '../service/collect_client.ts'
import type { RunningService, TestWorkspace } from '../service/running_service.ts'

/** One form that the shop received. */
export interface Received {
  readonly form: string
  readonly sessionId: string
  readonly decision: Decision
  /** The visitor passed a task before. */
  readonly hadTask: boolean
  /** Of `/siteverify`, for the same result. */
  readonly success: boolean
  /** The page came from the back-forward cache. */
  readonly wasRestored: boolean
}

export interface Visit {
  /** Undefined until the script has begun. */
  sessionId?: string
  /** The address from which its pages load the browser script, and to which it sends. */
  readonly script: string
  readonly received: Received[]
}

export interface DecidingShop {
  readonly url: string
  /** `script`: see `Visit`. */
  expect(id: string, script: string): Visit
  close(): void
}

const START = `byhand.ready.then((id) => fetch('/began' + location.search + '&id=' + id))
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) for (const { restored } of document.forms) restored.value = 'yes'
})`

const form = (id: string, fields: string, attributes = '') =>
  `<form id="${id}" method="post" data-byhand-action="${id}" ${attributes}>${fields}
    <input name="form" type="hidden" value="${id}"><input name="restored" type="hidden"></form>`

const SIGNUP = form(
  'signup',
  `<p><input id="name" name="name"></p><p><textarea id="about" rows="8" cols="60"></textarea></p>
    <button id="send">Send</button>`,
)
const TWO_FORMS = `${form('letter', '<p><input id="email" name="email"><button id="subscribe">Subscribe</button></p>', 'target="quiet"')}
  ${SIGNUP}<script>const frame = document.createElement('iframe')
  frame.name = 'quiet'
  frame.hidden = true
  document.body.append(frame)</script>`

/** The forms are sent to the address of their page. */
const PAGES: Readonly<Record<string, string>> = {
  '/signup': `${'<br>'.repeat(8)}${SIGNUP}<p><a id="terms">Terms</a>
    <script>document.getElementById('terms').href = '/terms' + location.search</script>`,
  '/quick': form('quick', '<input id="email" name="email" autofocus><button id="send">Send</button>'),
  '/two': TWO_FORMS,
  '/terms': '<p>Bread is sold fresh.',
}

export async function openDecidingShop(
  { address }: RunningService,
  { siteKey, secretKey }: TestWorkspace,
): Promise<DecidingShop> {
  const visits = new Map<string, Visit>()
  async function decisionOf(body: string): Promise<Received> {
    const fields = new URLSearchParams(body)
    const result = fields.get(RESULT_FIELD) ?? ''
    const verified = await fetch(`${address}/v1/results/verify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ result }),
    })
    const { result: content } = (await verified.json()) as Loose
    const siteverify = await fetch(`${address}/siteverify`, {
      method: 'POST',
      body: new URLSearchParams({ secret: secretKey, response: result }),
    })
    const { success } = (await siteverify.json()) as Loose
    return {
      form: fields.get('form') ?? '',
      sessionId: content?.session_id ?? '',
      decision: content?.decision ?? 'reject',
      hadTask: content?.step_up === 'passed',
      success,
      wasRestored: fields.get('restored') === 'yes',
    }
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://shop')
    const visit = visits.get(searchParams.get('visit') ?? '')
    if (visit === undefined) return response.writeHead(404).end()
    const body = Buffer.concat(await request.toArray()).toString()
    if (pathname === '/began') {
      visit.sessionId ??= searchParams.get('id') ?? ''
      return response.end()
    }
    if (request.method === 'POST') {
      visit.received.push(await decisionOf(body))
      return response.setHeader('content-type', 'text/plain').end('Thank you.')
    }
    const page = PAGES[pathname]
    if (page === undefined) return response.writeHead(404).end()
    const tag = `<script src="${visit.script}/byhand.js" data-site-key="${siteKey}"></script>`
    return response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><title>Shop</title>${page}${tag}<script>${START}</script>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    expect(id, script) {
      const visit: Visit = { script, received: [] }
      visits.set(id, visit)
      return visit
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export interface SlowService {
  readonly url: string
  /** Answers to challenges so far. */
  readonly delayed: number
  close(): void
}

/** The service, which receives the answer to the challenge late. */
export async function openSlowService(address: string, lateMs: number): Promise<SlowService> {
  let delayed = 0
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    if (request.url === INGEST_PATH && body.includes('"challenge":')) {
      delayed++
      await new Promise((resolve) => setTimeout(resolve, lateMs))
    }
    const { method, url, rawHeaders } = request
    const onward = send(address + url, { method, headers: rawHeaders, setHost: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
    })
    onward.once('error', () => response.destroy())
    onward.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get delayed() {
      return delayed
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
