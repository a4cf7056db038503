/**
 * The pages for React and Next.js in an app that Next.js builds: a form that the visitor opens directly, and one that is
 * reached by a link without a page load.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import example from '../../examples/next/package.json' with { type: 'json' }
import { TEST_SITES } from '../../src/contract/test_sites.ts'
import { openTestWorkspace } from '../../src/server/test_mode/test_mode.ts'
import { createKey } from '../../src/server/workspace/keys.ts'
import { type RunningService, runService } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { freePort } from '../setup/free_port.ts'
import { readHowTo } from '../setup/how_to_lines.ts'
import { npmInstall, packed } from '../setup/packed.ts'
import { untilOpen } from '../setup/until_open.ts'

const [PASS] = Object.keys(TEST_SITES) as [string]
/** Next.js starts in a second; a busy machine takes its time. */
const READY_MS = 60_000

let service: RunningService
let chromium: LaunchedChromium
let folder: string
let url: string
let stop = (): void => {}

beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_BATCHES_PER_IP: '0' })
  chromium = await launchChromium()
  folder = await mkdtemp(join(tmpdir(), 'byhand-next-'))
  for (const [path, text] of Object.entries(await filesOfApp())) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const { next, react, 'react-dom': dom } = example.dependencies
  const others = [`next@${next}`, `react@${react}`, `react-dom@${dom}`]
  await npmInstall(folder, [packed('@byhand/react'), packed('@byhand/node'), ...others])
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', BYHAND_SECRET_KEY: '' }
  // As in a container build, without the secret key.
  await promisify(execFile)('npx', ['next', 'build'], { cwd: folder, env })
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const child = spawn('npx', ['next', 'start', '--hostname', '127.0.0.1', '--port', `${port}`], {
    cwd: folder,
    stdio: 'ignore',
    detached: true,
    env: { ...env, BYHAND_SECRET_KEY: await testSecret() },
  })
  stop = () => process.kill(-(child.pid as number))
  await untilOpen(port, READY_MS)
})
afterAll(async () => {
  stop()
  await chromium?.close()
  await service?.stop()
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function testSecret(): Promise<string> {
  const { store, now } = service.services
  const { id: workspace } = await service.workspace()
  await openTestWorkspace(store, workspace, now())
  const wanted = { workspace, kind: 'secret', name: 'ci', scopes: ['sessions'], isTest: true } as const
  return (await createKey(store.keys, wanted, now())).key
}

/** The server components import `<Byhand>` as the page says, and the handler is a client component. */
async function filesOfApp(): Promise<Record<string, string>> {
  const keys = { url: service.address, siteKey: PASS, secretKey: '' }
  const react = await readHowTo('use-a-framework', keys)
  const node = await readHowTo('use-the-node-client', keys)
  const [open = ''] = /<Byhand [^<>]*>/.exec(react.block(/^import \{ Byhand/)) ?? []
  const fields = '<input id="name" name="name" /><button id="send">Sign up</button>'
  const form = `<form method="post" action="/signup" data-byhand-action="signup">${fields}</form>`
  return {
    'package.json': '{"private":true,"type":"module"}',
    'app/layout.jsx': `import { Byhand } from '@byhand/react'
export default ({ children }) => <html lang="en"><body>${open}{children}</Byhand></body></html>`,
    'app/page.jsx': `import Link from 'next/link'
export default () => <><Link id="to-form" href="/form">Sign up</Link> <Link id="to-handler" href="/handler">Join</Link></>`,
    'app/form/page.jsx': `export default () => ${form}`,
    'app/handler/signup.jsx': `'use client'\n${react.block(/^export function Signup[\s\S]*x-byhand-result/).replace('…', fields)}`,
    'app/handler/page.jsx': `import { Signup } from './signup.jsx'\nexport default () => <Signup />`,
    'app/signup/route.js': node.block(/^import [^\n]*\nimport [^\n]*web/),
  }
}

async function send(page: Page): Promise<unknown[]> {
  await page.fill('#name', 'Ann Miller')
  const [response] = await Promise.all([page.waitForResponse('**/signup'), page.click('#send')])
  const answer = [response.status(), await response.json()]
  await page.close()
  return answer
}

async function open(path: string): Promise<Page> {
  const page = await chromium.context.newPage()
  await page.goto(url + path)
  await page.waitForFunction(() => window.byhand)
  return page
}

it.each(['form', 'handler'])('a %s that is opened directly is sent with a result', async (name) => {
  expect(await send(await open(`/${name}`))).toEqual([200, { outcome: 'allow' }])
})

it.each(['form', 'handler'])('a %s that is reached by a link is sent with a result', async (name) => {
  const page = await open('/')
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await page.click(`#to-${name}`)
  await page.waitForURL(`**/${name}`)
  expect(await page.evaluate(() => (window as { isSameDocument?: boolean }).isSameDocument)).toBe(true)
  expect(await send(page)).toEqual([200, { outcome: 'allow' }])
})

it('control: the same form without the script is refused', async () => {
  const page = await chromium.context.newPage()
  await page.route('**/byhand.js', (route) => route.abort())
  await page.goto(`${url}/form`)
  expect((await send(page))[0]).toBe(403)
})
