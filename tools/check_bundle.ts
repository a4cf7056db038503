/**
 * A bundler can succeed and still write code that does not parse or start. A new bundle is therefore checked before it
 * replaces the served one: V8 parses it, and a real browser starts it if one is installed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const START_TIMEOUT_MS = 30_000

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** Reads `{ path, isModule }` rows on standard input and prints the first file that V8 cannot parse. */
const PARSER = `
  const vm = require('node:vm'), fs = require('node:fs')
  for (const { path, isModule } of JSON.parse(fs.readFileSync(0, 'utf8'))) {
    const code = fs.readFileSync(path, 'utf8')
    try {
      if (isModule) new vm.SourceTextModule(code)
      else new vm.Script(code)
    } catch (error) {
      console.log(path + ': ' + error.message)
      process.exit(0)
    }
  }`

export interface BuiltPage {
  /** The built files, served below `base`. */
  readonly folder: string
  /** Begins and ends with a slash. */
  readonly base: string
  /** The HTML of `base` itself; by default the folder's index.html. */
  readonly html?: string
  /** Whether .js files are modules too. */
  readonly modules: boolean
  /** Runs in the page repeatedly until it returns a truthy value. */
  readonly hasStarted: () => unknown
}

/** Throws a one-sentence error if a script of the page does not parse or does not start in a browser. */
export async function checkBundle(page: BuiltPage): Promise<void> {
  parseScripts(page)
  const browser = await openBrowser()
  if (browser === null) {
    console.log('Not started in a browser: no Chromium is installed.')
    return
  }
  try {
    await startPage(browser, page)
  } finally {
    await browser.close()
  }
}

function parseScripts({ folder, modules }: BuiltPage): void {
  const files = globSync('**/*.{js,mjs}', { cwd: folder }).map((name) => ({
    path: join(folder, name),
    isModule: modules || name.endsWith('.mjs'),
  }))
  if (files.length === 0) throw new Error('no script was written')
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--experimental-vm-modules', '--no-warnings', '-e', PARSER],
    { input: JSON.stringify(files), encoding: 'utf8' },
  )
  if (status !== 0) throw new Error('the written scripts could not be parsed')
  if (stdout !== '')
    throw new Error(`a written script does not parse: ${stdout.trim().slice(folder.length + 1)}`)
}

/** Null if no browser is installed or the installed one does not run; neither is a fault of the bundle. */
async function openBrowser(): Promise<Browser | null> {
  const executablePath = BROWSERS.find((path) => existsSync(path))
  if (executablePath === undefined) return null
  const isRoot = process.getuid?.() === 0
  try {
    return await chromium.launch({
      executablePath,
      args: ['--disable-background-networking', ...(isRoot ? ['--no-sandbox'] : [])],
    })
  } catch {
    return null
  }
}

async function startPage(browser: Browser, built: BuiltPage): Promise<void> {
  const server = await serve(built)
  try {
    const page = await browser.newPage()
    const failed = firstError(page)
    const { port } = server.address() as AddressInfo
    await page.goto(`http://127.0.0.1:${port}${built.base}`)
    const started = page.waitForFunction(built.hasStarted, undefined, { timeout: START_TIMEOUT_MS }).then(
      () => null,
      () => 'nothing appeared on the page',
    )
    const problem = await Promise.race([failed, started])
    if (problem !== null) throw new Error(`the bundle does not start in a browser: ${problem}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const firstError = (page: Page) =>
  new Promise<string>((resolve) => {
    page.on('pageerror', ({ message }) => resolve(message))
  })

/** Serves the built files; every other path returns 401, as the service does without a login. */
async function serve({ folder, base, html }: BuiltPage): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(request.url ?? '/').replace(/\?.*$/, ''))
    if (path === base) {
      response.setHeader('content-type', TYPES['.html'] as string)
      response.end(html ?? readFileSync(join(folder, 'index.html')))
      return
    }
    const file = path.startsWith(base) ? join(folder, path.slice(base.length)) : ''
    if (file === '' || !existsSync(file)) {
      response.statusCode = 401
      response.setHeader('content-type', 'application/problem+json')
      response.end('{"type":"about:blank","title":"Unauthorized","status":401,"code":"unauthorized"}')
      return
    }
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
    response.end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
