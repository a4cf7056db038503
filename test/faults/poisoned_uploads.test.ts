/** Uploaded files that take long to read: the service answers, stops and starts as it does without them. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newZip, workbookFiles } from '../samples/new_workbook.ts'
import { figures } from './cycles.ts'
import { ENGINES, type Engine, type Installation, openEngine, until } from './engines.ts'
import type { ServiceProcess } from './service_process.ts'

/** Promised in `docs/reference/limits.md`. */
const STOP_MS = 5_000
const MOST_SLOWER = 3
/** Below this, a ratio of medians says more about the machine than about the service. */
const LEAST_MS = 10

const workbook = (sheet: string) =>
  newZip({ ...workbookFiles([{ name: 'Data', rows: [] }]), 'xl/worksheets/sheet1.xml': sheet })
const rows = (count: number, row: (at: number) => string) =>
  `<worksheet>${Array.from({ length: count }, (_, at) => `<row>${row(at + 1)}</row>`).join('')}</worksheet>`

/** A number in the first and in the last column of each row. */
const WIDE = workbook(rows(40_000, (at) => `<c r="A${at}"><v>${at}</v></c><c r="XFD${at}"><v>1</v></c>`))
/** One line of numbers, which takes more than a minute to read, and then too much memory. */
const POISON = Buffer.from(`{"id":"p","a":[${'1,'.repeat(15_000_000)}1]}\n`)
const HONEST = Buffer.from(
  'participant_id,Why do you walk?\np1,It is quiet by the river at night\np2,I meet my neighbors and their dogs\n',
)

const BOMB = newZip({
  ...workbookFiles([{ name: 'Data', rows: [['id']] }]),
  'xl/sharedStrings.xml': Buffer.alloc(130 * 1024 * 1024, ' '),
})
const NESTED = newZip({ 'a.xlsx': WIDE })

interface Job {
  readonly id: string
  readonly state: string
  readonly problem: string | null
}

