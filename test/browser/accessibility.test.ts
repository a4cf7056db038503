/** Presses by accessibility action, natively over the accessibility bus, and the same presses by a driver. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  ACCESSIBILITY_FLAGS,
  type AccessibilityBus,
  startAccessibilityBus,
} from '../../research/lab/drivers/accessibility.ts'
import { runSessionChecks } from '../../src/checks/session.ts'
import { foldSession } from '../../src/features/session/session.ts'
import { CHROMIUM, CHROMIUM_FLAGS } from '../setup/browser.ts'
import { type Display, requireProgram, startDisplay } from '../setup/display.ts'
import { freePort } from '../setup/free_port.ts'
import { untilOpen } from '../setup/until_open.ts'
import { type RecordingServer, startRecordingServer } from './recording_server.ts'

const PAGE = `<!doctype html><title>Ways</title>
  <fieldset>${['Bus', 'Bike', 'Car'].map((name) => `<label><input type="radio" name="way">${name}</label>`).join(' ')}</fieldset>
  <label style="display:block;margin:80px 0"><input type="checkbox">Weekends</label>
  <button type="button" style="margin-top:1500px">Continue</button>
  <script src="/byhand.js" data-site-key="k"></script>`
const TARGETS = ['Bus', 'Car', 'Weekends', 'Continue'] as const

let display: Display
let bus: AccessibilityBus
let server: RecordingServer
let close = async () => {}

beforeAll(async () => {
  requireProgram('/usr/libexec/at-spi-bus-launcher', 'at-spi2-core')
  requireProgram('/usr/lib/python3/dist-packages/pyatspi/__init__.py', 'python3-pyatspi')
  display = await startDisplay({ windowManager: true })
  bus = await startAccessibilityBus({ ...process.env, DISPLAY: display.name } as Record<string, string>)
})
afterAll(async () => {
  await bus?.stop()
  display?.stop()
})
beforeEach(async () => {
  server = await startRecordingServer()
  server.pages.set('/ways', { body: PAGE })
})
afterEach(async () => {
  await close()
  await server.close()
  expect(server.faults).toEqual([])
})

async function browse(...flags: readonly string[]): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'byhand-accessibility-'))
  const place = ['--window-size=1200,900', `--user-data-dir=${profile}`]
  const child = spawn(CHROMIUM, [...CHROMIUM_FLAGS, ...place, ...flags, `${server.url}/ways`], {
    stdio: 'ignore',
    env: bus.env,
  })
  close = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill()
    await ended
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  await server.until(() => server.batches.length > 0, 'the first batch')
}

async function readPresses() {
  await server.until(() => server.eventsOf('click').length >= TARGETS.length, 'every click')
  const features = foldSession({
    sessionId: 'a',
    userId: null,
    tags: [],
    batches: server.stored().map(({ batch, receivedMs }) => ({ batch, receipt: { at: receivedMs } })),
    tampered: 0,
    overflow: 0,
  })
  const outcomes = runSessionChecks(features, (_, error) => {
    throw error
  })
  return { clicks: features.clicks, pointer: features.pointer, outcomes }
}

describe('a press by accessibility action', () => {
  it('is a click without a pointer, and no trace of automation', async () => {
    await browse(...ACCESSIBILITY_FLAGS)
    for (const name of TARGETS) await bus.press(name)
    const { clicks, pointer, outcomes } = await readPresses()
    expect(server.eventsOf('down').map(({ pressure }) => pressure)).toEqual(TARGETS.map(() => 0))
    expect(clicks).toMatchObject({
      presses: 0,
      longestPressurelessRun: 0,
      aimed: 0,
      virtual: 4,
      untrusted: 0,
    })
    expect(pointer.journeys).toBe(0)
    expect(outcomes.bot.evidence).not.toContain('pressure')
    expect(outcomes.programmatic_clicking.result).toBe('Not detected')
    for (const name of ['teleporting_mouse', 'centered_clicks'] as const)
      expect(outcomes[name].result).toBe('Unknown')
  })
})

describe('the same presses by a driver', () => {
  /** Patches one getter of events, as a bot may do to pass for an accessibility action. */
  const fake = (owner: string, member: string, value: string) =>
    `Object.defineProperty(${owner}.prototype, '${member}', { get: () => ${value} })`

  it.each<[string, string]>([
    ['as they come', ''],
    ['without a source', fake('UIEvent', 'sourceCapabilities', 'null')],
    ['without a device', fake('PointerEvent', 'persistentDeviceId', '0')],
    ['without a click count', fake('UIEvent', 'detail', '0')],
    ['with buttons still pressed', fake('MouseEvent', 'buttons', '1')],
  ])('are proof, %s', async (_, patch) => {
    const port = await freePort()
    await browse(`--remote-debugging-port=${port}`)
    await untilOpen(port)
    const driver = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
    const page = driver.contexts()[0]?.pages()[0] as Page
    if (patch) await page.evaluate(patch)
    const session = await page.context().newCDPSession(page)
    for (const name of TARGETS) {
      const target = name === 'Continue' ? page.getByRole('button') : page.getByLabel(name)
      await target.focus()
      const { x, y, width, height } = (await target.boundingBox()) as NonNullable<
        Awaited<ReturnType<typeof target.boundingBox>>
      >
      for (const type of ['mousePressed', 'mouseReleased'] as const) {
        const at = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
        await session.send('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount: 1 })
      }
    }
    const { clicks, outcomes } = await readPresses()
    await driver.close()
    expect(clicks).toMatchObject({ presses: 4, longestPressurelessRun: 4, virtual: 0 })
    expect(outcomes.bot).toMatchObject({ result: 'Detected', proof: true })
    expect(outcomes.bot.evidence).toContain('4 mouse presses in a row without pressure')
  })
})
