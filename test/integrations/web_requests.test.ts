/** The table of runtimes in docs/how-to/use-the-node-client.md, with each row's code as it is, in the runtime from npm. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
const READY_MS = 60_000
const PACKAGES = [
  'hono@4.13.19',
  '@hono/node-server@2.1.8',
  'deno@2.9.6',
  `@deno/linux-${process.arch === 'x64' ? 'x64' : 'arm64'}-glibc@2.9.6`,
  `@oven/bun-linux-${process.arch === 'x64' ? 'x64' : 'aarch64'}@1.4.4`,
  'miniflare@4.20260730.0',
]

let service: RunningService
let chromium: LaunchedChromium
let secretKey: string
let folder: string
let rows: ReadonlyMap<string, string>
let signup: string

beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_BATCHES_PER_IP: '0' })
  const { store, now } = service.services
  const { id: workspace } = await service.workspace()
  await openTestWorkspace(store, workspace, now())
  const wanted = { workspace, kind: 'secret', name: 'ci', scopes: ['sessions'], isTest: true } as const
  secretKey = (await createKey(store.keys, wanted, now())).key
  const { text, block } = await readHowTo('use-the-node-client', {
    url: service.address,
    siteKey: PASS,
    secretKey,
  })
  signup = block(/^import [^\n]*\nimport [^\n]*web/).replace('export const POST', 'const signup')
  rows = new Map(
    [...text.matchAll(/^\| ([\w ]+) \| `([^`]*signup\([^`]*)`/gm)].map(([, name = '', code = '']) => [
      name,
      code,
    ]),
  )
  chromium = await launchChromium()
  folder = await mkdtemp(join(tmpdir(), 'byhand-web-'))
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  await npmInstall(folder, ['--ignore-scripts', packed('@byhand/node'), ...PACKAGES])
})
afterAll(async () => {
  await chromium?.close()
  await service?.stop()
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

interface Runtime {
  readonly source: (row: string, port: number) => string
  readonly command: (file: string) => readonly string[]
  readonly isBundled?: boolean
}

const bin = (path: string) => join(folder, 'node_modules', path)

const RUNTIMES: Readonly<Record<string, Runtime>> = {
  Hono: {
    source: (row, port) => `import { serve } from '@hono/node-server'
import { Hono } from 'hono'
${signup}
const app = new Hono()
${row}
serve({ fetch: app.fetch, port: ${port}, hostname: '127.0.0.1' })`,
    command: (file) => [process.execPath, file],
  },
  Deno: {
    source: (row) => `${signup}\n${row}`,
    command: (file) => [
      bin(`@deno/linux-${process.arch === 'x64' ? 'x64' : 'arm64'}-glibc/deno`),
      'run',
      '--allow-all',
      file,
    ],
  },
  Bun: {
    source: (row) => `${signup}\n${row}`,
    command: (file) => [bin(`@oven/bun-linux-${process.arch === 'x64' ? 'x64' : 'aarch64'}/bin/bun`), file],
  },
  'Cloudflare Workers': {
    source: (row) => `${signup}\n${row}`,
    isBundled: true,
    command: (file) => [process.execPath, file],
  },
}

/** The worker as one file, and a program that runs it. */
async function worker(entry: string, port: number): Promise<string> {
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['es'] },
      rollupOptions: { external: /^node:/ },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  const { code } = (output as unknown as { output: [{ code: string }] }).output[0]
  return `import { Miniflare } from 'miniflare'
const options = { modules: true, host: '127.0.0.1', port: ${port}, compatibilityDate: '2026-07-01', compatibilityFlags: ['nodejs_compat'] }
await new Miniflare({ ...options, bindings: { BYHAND_SECRET_KEY: process.env.BYHAND_SECRET_KEY }, script: ${JSON.stringify(code)} }).ready`
}

async function newResult(): Promise<string> {
  const page = await chromium.context.newPage()
  const body = `<!doctype html><link rel="icon" href="data:,"><script src="/byhand.js" data-site-key="${PASS}"></script>`
  await page.route('**/site', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${service.address}/site`)
  const result = await page.evaluate(() => window.byhand.getSignedResult('signup'))
  await page.close()
  return result
}

it('the rows without a test here are frameworks, which have their own', () => {
  const others = [...rows.keys()].filter((name) => !(name in RUNTIMES))
  expect(others.toSorted()).toEqual(['Astro', 'Nuxt', 'SvelteKit'])
})

describe.each(Object.keys(RUNTIMES))('the row for %s', (name) => {
  let child: ChildProcess | undefined
  let address: string
  let output = ''

  beforeAll(async () => {
    const { source, command, isBundled } = RUNTIMES[name] as Runtime
    const port = await freePort()
    const file = join(folder, `${name.replaceAll(/\W/g, '_')}.mjs`)
    await writeFile(file, source(rows.get(name) as string, port))
    const program = isBundled ? file.replace('.mjs', '_host.mjs') : file
    if (isBundled) await writeFile(program, await worker(file, port))
    const [path = '', ...words] = command(program)
    const env = {
      ...process.env,
      BYHAND_SECRET_KEY: secretKey,
      PORT: `${port}`,
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
      DENO_NO_UPDATE_CHECK: '1',
    }
    child = spawn(path, words, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (piece) => {
        output += piece
      })
    await untilOpen(port, READY_MS).catch((error) => {
      throw new Error(`${error.message} ${output}`)
    })
    address = `http://127.0.0.1:${port}/signup`
  })
  afterAll(() => {
    if (child?.pid) process.kill(-child.pid)
  })

  it('accepts a valid result once, in a header, and nothing else', async () => {
    const post = async (headers: Record<string, string>) =>
      (await fetch(address, { method: 'POST', headers, body: 'name=Ann' })).status
    const headers = { 'x-byhand-result': await newResult() }
    expect(await post(headers), output).toBe(200)
    expect([await post(headers), await post({})], output).toEqual([403, 403])
  })

  it('reads the field of a form too', async () => {
    const body = new FormData()
    body.set('byhand-result', await newResult())
    expect((await fetch(address, { method: 'POST', body })).status, output).toBe(200)
  })
})
