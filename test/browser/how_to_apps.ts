/** Small applications around the lines of the how-to pages. Nothing that a page says is repeated here. */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { readSetupSteps } from '../../src/cli/init/setup_pages.ts'
import { withoutTypes } from '../../src/cli/init/without_types.ts'
import { fillIn, PAGE_PATHS } from '../../src/contract/setup_lines.ts'
import { compiledNodeClient, linkPackage } from '../setup/example_app.ts'
import { freePort } from '../setup/free_port.ts'
import { untilOpen } from '../setup/until_open.ts'
import { VUE } from './page_bundle.ts'

const ROOT = join(import.meta.dirname, '../..')

export interface Values {
  readonly url: string
  readonly siteKey: string
  readonly secretKey: string
}

export interface HowToApps {
  readonly urls: Readonly<Record<AppName, string>>
  close(): Promise<void>
}

export const APP_NAMES = ['express', 'fastify', 'php', 'captcha', 'react', 'vue'] as const
export type AppName = (typeof APP_NAMES)[number]

const FIELDS = '<input id="name" name="name"><textarea id="about" name="about"></textarea>'
const BUTTON = '<button id="send">Sign up</button>'
const STYLE =
  '<style>form { margin: 8rem } input, textarea, button { display: block; width: 20rem; margin: 1rem; padding: .5rem }</style>'
const HEAD = `<!doctype html><meta charset="utf-8"><title>Sign up</title><link rel="icon" href="data:,">${STYLE}`

/** The blocks of an integration, by how they begin, with the values of the reader. */
export function linesOf(values: Values): (name: string, start: RegExp) => string {
  const steps = readSetupSteps()
  return (name, start) => {
    const found = (steps[name] ?? []).filter(({ code }) => start.test(code))
    if (found.length !== 1) throw new Error(`${name} has ${found.length} blocks that begin with ${start}`)
    const { url, siteKey } = values
    // The secret key is in the environment, as the pages say.
    return withoutTypes(fillIn((found[0] as { code: string }).code, { url, siteKey, ...PAGE_PATHS }))
  }
}

