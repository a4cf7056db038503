/** The examples in a real browser: a bot is stopped, and a person is not. */
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { compiledNodeClient, type ExampleApp, ofRepository, startExample } from '../setup/example_app.ts'
import { type Answered, signUp, submitAsPerson } from './native_person.ts'

const NAMES = ['express', 'fastify', 'php'] as const
const COMMANDS = {
  express: ['npm', 'start', '--silent'],
  fastify: ['npm', 'start', '--silent'],
  php: ['php', '-S', '127.0.0.1:PORT', 'index.php'],
} as const

let service: RunningService
let workspace: TestWorkspace
let chromium: LaunchedChromium
let client: string
const apps = new Map<string, ExampleApp>()
/** All at the same time, because a person needs half a minute. */
const people = new Map<string, Promise<Answered>>()

beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_BATCHES_PER_IP: '0' })
  workspace = await service.workspace()
  chromium = await launchChromium()
  client = await compiledNodeClient()
  const { siteKey, secretKey } = workspace
  for (const name of NAMES) {
    const linked = name === 'php' ? {} : { '@byhand/node': client, [name]: ofRepository(name) }
    apps.set(
      name,
      await startExample(name, COMMANDS[name], { service: service.address, siteKey, secretKey }, linked),
    )
  }
  for (const [name, { url }] of apps) {
    const submitted = submitAsPerson(url, '/', name, signUp)
    submitted.catch(() => {})
    people.set(name, submitted)
  }
})
afterAll(async () => {
  await Promise.allSettled(people.values())
  for (const app of apps.values()) await app.stop()
  await chromium?.close()
  await rm(client, { recursive: true, force: true })
  await service?.stop()
})

describe.each(NAMES)('the %s example', (name) => {
  it('stops a bot', async () => {
    const page = await chromium.context.newPage()
    await page.goto((apps.get(name) as ExampleApp).url)
    await page.fill('#name', 'Ann Miller')
    await page.fill('#about', 'I bake bread on Sundays.')
    // On a busy machine, the service would otherwise answer too late for the form, which then asks for another step.
    await page.evaluate(() => window.byhand.flush())
    const [response] = await Promise.all([page.waitForResponse('**/signup'), page.click('#send')])
    expect(response.status()).toBe(403)
    await page.close()
  })

  it('lets a person pass', async () => {
    expect(await people.get(name)).toEqual({ status: 200, text: 'Welcome!' })
  })
})
