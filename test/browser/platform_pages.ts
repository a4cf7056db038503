/** A web server for the pages of a survey tool, on an origin other than that of the service, with a service beside it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { NO_SESSION } from '../../clients/page/survey_recorder.ts'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'

export interface PlatformPage {
  readonly body: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Platform {
  readonly url: string
  readonly service: RunningService
  readonly workspace: TestWorkspace
  readonly chromium: LaunchedChromium
  /** By path. */
  readonly pages: Map<string, PlatformPage>
  /** Request bodies by path, of POST requests to the server. */
  readonly posted: [path: string, body: string][]
  /** The result of a survey analysis with this request. */
  analyze(request: object): Promise<Record<string, unknown>>
  close(): Promise<void>
}

export async function startPlatform(): Promise<Platform> {
  const service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_BATCHES_PER_IP: '0' })
  const workspace = await service.workspace()
  const chromium = await launchChromium()
  const pages = new Map<string, PlatformPage>()
  const posted: [string, string][] = []
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url as string, 'http://platform')
    if (request.method === 'POST') {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      posted.push([pathname, Buffer.concat(chunks).toString('utf8')])
    }
    const page = pages.get(pathname)
    if (!page) return response.writeHead(404).end()
    const { body, type = 'text/html; charset=utf-8', headers } = page
    return response.writeHead(200, { 'content-type': type, ...headers }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    service,
    workspace,
    chromium,
    pages,
    posted,
    async analyze(request) {
      const wait = 'session_id' in request && request.session_id !== NO_SESSION ? 5 : 0
      const response = await fetch(`${service.address}/survey-check/v021?explain=true&wait=${wait}`, {
        method: 'POST',
        headers: { api_key: workspace.secretKey, 'content-type': 'application/json' },
        body: JSON.stringify(request),
      })
      return (await response.json()) as Record<string, unknown>
    },
    async close() {
      await chromium.close()
      server.closeAllConnections()
      server.close()
      await service.stop()
    },
  }
}

/** A policy of a strict site: own scripts, a nonce, and the service. */
export const strictPolicy = (service: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-n1' ${service}`,
    `connect-src 'self' ${service}`,
    "style-src 'self' 'unsafe-inline'",
  ].join('; ')
