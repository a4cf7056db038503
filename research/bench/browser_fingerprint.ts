/**
 * Stability of the device id: visits from one machine with different browser settings, without a driver. `node
 * research/bench/browser_fingerprint.ts` prints for each setting whether the id equals that of the plain visit, and which parts
 * differ. docs/benchmarks/device-id.md records the results.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHROMIUM, CHROMIUM_FLAGS, FIREFOX } from '../../test/setup/browser.ts'
import { startDisplay } from '../../test/setup/display.ts'
import { bundle } from '../../tools/build_browser.ts'

const NAMES =
  'engine,platform,os,screen,color depth,touch points,renderer,fonts,cores,memory,letters,picture'.split(',')

interface Seen {
  readonly id: string
  readonly parts: readonly string[]
}

interface Way {
  readonly name: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Lines of a Firefox profile's user.js. */
  readonly prefs?: readonly string[]
  readonly isHeadless?: boolean
  /** Reuses the profile of the plain visit. */
  readonly isAgain?: boolean
  /** Keys to press once the page has loaded; the id is computed again after the window has changed. */
  readonly keys?: readonly string[]
}

const WAYS: Readonly<Record<'chromium' | 'firefox', readonly Way[]>> = {
  chromium: [
    { name: 'plain visit' },
    { name: 'the same profile, browser started again', isAgain: true },
    { name: 'another profile, or everything cleared' },
    { name: 'private window', args: ['--incognito'] },
    { name: 'small window', args: ['--window-size=700,500'] },
    { name: 'window elsewhere', args: ['--window-position=600,400'] },
    { name: 'zoomed in by two steps', keys: ['ctrl+plus', 'ctrl+plus'] },
    { name: 'another language', args: ['--lang=de'], env: { LANGUAGE: 'de' } },
    { name: 'another time zone', env: { TZ: 'Asia/Tokyo' } },
    { name: 'graphics acceleration off', args: ['--disable-gpu'] },
    { name: 'a screen of twice the density', args: ['--force-device-scale-factor=2'] },
    { name: 'without a window', isHeadless: true },
  ],
  firefox: [
    { name: 'plain visit' },
    { name: 'the same profile, browser started again', isAgain: true },
    { name: 'another profile, or everything cleared' },
    { name: 'private window', args: ['--private-window'] },
    { name: 'small window', args: ['--width', '700', '--height', '500'] },
    { name: 'zoomed in by two steps', keys: ['ctrl+plus', 'ctrl+plus'] },
    { name: 'another language', prefs: ['user_pref("intl.accept_languages", "de-DE, de");'] },
    { name: 'another time zone', env: { TZ: 'Asia/Tokyo' } },
    {
      name: 'strict tracking protection',
      prefs: ['user_pref("privacy.fingerprintingProtection", true);'],
    },
    {
      name: 'resistance to fingerprinting',
      prefs: ['user_pref("privacy.resistFingerprinting", true);'],
    },
    { name: 'without a window', isHeadless: true },
  ],
}

/** Disables first-run pages. */
const FIREFOX_PREFS = [
  'user_pref("browser.aboutwelcome.enabled", false);',
  'user_pref("browser.startup.homepage_override.mstone", "ignore");',
  'user_pref("datareporting.policy.dataSubmissionEnabled", false);',
  'user_pref("browser.shell.checkDefaultBrowser", false);',
  'user_pref("termsofuse.bypassNotification", true);',
]

const PAGE = `<!doctype html><title>Id</title><script src="/id.js"></script><script>
  const tell = () => fetch('/seen', { method: 'POST', body: JSON.stringify({
    id: byhandScript.fingerprint(), parts: byhandScript.fingerprintParts() }) })
  setTimeout(tell, 1500)
  let timer
  addEventListener('resize', () => { clearTimeout(timer); timer = setTimeout(tell, 1500) })
</script>`

async function main(): Promise<void> {
  const code = await bundle({ entry: 'src/browser/fingerprint/fingerprint.ts', format: 'iife' })
  let onSeen = (_: Seen): void => {}
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      let body = ''
      for await (const chunk of request) body += chunk
      onSeen(JSON.parse(body))
    }
    const isScript = request.url === '/id.js'
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
    response.end(isScript ? code : PAGE)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const nextSeen = () =>
    new Promise<Seen>((resolve, reject) => {
      onSeen = resolve
      setTimeout(() => reject(new Error('the page did not report its id')), 60_000)
    })
  const display = await startDisplay({ windowManager: true })
  const ids = new Set<string>()
  try {
    for (const engine of ['chromium', 'firefox'] as const) {
      let plain: Seen | undefined
      let plainProfile = ''
      for (const way of WAYS[engine]) {
        const profile = way.isAgain ? plainProfile : mkdtempSync(join(tmpdir(), 'byhand-id-'))
        plainProfile ||= profile
        let next = nextSeen()
        const child = browse(engine, way, profile, url, display.name)
        let seen = await next
        for (const key of way.keys ?? []) {
          next = nextSeen()
          execFileSync('/usr/bin/xdotool', ['key', key], { env: { ...process.env, DISPLAY: display.name } })
          seen = await next
        }
        await end(child)
        if (!way.isAgain && profile !== plainProfile)
          rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
        plain ??= seen
        ids.add(seen.id)
        const changed = NAMES.filter((_, i) => seen.parts[i] !== plain?.parts[i])
        console.log(
          `${engine} | ${way.name} | ${seen.id === plain.id ? 'same' : 'different'} | ${changed.join(', ')}`,
        )
        for (const name of changed) {
          const i = NAMES.indexOf(name)
          console.log(`    ${name}: ${plain.parts[i]?.slice(0, 90)} -> ${seen.parts[i]?.slice(0, 90)}`)
        }
      }
      console.log(`${engine}: ${JSON.stringify(plain?.parts.map((part) => part.slice(0, 120)))}`)
      rmSync(plainProfile, { recursive: true, force: true, maxRetries: 5 })
    }
  } finally {
    display.stop()
    server.close()
  }
  console.log(`${ids.size} different ids`)
}

function browse(
  engine: 'chromium' | 'firefox',
  way: Way,
  profile: string,
  url: string,
  displayName: string,
): ChildProcess {
  const env = { ...process.env, DISPLAY: displayName, ...way.env }
  if (engine === 'chromium') {
    const args = [...CHROMIUM_FLAGS, ...(way.isHeadless ? ['--headless'] : []), ...(way.args ?? [])]
    return spawn(CHROMIUM, [...args, `--user-data-dir=${profile}`, url], { stdio: 'ignore', env })
  }
  writeFileSync(join(profile, 'user.js'), [...FIREFOX_PREFS, ...(way.prefs ?? [])].join('\n'))
  const args = ['--no-remote', '--profile', profile, ...(way.isHeadless ? ['--headless'] : [])]
  return spawn(FIREFOX, [...args, ...(way.args ?? []), url], {
    stdio: 'ignore',
    env: { ...env, HOME: profile },
  })
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill()
  await ended
}

await main()
