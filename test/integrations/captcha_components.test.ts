/** Each component of the table in docs/how-to/replace-a-captcha.md: the package from npm, with what its row says to add. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TEST_SITES } from '../../src/contract/test_sites.ts'
import { openTestWorkspace } from '../../src/server/test_mode/test_mode.ts'
import { createKey } from '../../src/server/workspace/keys.ts'
import { type RunningService, runService } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { type HowToPage, readHowTo } from '../setup/how_to_lines.ts'
import { npmInstall } from '../setup/packed.ts'

const [PASS] = Object.keys(TEST_SITES) as [string]

interface Component {
  readonly version: string
  readonly vendor: 'recaptcha/api' | 'turnstile/v0' | 'hcaptcha'
  /** Renders it into `root`; `props` is what the page says to add, `report` gets the response. */
  readonly code: string
}

const react = (imported: string, element: string) =>
  `import { createElement, StrictMode } from 'react'\nimport { createRoot } from 'react-dom/client'\n${imported}
createRoot(root).render(createElement(StrictMode, null, ${element}))`
const vue = (imported: string, component: string, props: string) =>
  `import { createApp, h } from 'vue'\n${imported}\ncreateApp({ render: () => h(${component}, { ...props, ${props} }) }).mount(root)`

const COMPONENTS: Readonly<Record<string, Component>> = {
  'react-google-recaptcha': {
    version: '3.1.0',
    vendor: 'recaptcha/api',
    code: react(
      "import ReCAPTCHA from 'react-google-recaptcha'",
      'createElement(ReCAPTCHA, { ...props, sitekey, onChange: report })',
    ),
  },
  'vue3-recaptcha2': {
    version: '1.8.0',
    vendor: 'recaptcha/api',
    code: vue("import Captcha from 'vue3-recaptcha2'", 'Captcha', 'sitekey, onVerify: report'),
  },
  'react-google-recaptcha-v3': {
    version: '1.11.0',
    vendor: 'recaptcha/api',
    code: react(
      `import { GoogleReCaptchaProvider, useGoogleReCaptcha } from 'react-google-recaptcha-v3'
import { useEffect } from 'react'
function Signup() {
  const { executeRecaptcha } = useGoogleReCaptcha()
  useEffect(() => { executeRecaptcha?.('signup').then(report) }, [executeRecaptcha])
  return null
}`,
      'createElement(GoogleReCaptchaProvider, { ...props, reCaptchaKey: sitekey }, createElement(Signup))',
    ),
  },
  'vue-recaptcha': {
    version: '2.0.3',
    vendor: 'recaptcha/api',
    code: vue(
      "import { VueRecaptcha } from 'vue-recaptcha'",
      'VueRecaptcha',
      'sitekey, loadRecaptchaScript: true, onVerify: report',
    ),
  },
  'vue-recaptcha-v3': {
    version: '2.0.1',
    vendor: 'recaptcha/api',
    code: `import { createApp, h } from 'vue'
import { useReCaptcha, VueReCaptcha } from 'vue-recaptcha-v3'
const Signup = {
  setup() {
    const { executeRecaptcha, recaptchaLoaded } = useReCaptcha()
    recaptchaLoaded().then(() => executeRecaptcha('signup')).then(report)
    return () => h('p')
  },
}
createApp(Signup).use(VueReCaptcha, { siteKey: sitekey, ...props }).mount(root)`,
  },
  '@marsidev/react-turnstile': {
    version: '1.6.1',
    vendor: 'turnstile/v0',
    code: react(
      "import { Turnstile } from '@marsidev/react-turnstile'",
      'createElement(Turnstile, { ...props, siteKey: sitekey, onSuccess: report })',
    ),
  },
  'react-turnstile': {
    version: '1.1.5',
    vendor: 'turnstile/v0',
    code: react(
      "import * as module from 'react-turnstile'\nconst Turnstile = module.Turnstile ?? module.default.Turnstile ?? module.default",
      'createElement(Turnstile, { ...props, sitekey, onVerify: report })',
    ),
  },
  'vue-turnstile': {
    version: '1.0.11',
    vendor: 'turnstile/v0',
    code: vue(
      "import Turnstile from 'vue-turnstile'",
      'Turnstile',
      "siteKey: sitekey, modelValue: '', 'onUpdate:modelValue': report",
    ),
  },
  '@hcaptcha/react-hcaptcha': {
    version: '2.2.0',
    vendor: 'hcaptcha',
    code: react(
      "import HCaptcha from '@hcaptcha/react-hcaptcha'",
      'createElement(HCaptcha, { ...props, sitekey, onVerify: report })',
    ),
  },
  '@hcaptcha/vue3-hcaptcha': {
    version: '1.3.0',
    vendor: 'hcaptcha',
    code: vue("import HCaptcha from '@hcaptcha/vue3-hcaptcha'", 'HCaptcha', 'sitekey, onVerify: report'),
  },
}

let service: RunningService
let chromium: LaunchedChromium
let folder: string
let secret: string
let page: HowToPage

beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_BATCHES_PER_IP: '0' })
  const { store, now } = service.services
  const { id: workspace } = await service.workspace()
  await openTestWorkspace(store, workspace, now())
  const wanted = { workspace, kind: 'secret', name: 'ci', scopes: ['sessions'], isTest: true } as const
  secret = (await createKey(store.keys, wanted, now())).key
  page = await readHowTo('replace-a-captcha', {
    url: 'https://byhand.example.org',
    siteKey: PASS,
    secretKey: secret,
  })
  chromium = await launchChromium()
  folder = await mkdtemp(join(tmpdir(), 'byhand-captcha-'))
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const packages = Object.entries(COMPONENTS).map(([name, { version }]) => `${name}@${version}`)
  // Some declare React 18 or Vue 2 as the newest one.
  const words = ['--ignore-scripts', '--legacy-peer-deps']
  await npmInstall(folder, [...words, ...packages, 'react@19.3.1', 'react-dom@19.3.1', 'vue@3.5.45'])
})
afterAll(async () => {
  await chromium?.close()
  await service?.stop()
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const ROW = /^\| (`[^|]+`) \| ([^|]*(?:customUrl|recaptcha|turnstile|hcaptcha)[^|]*) \|$/gm

/** By component: what its row says to add. */
function rows(): Map<string, string> {
  const found = [...page.text.matchAll(ROW)].flatMap(([, names = '', added = '']) =>
    names.split(', ').map((name) => [name.replaceAll('`', ''), added] as const),
  )
  return new Map(found)
}

interface Addition {
  readonly tag: string
  readonly props: Readonly<Record<string, unknown>>
}

function additionOf(added: string): Addition {
  const [, code = ''] = /`([^`]+)`/.exec(added) ?? []
  if (code.startsWith('<script')) return { tag: code, props: {} }
  const [, object] = /^loaderOptions: \{ customUrl: '([^']+)' \}$/.exec(code) ?? []
  if (object !== undefined) return { tag: '', props: { loaderOptions: { customUrl: object } } }
  const [, name = '', value = ''] = /^([\w-]+)="([^"]+)"$/.exec(code) ?? []
  return { tag: '', props: { [name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase())]: value } }
}

async function bundle(name: string, code: string, props: object): Promise<string> {
  const entry = join(folder, `${name.replaceAll(/\W/g, '_')}.js`)
  const given = `const root = document.getElementById('root'), sitekey = ${JSON.stringify(PASS)}, props = ${JSON.stringify(props)}
const report = (response) => { if (response) window.response ??= response }\n`
  const imports = code.match(/^import .*$/gm) ?? []
  await writeFile(entry, `${imports.join('\n')}\n${given}${code.replaceAll(/^import .*$/gm, '')}`)
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'site' } },
  })
  const [output] = Array.isArray(built) ? built : [built]
  return (output as unknown as { output: [{ code: string }] }).output[0].code
}

it('the table names every component that is tested, and no other', () => {
  expect([...rows().keys()].toSorted()).toEqual(Object.keys(COMPONENTS).toSorted())
})

it.each(Object.keys(COMPONENTS))('%s gets a response that the service accepts', async (name) => {
  const { code, vendor } = COMPONENTS[name] as Component
  const { tag, props } = additionOf(rows().get(name) as string)
  const script = await bundle(name, code, props)
  const site = await chromium.context.newPage()
  const hosts = new Set<string>()
  await site.route('**/*', async (route) => {
    const url = new URL(route.request().url())
    if (url.origin === service.address) return route.continue()
    hosts.add(url.host)
    if (url.host !== 'byhand.example.org') return route.abort()
    // The host of the page stands for the service; the browser's own requests go there.
    const headers = { ...route.request().headers(), origin: service.address }
    return route.fulfill({
      response: await route.fetch({ url: service.address + url.pathname + url.search, headers }),
    })
  })
  const body = `<!doctype html><head><link rel="icon" href="data:,">${tag}</head><form><div id="root"></div></form><script src="/site.js"></script>`
  await site.route('**/site', (route) => route.fulfill({ contentType: 'text/html', body }))
  await site.route('**/site.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  await site.goto(`${service.address}/site`)
  await site.waitForFunction(() => 'response' in window)
  const response = await site.evaluate(() => (window as unknown as { response: string }).response)
  const answer = await fetch(`${service.address}/${vendor}/siteverify`, {
    method: 'POST',
    body: new URLSearchParams({ secret, response }),
  })
  expect(await answer.json()).toMatchObject({ success: true })
  expect([...hosts]).toEqual(['byhand.example.org'])
  await site.close()
})

it('the script of reCAPTCHA Enterprise answers', async () => {
  const site = await chromium.context.newPage()
  const body = `<!doctype html><script src="/recaptcha/enterprise.js?render=${PASS}"></script>`
  await site.route('**/site', (route) => route.fulfill({ contentType: 'text/html', body }))
  await site.goto(`${service.address}/site`)
  const response = await site.evaluate(
    (key) =>
      new Promise<string>((resolve) => {
        const { enterprise } = (window as unknown as { grecaptcha: { enterprise: Enterprise } }).grecaptcha
        enterprise.ready(() => enterprise.execute(key, { action: 'login' }).then(resolve))
      }),
    PASS,
  )
  expect(response).toMatch(/^bhr1_/)
  await site.close()
})

interface Enterprise {
  ready(then: () => void): void
  execute(key: string, options: object): Promise<string>
}
