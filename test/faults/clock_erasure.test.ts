/**
 * A real service whose clock lies: nothing is erased, whatever the clock shows, and what is due is erased afterwards. A
 * service looks for due data five seconds after its start, so each clock also meets a start.
 */
import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INGEST_PATH } from '../../src/contract/paths.ts'
import { makeBatch } from '../service/collect_client.ts'
import { ENGINES, type Engine, type Installation, openEngine } from './engines.ts'
import { printedKeys, programFile, type ServiceKeys, type ServiceProcess } from './service_process.ts'

const LIBRARY = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0] ?? ''
const SESSIONS = 6
/** The site key of the example session. */
const EXAMPLE = 'example'
/** The first run of maintenance, and some time for its work. */
const MAINTAINED_MS = 9_000

const run = promisify(execFile)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

let folder: string
beforeAll(async () => {
  expect(existsSync(LIBRARY), 'the package faketime is missing').toBe(true)
  folder = await mkdtemp(join(tmpdir(), 'byhand-clock-erasure-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A service whose clock can be set while it runs. */
class Clocked {
  readonly #file = join(folder, `clock-${Math.random()}`)
  readonly #installation: Installation
  #service: ServiceProcess | undefined
  #keys: ServiceKeys | undefined

  constructor(installation: Installation) {
    this.#installation = installation
  }

  get #environment() {
    return {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      // Setting the system clock does not change the monotonic clock.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }
  }

  set(clock: string): Promise<void> {
    return writeFile(this.#file, clock)
  }

  async start(clock: string): Promise<void> {
    await this.set(clock)
    this.#service = await this.#installation.start(this.#environment)
    this.#keys ??= await printedKeys(this.#service)
  }

  async restart(clock: string): Promise<void> {
    await this.#service?.kill('SIGTERM')
    await this.start(clock)
    await pause(MAINTAINED_MS)
  }

  async receive(): Promise<void> {
    const { address } = this.#service as ServiceProcess
    const { siteKey } = this.#keys as ServiceKeys
    for (let sent = 0; sent < SESSIONS; sent++) {
      const answer = await fetch(address + INGEST_PATH, {
        method: 'POST',
        body: JSON.stringify(makeBatch(siteKey)),
      })
      expect(answer.status, await answer.text()).toBe(200)
    }
  }

  /** Waits until the log contains a sentence. */
  async reports(sentence: string): Promise<void> {
    await expect
      .poll(() => this.#service?.output() ?? '', { timeout: 120_000, interval: 200 })
      .toContain(sentence)
  }

  async command(...words: string[]): Promise<string> {
    const { stdout } = await run(process.execPath, [programFile('cli.js', 'src/cli/main.ts'), ...words], {
      env: {
        ...this.#installation.env,
        PATH: process.env.PATH ?? '',
        BYHAND_DATA: this.#installation.folder,
        ...this.#environment,
      },
    })
    return stdout
  }

  /** Stops the service, and counts what it kept: without the example, which its first start adds. */
  async stored(): Promise<number> {
    await this.#service?.kill('SIGTERM')
    const store = await this.#installation.openStore()
    try {
      const recent = await Promise.all(
        (await store.keys.workspaces()).map(({ id }) => store.sessions.recent(id, { limit: 100 })),
      )
      return recent.flat().filter(({ session }) => session.siteKeyId !== EXAMPLE).length
    } finally {
      await store.close()
    }
  }
}

describe.each(ENGINES)('on %s, a clock', (name) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await openEngine(name, { fsync: false })
  })
  afterAll(() => engine?.stop())

  async function open(): Promise<Clocked & { remove(): Promise<void> }> {
    const installation = await engine.newInstallation()
    return Object.assign(new Clocked(installation), { remove: () => installation.remove() })
  }

  it.each([
    ['+400d', 'more than a day ahead'],
    ['-400d', 'is behind the stored time'],
    ['+2d', 'more than a day ahead'],
  ])('that jumps by %s, and a start under it, lose no session', async (jump, sentence) => {
    const service = await open()
    await service.start('+0')
    await service.receive()
    await service.set(jump)
    await service.reports(sentence)
    await service.receive()
    await service.restart(jump)
    await service.receive()
    await service.restart('+0')
    await service.receive()
    await pause(MAINTAINED_MS)
    expect(await service.stored()).toBe(4 * SESSIONS)
    await service.remove()
  })

  it('that shows 1970 until NTP sets it loses no session', async () => {
    const service = await open()
    await service.start('@1970-01-02 00:00:00')
    await service.receive()
    await service.set('+0')
    await pause(MAINTAINED_MS)
    await service.receive()
    await service.restart('+0')
    expect(await service.stored()).toBe(2 * SESSIONS)
    await service.remove()
  })

  it('that is truly later erases what is due, once it is confirmed (control)', async () => {
    const service = await open()
    await service.start('+0')
    await service.receive()
    await service.restart('+400d')
    expect(await service.command('doctor', '--json').catch(({ stdout }) => stdout)).toContain(
      'more than a day after the stored time',
    )
    expect(JSON.parse(await service.command('retention', 'confirm', '--json'))).toMatchObject({
      waits_for: 'clock',
      clock_state: 'ahead',
      confirmed: true,
    })
    await service.restart('+400d')
    expect(await service.stored()).toBe(0)
    await service.remove()
  })
})
