/** The examples that need no installation, in a real browser. `test/integrations` sends people through all of them. */
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, runService } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { compiledNodeClient, type ExampleApp, linkPackage, startExample } from '../setup/example_app.ts'
import { submitAsBot, submitWithoutResult } from './example_visitors.ts'

const NAMES = ['express', 'fastify', 'php'] as const

let service: RunningService
let chromium: LaunchedChromium
let client: string
const apps = new Map<string, ExampleApp>()

beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_BATCHES_PER_IP: '0' })
  chromium = await launchChromium()
  client = await compiledNodeClient()
  const keys = { service: service.address, ...(await service.workspace()) }
  const start = async (name: (typeof NAMES)[number]) => {
    const app = await startExample(name, keys, async (folder) => {
      if (name === 'php') return
      await linkPackage(folder, '@byhand/node', client)
      await linkPackage(folder, name)
    })
    apps.set(name, app)
  }
  await Promise.all(NAMES.map(start))
})
afterAll(async () => {
  for (const app of apps.values()) await app.stop()
  await chromium?.close()
  if (client) await rm(client, { recursive: true, force: true })
  await service?.stop()
})

describe.each(NAMES)('the %s example', (name) => {
  const url = () => (apps.get(name) as ExampleApp).url

  it('stops a bot', async () => {
    expect(await submitAsBot(chromium, url())).toBe(403)
  })

  it('asks for another step without a result', async () => {
    const text = 'Almost done: open the link in your email.'
    expect(await submitWithoutResult(url())).toEqual({ status: 200, text })
  })
})
