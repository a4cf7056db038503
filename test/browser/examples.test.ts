/** The examples that need no installation, in a real browser. `test/integrations` sends people through all of them. */
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '../../src/server/workspace/keys.ts'
import { issuedResult } from '../service/issued_result.ts'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { compiledNodeClient, type ExampleApp, linkPackage, startExample } from '../setup/example_app.ts'
import { submitAsBot, submitWithoutBrowser } from './example_visitors.ts'

const NAMES = ['express', 'fastify', 'php'] as const

let service: RunningService
let chromium: LaunchedChromium
let client: string
let workspace: TestWorkspace
/** A second site of the workspace. */
let other: { readonly siteKey: string }
const apps = new Map<string, ExampleApp>()

beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_BATCHES_PER_IP: '0' })
  chromium = await launchChromium()
  client = await compiledNodeClient()
  workspace = await service.workspace()
  const { store, now } = service.services
  const wanted = { workspace: workspace.id, kind: 'site', name: 'other' } as const
  other = { siteKey: (await createKey(store.keys, wanted, now())).key }
  const keys = { service: service.address, ...workspace }
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

  it('blocks a missing, forged, foreign or repeated result, and asks for another step without evidence', async () => {
    const results = new Map<string, string | undefined>([
      ['missing', undefined],
      ['forged', `bhr1_${'A'.repeat(400)}`],
      ['another site key', await issuedResult(service, { ...workspace, ...other })],
      ['another workspace', await issuedResult(service, await service.workspace())],
    ])
    for (const [reason, result] of results) {
      expect([reason, (await submitWithoutBrowser(url(), result)).status]).toEqual([reason, 403])
    }
    const empty = await issuedResult(service, workspace)
    const text = 'Almost done: open the link in your email.'
    expect(await submitWithoutBrowser(url(), empty)).toEqual({ status: 202, text })
    expect((await submitWithoutBrowser(url(), empty)).status).toBe(403)
  })

  it('follows the result of the task', async () => {
    const result = await issuedResult(service, workspace, { stepUp: 'passed' })
    expect(await submitWithoutBrowser(url(), result)).toEqual({ status: 200, text: 'Welcome!' })
    const failed = await issuedResult(service, workspace, { stepUp: 'failed' })
    expect((await submitWithoutBrowser(url(), failed)).status).toBe(403)
  })
})
