/**
 * Apps as the create commands of frameworks make them, with the lines of `byhand init` and of the page about frameworks.
 * An app here has no line about Byhand of its own. `/` has a link that leads to the form without a page load.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { readSetupSteps } from '../../src/cli/init/setup_pages.ts'
import { fillIn, PAGE_PATHS } from '../../src/contract/setup_lines.ts'
import { freePort } from '../setup/free_port.ts'
import { readHowTo } from '../setup/how_to_lines.ts'
import { npmInstall, packed } from '../setup/packed.ts'
import { untilOpen } from '../setup/until_open.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** A production server starts in a second; a busy machine takes its time. */
const READY_MS = 60_000

type Texts = Readonly<Record<string, string>>

export interface App {
  /** The create command, as words for `npx`; the last argument, the name of the folder, is added. */
  readonly create?: readonly string[]
  /** What the app has in addition, or instead. */
  readonly files: Texts
  /** Replaced in files of the template, such as fonts of a host that is no registry. */
  readonly change?: Readonly<Record<string, (text: string) => string>>
  /** From npm, in addition to the manifest of the template. */
  readonly packages?: readonly string[]
  /** Packages of this repository. */
  readonly own?: readonly string[]
  readonly checks?: readonly (readonly string[])[]
  /** Absent: a server with Express serves this folder. */
  readonly serve?: readonly string[]
  readonly folder?: string
  /** Of that server, in place of the answer on the page. */
  readonly answer?: string
}

export interface RunningApp {
  readonly url: string
  stop(): void
}

const LINK = '<a id="to-form" href="/signup">Sign up</a>'
const HTMX = '<script src="/modules/htmx.org/dist/htmx.min.js"></script>'
const TURBO = '<script type="module" src="/modules/@hotwired/turbo/dist/turbo.es2017-esm.js"></script>'

const MANIFEST = (dependencies: Texts, more: object = {}) =>
  JSON.stringify({ private: true, type: 'module', dependencies, ...more })

