/** Every example, installed and started as its page says: a bot is stopped, and a person is not. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { submitAsBot } from '../browser/example_visitors.ts'
import { signUp, submitAsPerson } from '../browser/native_person.ts'
import { type RunningService, runService } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { type ExampleApp, startExample } from '../setup/example_app.ts'
import { npmInstall, packed } from '../setup/packed.ts'

const NAMES = ['express', 'fastify', 'next', 'php'] as const

let service: RunningService
let chromium: LaunchedChromium
const apps = new Map<string, ExampleApp>()

beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_BATCHES_PER_IP: '0' })
  chromium = await launchChromium()
  const keys = { service: service.address, ...(await service.workspace()) }
  for (const name of NAMES) {
    const install = (folder: string) => name !== 'php' && npmInstall(folder, [packed('@byhand/node')])
    apps.set(name, await startExample(name, keys, install))
  }
})
afterAll(async () => {
  for (const app of apps.values()) await app.stop()
  await chromium?.close()
  await service?.stop()
})

const urlOf = (name: string) => (apps.get(name) as ExampleApp).url

it.each(NAMES)('the %s example stops a bot', async (name) => {
  expect(await submitAsBot(chromium, urlOf(name))).toBe(403)
})

// At the same time, because a person needs half a minute.
describe.concurrent('native input', () => {
  it.each(NAMES)('the %s example lets a person pass', async (name) => {
    expect(await submitAsPerson(urlOf(name), '/', name, signUp)).toEqual({ status: 200, text: 'Welcome!' })
  })
})