describe.each(ENGINES)('an upload on %s', (name) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await openEngine(name, { fsync: false })
  })
  afterAll(() => engine?.stop())

  async function newInstallation() {
    const installation = await engine.newInstallation()
    await installation.firstKeys()
    const key = await installation.adminKey()
    return { installation, key }
  }

  const client = ({ address }: ServiceProcess, key: string) => {
    const ask = async (path: string, body?: Uint8Array) => {
      const response = await fetch(`${address}/v1/survey-jobs${path}`, {
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
        ...(body && { method: 'POST', body: body as BodyInit }),
      })
      return { status: response.status, text: await response.text() }
    }
    return {
      inspect: (file: string, body: Uint8Array) => ask(`/inspect?name=${file}`, body),
      create: async (file: string, body: Uint8Array) =>
        (JSON.parse((await ask(`?name=${file}`, body)).text) as Job).id,
      job: async (id: string) => JSON.parse((await ask(`/${id}`)).text) as Job,
    }
  }

  const claimsOf = async (installation: Installation) =>
    Number((await installation.query<{ claims: number }>('SELECT claims FROM uploads'))[0]?.claims)
  /** As a minute later: the claim of a dead process has ended. */
  const endClaims = (installation: Installation) => installation.query('UPDATE uploads SET claimed_until = 0')

  /** Response times of `/healthz` of both services, in turns, until `isOver`. */
  async function responseTimes(
    services: readonly ServiceProcess[],
    isOver: () => boolean,
  ): Promise<number[]> {
    const times = services.map((): number[] => [])
    while (!isOver() || (times[0] as number[]).length < 15) {
      for (const [index, { address }] of services.entries()) {
        const began = performance.now()
        expect((await fetch(`${address}/healthz`)).status).toBe(200)
        times[index]?.push(performance.now() - began)
      }
      await sleep(10)
    }
    return times.map((list) => list.toSorted((a, b) => a - b)[list.length >> 1] as number)
  }

  it('of a wide workbook does not slow the service, and ends with a sentence', async () => {
    const { installation, key } = await newInstallation()
    const other = await engine.newInstallation()
    const [service, idle] = [await installation.start(), await other.start()]
    const { inspect, create, job } = client(service, key)
    let isOver = false
    const measuring = responseTimes([service, idle], () => isOver)
    const id = await create('wide.xlsx', WIDE)
    const { status, text } = await inspect('wide.xlsx', WIDE)
    expect([status, JSON.parse(text).rows, JSON.parse(text).columns.length]).toEqual([200, 39_999, 2])
    await until(async () => (await job(id)).state !== 'running')
    isOver = true
    expect(await job(id)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('No column seems to contain open-ended answers.'),
    })
    const [busyMs, idleMs] = (await measuring) as [number, number]
    figures(`/healthz during a wide workbook on ${name}`, { busyMs, idleMs })
    expect(busyMs).toBeLessThan(MOST_SLOWER * Math.max(idleMs, LEAST_MS))
    expect(await inspect('bomb.xlsx', BOMB)).toMatchObject({
      status: 400,
      text: expect.stringContaining('128 MiB'),
    })
    expect(await inspect('nested.xlsx', NESTED)).toMatchObject({
      status: 400,
      text: expect.stringContaining('not an .xlsx workbook'),
    })
    await Promise.all([service.kill('SIGTERM'), idle.kill('SIGTERM')])
    await Promise.all([installation.remove(), other.remove()])
  })

  it('that keeps the service from answering would be noticed (control)', async () => {
    const installations = [await engine.newInstallation(), await engine.newInstallation()] as const
    const [service, idle] = [await installations[0].start(), await installations[1].start()]
    let isOver = false
    const measuring = responseTimes([service, idle], () => isOver)
    for (let pause = 0; pause < 20; pause++) {
      service.child.kill('SIGSTOP')
      await sleep(600)
      service.child.kill('SIGCONT')
      await sleep(20)
    }
    isOver = true
    const [busyMs, idleMs] = (await measuring) as [number, number]
    expect(busyMs).toBeGreaterThan(MOST_SLOWER * Math.max(idleMs, LEAST_MS))
    await Promise.all([service.kill('SIGTERM'), idle.kill('SIGTERM')])
    for (const installation of installations) await installation.remove()
  })

  it('does not delay a stop, and stops do not count as failures', async () => {
    const { installation, key } = await newInstallation()
    for (let round = 0; round < 3; round++) {
      const service = await installation.start()
      const { create, job, inspect } = client(service, key)
      if (round === 0) await create('poison.ndjson', POISON)
      await until(async () => (await claimsOf(installation)) === 1)
      // A request in flight is ended too.
      const inspecting = inspect('poison.ndjson', POISON).catch(() => null)
      await sleep(500)
      const [{ id }] = (await installation.query<{ id: string }>('SELECT id FROM uploads')) as [
        { id: string },
      ]
      expect((await job(id)).state).toBe('running')
      const began = performance.now()
      expect(await service.kill('SIGTERM')).toBe(0)
      const tookMs = performance.now() - began
      figures(`a stop during an upload on ${name}`, { tookMs })
      expect(tookMs).toBeLessThan(STOP_MS)
      await inspecting
      expect(await claimsOf(installation)).toBe(0)
    }
    await installation.remove()
  })

  it('fails when the process was killed twice, and the service is healthy', async () => {
    const { installation, key } = await newInstallation()
    let id = ''
    for (let kill = 1; kill <= 2; kill++) {
      const service = await installation.start()
      const { create, job } = client(service, key)
      if (kill === 1) id = await create('poison.ndjson', POISON)
      await until(async () => (await claimsOf(installation)) === kill)
      // Control: one kill is not the fault of the file.
      expect((await job(id)).state).toBe('running')
      await service.kill('SIGKILL')
      await endClaims(installation)
    }
    const service = await installation.start()
    const { create, job } = client(service, key)
    await until(async () => (await job(id)).state !== 'running')
    expect(await job(id)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('stopped twice without progress'),
    })
    expect((await fetch(`${service.address}/healthz`)).status).toBe(200)
    const honest = await create('honest.csv', HONEST)
    await until(async () => (await job(honest)).state !== 'running')
    expect(await job(honest)).toMatchObject({ state: 'done', done: 2 })
    await service.kill('SIGTERM')
    await installation.remove()
  })

  it('that makes progress is finished, however often the process is killed (control)', async () => {
    const { installation, key } = await newInstallation()
    const answers = Array.from(
      { length: 200 },
      (_, at) => `p${at},In week ${at} I walked along the river with my dog`,
    )
    const file = Buffer.from(`participant_id,Why do you walk?\n${answers.join('\n')}\n`)
    let id = ''
    for (let kill = 1; kill <= 3; kill++) {
      const service = await installation.start()
      const { create, job } = client(service, key)
      if (kill === 1) id = await create('walks.csv', file)
      const doneOf = async () => ((await job(id)) as Job & { done: number }).done
      const before = await doneOf()
      await until(async () => (await doneOf()) > before)
      await service.kill('SIGKILL')
      await endClaims(installation)
    }
    const service = await installation.start()
    const { job } = client(service, key)
    await until(async () => (await job(id)).state !== 'running')
    expect(await job(id)).toMatchObject({ state: 'done', problem: null })
    await service.kill('SIGTERM')
    await installation.remove()
  })
})