export const APPS: Readonly<Record<string, App>> = {
  next: {
    create: [
      'create-next-app@16.4.3',
      '--ts',
      '--app',
      '--no-tailwind',
      '--no-eslint',
      '--no-src-dir',
    ].concat(['--import-alias', '@/*', '--use-npm', '--skip-install', '--disable-git']),
    files: {
      'app/page.tsx': `import Link from 'next/link'
export default () => <Link id="to-form" href="/signup">Sign up</Link>`,
      'app/welcome/page.tsx': 'export default () => <p>Welcome</p>',
      'app/refused/page.tsx': 'export default () => <p>Refused</p>',
    },
    change: {
      // The fonts of the template are on a host that is no registry.
      'app/layout.tsx': (text) =>
        text
          .replace(/import \{ Geist[^\n]*\n/, '')
          .replaceAll(/const geist\w+ = Geist[\s\S]*?\}\);\n/g, '')
          .replace(/ className=\{`[^`]*`\}/, ''),
    },
    own: ['@byhand/node'],
    checks: [['next', 'build']],
    serve: ['next', 'start', '--hostname', '127.0.0.1', '--port', 'PORT'],
  },
  nuxt: {
    files: {
      'package.json': MANIFEST({ nuxt: '4.5.2', vue: '3.5.45', 'vue-router': '^5.0.0' }),
      'tsconfig.json':
        '{"files":[],"references":[{"path":"./.nuxt/tsconfig.app.json"},{"path":"./.nuxt/tsconfig.server.json"},{"path":"./.nuxt/tsconfig.shared.json"},{"path":"./.nuxt/tsconfig.node.json"}]}',
      'nuxt.config.ts':
        "// https://nuxt.com/docs/api/configuration/nuxt-config\nexport default defineNuxtConfig({\n  compatibilityDate: '2025-07-15',\n  telemetry: false,\n})\n",
      'app/app.vue': '<template>\n  <div>\n    <NuxtPage />\n  </div>\n</template>\n',
      'app/pages/index.vue': '<template><NuxtLink id="to-form" to="/signup">Sign up</NuxtLink></template>\n',
    },
    own: ['@byhand/node'],
    checks: [['nuxt', 'build']],
    serve: ['node', '.output/server/index.mjs'],
  },
  sveltekit: {
    create: ['sv@0.17.1', 'create', '--template', 'minimal', '--types', 'ts', '--no-add-ons', '--no-install'],
    files: { 'src/routes/+page.svelte': LINK },
    own: ['@byhand/node'],
    checks: [
      ['svelte-kit', 'sync'],
      ['svelte-check', '--threshold', 'error'],
      ['vite', 'build'],
    ],
    serve: ['vite', 'preview', '--host', '127.0.0.1', '--port', 'PORT'],
  },
  astro: {
    files: {
      'package.json': MANIFEST(
        { astro: '7.3.5', '@astrojs/node': '11.1.6' },
        { devDependencies: { '@astrojs/check': '0.9.10', '@types/node': '^24', typescript: '^6' } },
      ),
      'tsconfig.json': '{"extends":"astro/tsconfigs/strict"}',
      'astro.config.mjs': `import node from '@astrojs/node'
import { defineConfig } from 'astro/config'
export default defineConfig({ adapter: node({ mode: 'standalone' }) })`,
      'src/layouts/Layout.astro': `---
import { ClientRouter } from 'astro:transitions'
---
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Site</title>
    <ClientRouter />
  </head>
  <body><slot /></body>
</html>
`,
      'src/pages/index.astro': `---\nimport Layout from '../layouts/Layout.astro'\n---\n<Layout>${LINK}</Layout>\n`,
    },
    own: ['@byhand/node'],
    checks: [
      ['astro', 'check'],
      ['astro', 'build'],
    ],
    serve: ['node', 'dist/server/entry.mjs'],
  },
  'react-router': {
    files: {
      'package.json': MANIFEST(
        {
          'react-router': '8.4.0',
          '@react-router/node': '8.4.0',
          '@react-router/serve': '8.4.0',
          isbot: '^5',
          react: '19.3.1',
          'react-dom': '19.3.1',
        },
        {
          devDependencies: {
            '@react-router/dev': '8.4.0',
            '@types/node': '^24',
            '@types/react': '^19',
            '@types/react-dom': '^19',
            typescript: '^6',
            vite: '^8',
          },
        },
      ),
      'tsconfig.json': `{"include":["**/*","**/.server/**/*",".react-router/types/**/*"],"compilerOptions":{"lib":["DOM","DOM.Iterable","ES2022"],
"types":["node","vite/client"],"target":"ES2022","module":"ES2022","moduleResolution":"bundler","jsx":"react-jsx","rootDirs":[".","./.react-router/types"],
"strict":true,"noEmit":true,"skipLibCheck":true,"esModuleInterop":true,"verbatimModuleSyntax":true}}`,
      'vite.config.ts': `import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
export default defineConfig({ plugins: [reactRouter()] })`,
      'react-router.config.ts':
        "import type { Config } from '@react-router/dev/config'\nexport default { ssr: true } satisfies Config",
      'app/routes.ts': `import { index, route, type RouteConfig } from '@react-router/dev/routes'
export default [index('routes/home.tsx'), route('signup', 'routes/signup.tsx')] satisfies RouteConfig`,
      'app/root.tsx': `import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}
`,
      'app/routes/home.tsx':
        'import { Link } from \'react-router\'\nexport default () => <Link id="to-form" to="/signup">Sign up</Link>\n',
    },
    own: ['@byhand/node'],
    checks: [['react-router', 'typegen'], ['tsc'], ['react-router', 'build']],
    serve: ['react-router-serve', './build/server/index.js'],
  },
  react: {
    create: ['create-vite@9.3.0', '--no-interactive', '--template', 'react-ts'],
    files: {
      'src/App.tsx': `import { useState } from 'react'
import { Signup } from './Signup.tsx'
export default function App() {
  const [path, setPath] = useState(location.pathname)
  if (path === '/signup') return <Signup />
  const open = () => {
    history.pushState(null, '', '/signup')
    setPath('/signup')
  }
  return <a id="to-form" href="/signup" onClick={(event) => { event.preventDefault(); open() }}>Sign up</a>
}
`,
    },
    own: ['@byhand/node', '@byhand/react'],
    checks: [
      ['tsc', '-b'],
      ['vite', 'build'],
    ],
    folder: 'dist',
  },
  vue: {
    create: ['create-vite@9.3.0', '--no-interactive', '--template', 'vue-ts'],
    files: {
      'src/App.vue': `<script setup lang="ts">
import { ref } from 'vue'
import Signup from './Signup.vue'
const path = ref(location.pathname)
function open() {
  history.pushState(null, '', '/signup')
  path.value = '/signup'
}
</script>

<template>
  <Signup v-if="path === '/signup'" />
  <a v-else id="to-form" href="/signup" @click.prevent="open">Sign up</a>
</template>
`,
    },
    own: ['@byhand/node', '@byhand/vue'],
    checks: [
      ['vue-tsc', '-b'],
      ['vite', 'build'],
    ],
    folder: 'dist',
  },
  angular: {
    create: ['@angular/cli@22.2.7', 'new', '--skip-install', '--skip-git', '--defaults', '--ssr=false'],
    files: {
      'src/app/app.html': '<router-outlet />',
      'src/app/home.ts': `import { Component } from '@angular/core'
import { RouterLink } from '@angular/router'
@Component({ selector: 'app-home', imports: [RouterLink], template: '<a id="to-form" routerLink="/signup">Sign up</a>' })
export class Home {}
`,
      'src/app/app.routes.ts': `import type { Routes } from '@angular/router'
import { Home } from './home'
import { Signup } from './signup'
export const routes: Routes = [{ path: '', component: Home }, { path: 'signup', component: Signup }]
`,
    },
    change: {
      // Their unit tests are not needed here, and npm finds no versions that fit together.
      'package.json': (text) =>
        text.replaceAll(/^\s*"(jsdom|prettier|vitest)": .*\n/gm, '').replace(/,(\s*\}\s*\})$/, '$1'),
    },
    packages: ['--legacy-peer-deps'],
    own: ['@byhand/node'],
    checks: [['ng', 'build']],
    folder: 'dist/app/browser',
  },
  solid: {
    create: ['create-vite@9.3.0', '--no-interactive', '--template', 'solid-ts'],
    files: {
      'src/App.tsx': `import { createSignal, Show } from 'solid-js'
import { Signup } from './Signup.tsx'
export default function App() {
  const [path, setPath] = createSignal(location.pathname)
  const open = (event: MouseEvent) => {
    event.preventDefault()
    history.pushState(null, '', '/signup')
    setPath('/signup')
  }
  return <Show when={path() === '/signup'} fallback={<a id="to-form" href="/signup" onClick={open}>Sign up</a>}><Signup /></Show>
}
`,
    },
    own: ['@byhand/node'],
    checks: [
      ['tsc', '-b'],
      ['vite', 'build'],
    ],
    folder: 'dist',
  },
  svelte: {
    create: ['create-vite@9.3.0', '--no-interactive', '--template', 'svelte-ts'],
    files: {
      'src/App.svelte': `<script lang="ts">
  import Signup from './lib/Signup.svelte'
  let path = $state(location.pathname)
  function open(event: MouseEvent) {
    event.preventDefault()
    history.pushState(null, '', '/signup')
    path = '/signup'
  }
</script>

{#if path === '/signup'}<Signup />{:else}<a id="to-form" href="/signup" onclick={open}>Sign up</a>{/if}
`,
    },
    own: ['@byhand/node'],
    checks: [
      ['svelte-check', '--tsconfig', './tsconfig.app.json', '--threshold', 'error'],
      ['vite', 'build'],
    ],
    folder: 'dist',
  },
  htmx: {
    files: {
      'package.json': MANIFEST({ 'htmx.org': '4.0.1' }),
      'tsconfig.json': '{}',
      'public/index.html': page(HTMX, LINK.replace('<a', '<a hx-boost="true"')),
      'public/signup.html': page(HTMX, 'FORM'),
    },
    own: ['@byhand/node'],
    folder: 'public',
  },
  turbo: {
    files: {
      'package.json': MANIFEST({ '@hotwired/turbo': '8.0.23' }),
      'tsconfig.json': '{}',
      'public/index.html': page(TURBO, LINK),
      'public/signup.html': page(TURBO, 'FORM'),
    },
    own: ['@byhand/node'],
    folder: 'public',
    // As Turbo requires.
    answer: "response.redirect(303, '/')",
  },
}

function page(head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Site</title>
    ${head}
  </head>
  <body>${body}</body>
</html>
`
}

const FIELDS = '<input name="name" required /><button>Sign up</button>'
/** Where a paragraph of the page says a block belongs. */
const PATH = /\b(?:app|src|server)\/[\w/+.-]+\.\w+/

/** Creates the app in an empty folder, builds it without a secret key, and starts it. */
export async function startApp(
  name: string,
  parent: string,
  values: { readonly url: string; readonly siteKey: string; readonly secretKey: string },
): Promise<RunningApp> {
  const app = APPS[name] as App
  const folder = join(parent, 'app')
  const nodeFolder = dirname(process.execPath)
  const env = {
    ...process.env,
    PATH: `${join(folder, 'node_modules/.bin')}:${nodeFolder}:${process.env.PATH}`,
    CI: '1',
    NODE_ENV: '',
    NEXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
    NG_CLI_ANALYTICS: 'false',
    BYHAND_SECRET_KEY: '',
  }
  const inApp = { cwd: folder, env, maxBuffer: 2 ** 26 }
  await mkdir(folder, { recursive: true })
  if (app.create) {
    const [creator = '', ...words] = app.create
    const [verb, ...others] = /^(create|new)$/.test(words[0] ?? '') ? words : ['', ...words]
    await run('npx', ['--yes', '--prefer-offline', creator, ...(verb ? [verb] : []), 'app', ...others], {
      ...inApp,
      cwd: parent,
    })
  }
  for (const [path, change] of Object.entries(app.change ?? {}))
    await writeFile(join(folder, path), change(await readFile(join(folder, path), 'utf8')))
  for (const [path, text] of Object.entries(app.files)) await put(join(folder, path), text)

  const { stdout } = await run(
    process.execPath,
    [join(ROOT, 'bin/byhand.js'), 'init', '--yes', '--url', values.url, '--site-key', values.siteKey],
    inApp,
  )
  const steps = (readSetupSteps()[name] ?? []).map(({ text, code }) => ({
    text,
    code: fillIn(code, { ...values, secretKey: undefined, ...PAGE_PATHS }),
  }))
  for (const { text, code } of steps) {
    const [path] = PATH.exec(text) ?? []
    if (path === undefined || !stdout.includes(code.split('\n')[0] as string)) continue
    await put(join(folder, path), code.replace('…', FIELDS))
  }
  await writeFormOf(name, folder, steps)

  const clients = (app.own ?? []).map(packed)
  const { server, packages } = await expressServer(app, values)
  if (server) await writeFile(join(folder, 'server.mjs'), server)
  await npmInstall(folder, ['--ignore-scripts', ...clients, ...packages, ...(app.packages ?? [])], env)
  for (const [command = '', ...words] of app.checks ?? []) await mustRun(command, words, inApp)

  const port = await freePort()
  const [command = '', ...words] = (app.serve ?? ['node', 'server.mjs']).map((word) =>
    word === 'PORT' ? `${port}` : word,
  )
  const child = spawn(command, words, {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
    env: {
      ...env,
      BYHAND_SECRET_KEY: values.secretKey,
      PORT: `${port}`,
      HOST: '127.0.0.1',
      NITRO_HOST: '127.0.0.1',
    },
  })
  const stop = () => process.kill(-(child.pid as number))
  await untilOpen(port, READY_MS)
  return { url: `http://127.0.0.1:${port}`, stop }
}

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

async function mustRun(command: string, words: readonly string[], options: object): Promise<void> {
  try {
    await run(command, words, options)
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${command} ${words.join(' ')} failed: ${stdout} ${stderr}`)
  }
}

/** Forms whose block is part of a file. */
async function writeFormOf(
  name: string,
  folder: string,
  steps: readonly { readonly code: string }[],
): Promise<void> {
  const find = (start: RegExp) => steps.find(({ code }) => start.test(code))?.code ?? ''
  if (name === 'vue') {
    const form = find(/^<form/).replace('…', FIELDS)
    const script = find(/^async function/)
    await put(
      join(folder, 'src/Signup.vue'),
      `<script setup lang="ts">\n${script}\n</script>\n\n<template>\n${form}\n</template>\n`,
    )
  }
  if (name === 'htmx' || name === 'turbo') {
    const path = join(folder, 'public/signup.html')
    await writeFile(path, (await readFile(path, 'utf8')).replace('FORM', find(/^<form/)))
  }
}

/** The lines of the page about the Node client. */
async function expressServer(
  app: App,
  values: { readonly url: string; readonly siteKey: string; readonly secretKey: string },
): Promise<{ server?: string; packages: readonly string[] }> {
  if (app.folder === undefined) return { packages: [] }
  const { block } = await readHowTo('use-the-node-client', values)
  const routes = block(/^app\.use/)
  const server = `import express from 'express'
${block(/^import [^\n]*\nimport [^\n]*express/)}
const app = express()
app.use('/modules', express.static('node_modules'))
app.use(express.static('${app.folder}', { extensions: ['html'] }))
app.get('/signup', (_request, response) => response.sendFile('index.html', { root: '${app.folder}' }))
${app.answer ? routes.replace(/response\.send\(.*\)$/m, app.answer) : routes}
app.listen(process.env.PORT, '127.0.0.1')
`
  return { server, packages: ['express@5.3.0'] }
}
