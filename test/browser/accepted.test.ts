/** People with an ordinary browser are accepted, also without WebGL, under a strict policy and inside a frame. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportRecord } from '../../src/report/report.ts'
import { apiClient } from '../service/api_client.ts'
import { amount, tell } from '../service/attack_full.ts'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import { signUp, submitAsPerson } from './native_person.ts'

const VISITS = amount(1, 5)

let service: RunningService
let site: TestWorkspace
let shop: ReturnType<typeof createServer>
let url: string

const FORM = `${'<br>'.repeat(8)}<form method="post" action="/send"><p><input id="name" name="name"></p>
  <p><textarea id="about" rows="8" cols="60"></textarea></p><input id="session" name="session" type="hidden">
  <button id="send">Send</button></form>`
const FILL = `document.forms[0].addEventListener('submit', () => {
  document.getElementById('session').value = window.getServiceSessionId()
})`

/** The response to the form is the id of its session. */
function answerOf(path: string | undefined, body: string): { text: string; type: string; policy?: string } {
  const tag = `<script src="${service.address}/byhand.js" data-site-key="${site.siteKey}"></script>`
  const html = (text: string) => ({ text: `<!doctype html><title>Shop</title>${text}`, type: 'text/html' })
  switch (path) {
    case '/fill.js':
      return { text: FILL, type: 'text/javascript' }
    case '/send':
      return { text: new URLSearchParams(body).get('session') ?? '', type: 'text/plain' }
    case '/framed':
      return html(
        '<iframe src="/plain" style="position:fixed;inset:0;width:100%;height:100%;border:0"></iframe>',
      )
    case '/strict':
      return {
        ...html(`${FORM}${tag}<script src="/fill.js"></script>`),
        policy: `default-src 'none'; script-src 'self' ${service.address}; connect-src 'self' ${service.address}; form-action 'self'; require-trusted-types-for 'script'`,
      }
    default:
      return html(`${FORM}${tag}<script src="/fill.js"></script>`)
  }
}

beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_BATCHES_PER_IP: '0' })
  site = await service.workspace()
  shop = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { text, type, policy } = answerOf(request.url, Buffer.concat(chunks).toString())
    const headers = {
      'content-type': type,
      ...(policy !== undefined && { 'content-security-policy': policy }),
    }
    response.writeHead(200, headers).end(text)
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
})
afterAll(async () => {
  shop?.close()
  shop?.closeAllConnections()
  await service?.stop()
})

/** Waits for the last batch, which the browser sends after the form. */
async function actionOf(sessionId: string): Promise<string> {
  const read = apiClient(service.address, site.secretKey)
  let explanation = ''
  for (let tries = 0; tries < 20; tries++) {
    const { json } = await read(`/v1/sessions/${sessionId}/report`)
    const { recommended_action, risk_explanation } = json as ReportRecord
    if (recommended_action === 'Auto-accept') return recommended_action
    explanation = `${recommended_action}: ${risk_explanation}`
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return explanation
}

const WITHOUT_WEBGL = {
  chromium: { flags: ['--disable-gpu', '--disable-3d-apis'] },
  firefox: { preferences: 'user_pref("webgl.disabled", true)\n' },
} as const

const KINDS = (['chromium', 'firefox'] as const).flatMap((browser) => [
  { browser, path: '/framed', what: `${browser} inside a frame`, options: { browser } },
  {
    browser,
    path: '/strict',
    what: `${browser} without WebGL, under a strict policy`,
    options: { browser, ...WITHOUT_WEBGL[browser] },
  },
])

describe.concurrent('a person', () => {
  it.each(KINDS)('with $what is accepted', async ({ what, path, options }) => {
    const actions: Record<string, number> = {}
    for (let visit = 0; visit < VISITS; visit++) {
      const { text } = await submitAsPerson(url, path, `${what} ${visit}`, signUp, options)
      const action = await actionOf(text)
      actions[action] = (actions[action] ?? 0) + 1
    }
    tell(what, actions)
    expect(actions).toEqual({ 'Auto-accept': VISITS })
  })
})