export async function startHowToApps(values: Values): Promise<HowToApps> {
  const lines = linesOf(values)
  const folder = await mkdtemp(join(tmpdir(), 'byhand-how-to-'))
  const client = await compiledNodeClient()
  await linkPackage(folder, '@byhand/node', client)
  for (const name of ['express', 'fastify']) await linkPackage(folder, name)
  await writeFile(join(folder, 'package.json'), '{"type": "module"}')
  process.env.BYHAND_SECRET_KEY = values.secretKey
  const closing: (() => void)[] = []

  /** Runs a module that exports `server`. */
  async function run(name: string, source: string): Promise<string> {
    const file = join(folder, `${name}.js`)
    await writeFile(file, source)
    const { server } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { server: Server }
    if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
    closing.push(() => {
      server.close()
      server.closeAllConnections()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  const protectedPage = (name: string) =>
    HEAD + lines(name, /^<script src/) + lines(name, /^<form/).replace('…', FIELDS + BUTTON)

  const express = (page: string, bundle = '') => `import express from 'express'
${lines('express', /^import/)}
const app = express()
app.get('/', (_request, response) => response.type('html').send(${JSON.stringify(page)}))
app.get('/bundle.js', (_request, response) => response.type('js').send(${JSON.stringify(bundle)}))
${lines('express', /^app\.use/)}
export const server = app.listen(0, '127.0.0.1')
`
  const fastify = `import Fastify from 'fastify'
${lines('fastify', /^import/)}
const app = Fastify()
// In place of @fastify/formbody.
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
  done(null, Object.fromEntries(new URLSearchParams(body))))
app.get('/', (_request, reply) => reply.type('text/html').send(${JSON.stringify(protectedPage('fastify'))}))
${lines('fastify', /^app\.post/)}
await app.listen({ port: 0, host: '127.0.0.1' })
export const server = app.server
`
  const [widgetScript = '', widget = ''] = lines('captcha', /^<script/).split('\n')
  /** The server runs the command of the page. */
  const captcha = `import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
const command = ${JSON.stringify(lines('captcha', /^curl/))}
export const server = createServer(async (incoming, outgoing) => {
  if (incoming.method === 'GET') return outgoing.setHeader('content-type', 'text/html').end(${JSON.stringify(`${HEAD}${widgetScript}<form method="post" action="/signup">${FIELDS}${widget}${BUTTON}</form>`)})
  let body = ''
  for await (const chunk of incoming) body += chunk
  const TOKEN = new URLSearchParams(body).get('cf-turnstile-response') ?? ''
  execFile('bash', ['-c', command], { env: { ...process.env, TOKEN } }, (_error, text) =>
    outgoing.writeHead(JSON.parse(text).success === true ? 200 : 403).end())
}).listen(0, '127.0.0.1')
`

  async function php(): Promise<string> {
    const port = await freePort()
    await mkdir(join(folder, 'php'))
    await writeFile(join(folder, 'php/form.html'), protectedPage('php'))
    await writeFile(
      join(folder, 'php/index.php'),
      `<?php
${lines('php', /^\/\*\*/)}
if ($_SERVER['REQUEST_METHOD'] === 'GET') { readfile(__DIR__ . '/form.html'); exit; }
http_response_code(['allow' => 200, 'review' => 202, 'block' => 403][decide($_POST['byhand-result'] ?? '')]);
`,
    )
    const [, ...assignments] = lines('php', /^export/).split(' ')
    const given = Object.fromEntries(assignments.map((one) => one.split('=') as [string, string]))
    const env = { ...process.env, ...given, BYHAND_SECRET_KEY: values.secretKey }
    const words = ['-S', `127.0.0.1:${port}`, 'index.php']
    const child = spawn('php', words, { cwd: join(folder, 'php'), stdio: 'ignore', env })
    closing.push(() => child.kill())
    await untilOpen(port)
    return `http://127.0.0.1:${port}`
  }

  async function bundled(name: string, files: Readonly<Record<string, string>>): Promise<string> {
    const source = join(folder, `${name}-src`)
    await mkdir(source)
    for (const [file, text] of Object.entries(files)) await writeFile(join(source, file), text)
    const modules = join(ROOT, 'node_modules')
    const built = await build({
      configFile: false,
      root: source,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      oxc: { jsx: { runtime: 'automatic', development: false } },
      resolve: {
        alias: {
          '@byhand/react': join(ROOT, 'clients/react/src/index.ts'),
          '@byhand/vue': join(ROOT, 'clients/vue/src/index.ts'),
          'react-dom': join(modules, 'react-dom'),
          react: join(modules, 'react'),
          vue: VUE,
        },
      },
      build: { write: false, lib: { entry: join(source, 'main.jsx'), formats: ['iife'], name: 'page' } },
    })
    const [output] = Array.isArray(built) ? built : [built]
    const code = (output as unknown as { output: [{ code: string }] }).output[0].code
    return express(`${HEAD}<div id="root"></div><script src="/bundle.js"></script>`, code)
  }

  const react = () =>
    bundled('react', {
      'signup.jsx': lines('react', /data-byhand-action/).replace(
        '…',
        FIELDS.replaceAll(/<(input[^>]*)>/g, '<$1 />') + BUTTON,
      ),
      'main.jsx': `import { createRoot } from 'react-dom/client'
import { Signup as App } from './signup.jsx'
${lines('react', /import \{ Byhand/)}`,
    })

  const vue = () => {
    const withoutImports = (code: string) => code.replaceAll(/^import .*$/gm, '')
    const app = lines('vue', /^import[^\n]*\n\nuseByhand/)
    const template = lines('vue', /^<form/).replace('…', FIELDS + BUTTON)
    return bundled('vue', {
      'main.jsx': `import { createApp } from 'vue'
${(app.match(/^import .*$/gm) ?? []).join('\n')}
const Signup = {
  setup() {
    ${lines('vue', /^async function/)}
    return { submit }
  },
  template: ${JSON.stringify(template)},
}
const App = { components: { Signup }, setup() { ${withoutImports(app)} }, template: '<Signup />' }
createApp(App).mount('#root')`,
    })
  }

  const urls = {
    express: await run('express', express(protectedPage('express'))),
    fastify: await run('fastify', fastify),
    php: await php(),
    captcha: await run('captcha', captcha),
    react: await run('react', await react()),
    vue: await run('vue', await vue()),
  }
  return {
    urls,
    async close() {
      for (const one of closing) one()
      for (const path of [folder, client]) await rm(path, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
