/**
 * Every front end that the documentation offers with every server that it offers. The script, the service and the servers
 * are real; only the responses to the page are replaced: no task is needed, and the result is one that the service issued.
 */
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openClient } from '../../clients/node/src/index.ts'
import { requireHuman } from '../../clients/node/src/web.ts'
import { RESULT_SUFFIX, STEP_UP_SUFFIX } from '../../src/contract/paths.ts'
import { UNLIMITED } from '../service/collect_client.ts'
import { issuedResult } from '../service/issued_result.ts'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { compiledNodeClient, type ExampleApp, linkPackage, startExample } from '../setup/example_app.ts'
import { pageBundle } from './page_bundle.ts'

const EXAMPLES = ['express', 'fastify', 'php'] as const
const NEXT = 'a handler of Next'
const FRONT_ENDS = ['plain HTML', 'React', 'Vue'] as const
type FrontEnd = (typeof FRONT_ENDS)[number]

let service: RunningService
let workspace: TestWorkspace
let chromium: LaunchedChromium
let client: string
let forms: string
let next: Server
const urls = new Map<string, string>()
const apps: ExampleApp[] = []

beforeAll(async () => {
  service = await runService(UNLIMITED)
  workspace = await service.workspace()
  chromium = await launchChromium()
  forms = await pageBundle('signup_forms.js')
  client = await compiledNodeClient()
  const keys = { service: service.address, ...workspace }
  for (const name of EXAMPLES) {
    const app = await startExample(name, keys, async (folder) => {
      if (name === 'php') return
      await linkPackage(folder, '@byhand/node', client)
      await linkPackage(folder, name)
    })
    apps.push(app)
    urls.set(name, app.url)
  }
  next = await startNextHandler()
  urls.set(NEXT, `http://127.0.0.1:${(next.address() as AddressInfo).port}`)
})
afterAll(async () => {
  for (const app of apps) await app.stop()
  next?.close()
  await chromium?.close()
  if (client) await rm(client, { recursive: true, force: true })
  await service?.stop()
})

/** Next itself takes minutes to build; `test/integrations/examples.test.ts` runs it. */
async function startNextHandler(): Promise<Server> {
  const page = readFileSync(join(import.meta.dirname, '../../examples/signup.html'), 'utf8')
    .replaceAll('{{byhand}}', service.address)
    .replaceAll('{{site_key}}', workspace.siteKey)
  const own = openClient({ url: service.address, secretKey: workspace.secretKey })
  const post = requireHuman({ client: own, siteKey: workspace.siteKey }, () => new Response('Welcome!'))
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.end(page)
    const headers = request.headers as Record<string, string>
    const body = Buffer.concat(await request.toArray())
    const url = `http://${headers.host}${request.url}`
    const answer = await post(new Request(url, { method: 'POST', headers, body }))
    return response.writeHead(answer.status).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** Submits the form of the front end with a result, and returns the status of the server. */
async function submit(
  frontEnd: FrontEnd,
  url: string,
  result: string,
  /** `scriptMs`: how long the script takes; null: it cannot be loaded. */
  { body = 'json', scriptMs = 0 }: { body?: 'json' | 'multipart'; scriptMs?: number | null } = {},
): Promise<number> {
  const page = await chromium.context.newPage()
  await page.route('**/byhand.js', async (route) => {
    if (scriptMs === null) return route.abort()
    await sleep(scriptMs)
    return route.continue()
  })
  const json = { contentType: 'application/json', headers: { 'access-control-allow-origin': '*' } }
  await page.route(`**/i/v1/batch${RESULT_SUFFIX}`, (route) =>
    route.fulfill({ ...json, body: JSON.stringify({ result }) }),
  )
  await page.route(`**/i/v1/batch${STEP_UP_SUFFIX}`, (route) =>
    route.fulfill({ ...json, body: JSON.stringify({ needed: false }) }),
  )
  if (frontEnd === 'plain HTML') {
    await page.goto(url)
    await page.fill('#name', 'Ann Miller')
    await page.fill('#about', 'I bake bread on Sundays.')
  } else {
    // A page of the server first, because Chromium denies a page that the test makes up the way to the service.
    await page.route('**/byhand.js', (route) => route.abort(), { times: 1 })
    const src = `${service.address}/byhand.js`
    const query = new URLSearchParams({ framework: frontEnd, src, key: workspace.siteKey, body })
    await page.goto(`${url}/?${query}`)
    await page.setContent('<!doctype html><div id="root"></div>')
    await page.addScriptTag({ content: forms })
  }
  const [response] = await Promise.all([page.waitForResponse('**/signup'), page.click('#send')])
  const status = response.status()
  // A page that closes before the response is shown may never report that it closed.
  if (frontEnd === 'plain HTML') await page.waitForURL('**/signup')
  await page.close()
  return status
}

const person = () => issuedResult(service, workspace, { label: 'person' })
const bot = () => issuedResult(service, workspace, { label: 'bot' })

describe.each(FRONT_ENDS)('%s', (frontEnd) => {
  it.each([...EXAMPLES, NEXT])('with %s lets a person pass and stops a bot', async (name) => {
    const url = urls.get(name) as string
    expect(await submit(frontEnd, url, await person())).toBe(200)
    expect(await submit(frontEnd, url, await bot())).toBe(403)
    expect(await submit(frontEnd, url, '')).toBe(403)
  })
})

it.each(['express', 'php', NEXT])('a multipart body of React keeps the result for %s', async (name) => {
  const url = urls.get(name) as string
  expect(await submit('React', url, await person(), { body: 'multipart' })).toBe(200)
  expect(await submit('React', url, await bot(), { body: 'multipart' })).toBe(403)
})

describe.each(['React', 'Vue'] as const)('a form of %s', (frontEnd) => {
  it('waits for a slow script', async () => {
    const result = await person()
    expect(await submit(frontEnd, urls.get('express') as string, result, { scriptMs: 2_000 })).toBe(200)
  })

  it('is sent without a result if the script cannot be loaded', async () => {
    const result = await person()
    expect(await submit(frontEnd, urls.get('express') as string, result, { scriptMs: null })).toBe(403)
  })
})
