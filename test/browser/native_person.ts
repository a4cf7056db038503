/** Person-like native input for pages that do not report their layout: a server in front of them adds the reporter. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPerson, type Person } from '../../research/lab/drivers/person.ts'
import { createRandom } from '../../research/lab/drivers/random.ts'
import { openWindow, type WindowOptions } from '../../research/lab/drivers/window.ts'
import { createLayoutFeed, type LayoutFeed } from '../../research/lab/pages/layout.ts'
import type { Scenario } from '../../research/lab/scenario.ts'
import { CHROMIUM_FLAGS } from '../setup/browser.ts'
import { startDisplay } from '../setup/display.ts'

const REPORTER = readFileSync(join(import.meta.dirname, '../../research/lab/pages/layout_reporter.js'))
/** After the last action of the person. */
const POSTED_MS = 60_000

export interface Answered {
  readonly status: number
  readonly text: string
}

interface Front {
  readonly url: string
  readonly layout: LayoutFeed
  /** The response to the first POST request of the page. */
  posted(): Promise<Answered>
  close(): void
}

/** Passes everything on to the page's server, and adds the script that reports the layout. */
async function openFront(target: string): Promise<Front> {
  const layout = createLayoutFeed()
  const { promise, resolve } = Promise.withResolvers<Answered>()
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    if (request.url === '/layout_reporter.js') return response.end(REPORTER)
    if (request.url === '/layout') {
      layout.update(JSON.parse(body.toString()))
      return response.end()
    }
    const { host, connection, 'content-length': _, ...headers } = request.headers
    const answer = await fetch(target + request.url, {
      method: request.method as string,
      headers: headers as Record<string, string>,
      redirect: 'manual',
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })
    const text = await answer.text()
    const kept = ['content-type', 'content-security-policy', 'location', 'set-cookie'].flatMap((name) => {
      const values = name === 'set-cookie' ? answer.headers.getSetCookie() : answer.headers.get(name)
      return values === null || values.length === 0 ? [] : [[name, values] as const]
    })
    response.writeHead(answer.status, Object.fromEntries(kept))
    if (request.method === 'POST') resolve({ status: answer.status, text })
    // A person acts inside the frame of a page that has one.
    const isForm = answer.headers.get('content-type')?.includes('html') && !text.includes('<iframe')
    response.end(isForm ? `${text}<script src="/layout_reporter.js"></script>` : text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    layout,
    posted: () =>
      Promise.race([
        promise,
        sleep(POSTED_MS, undefined, { ref: false }).then(() => {
          throw new Error(`the page did not send its form within ${POSTED_MS} ms`)
        }),
      ]),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export interface PersonOptions extends WindowOptions {
  /** Lines of `user.js`, for Firefox. */
  readonly preferences?: string
  /** The mouse stays where it is. */
  readonly keyboardOnly?: boolean
}

/** Opens the page in a window without a driver, lets a simulated person act, and returns the response to the form. */
export async function submitAsPerson(
  target: string,
  path: string,
  seed: string,
  act: (person: Person, scenario: Scenario) => Promise<void>,
  options: PersonOptions = {},
): Promise<Answered> {
  const front = await openFront(target)
  const display = await startDisplay({ windowManager: true })
  const profile = await mkdtemp(join(tmpdir(), 'byhand-person-'))
  const scenario = {
    url: front.url + path,
    profile,
    flags: CHROMIUM_FLAGS,
    env: { ...process.env, DISPLAY: display.name } as Record<string, string>,
    random: createRandom(seed),
    layout: front.layout,
  } as Partial<Scenario> as Scenario
  if (options.preferences !== undefined) await writeFile(join(profile, 'user.js'), options.preferences)
  const window = openWindow(scenario, options)
  const person = openPerson(scenario)
  try {
    await (options.keyboardOnly ? person.wait() : person.arrive())
    await act(person, scenario)
    return await front.posted()
  } finally {
    person.leave()
    await window.close()
    display.stop()
    front.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Reads, fills in the form of the examples, and sends it. */
export async function signUp(person: Person): Promise<void> {
  await person.read(1_500)
  await person.click('#name')
  await person.type('Ann Miller')
  await person.click('#about')
  await person.type('I bake bread on Sundays and read about old maps.')
  await person.click('#send')
}
