/**
 * The service is killed in the middle of its long jobs: a survey job with a queued erasure, an export, a rescoring, a
 * migration. What it acknowledged is done after restarts, and nothing unfinished looks finished.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startByhand } from '../service/command.ts'
import { figures } from './cycles.ts'
import { ENGINES, type Engine, inParallel, openEngine, until } from './engines.ts'
import { findLost, makeSender, type Sender } from './marked_batches.ts'
import type { ServiceKeys, ServiceProcess } from './service_process.ts'

const KILLS = 2
const ROWS = 120
const SESSIONS = 300
const ERASED = 'p7'
/** Of a kill in the middle of an export. */
const MOST_TRIES = 20
/** As in the command of exports, and a second more. */
const SETTLED_MS = 61_000

interface Difference {
  readonly missing: string[]
  readonly repeated: string[]
}

/** By what every test here judges: each expected name is there once. */
function compare(expected: readonly string[], found: readonly string[]): Difference {
  const count = (name: string) => found.filter((one) => one === name).length
  return {
    missing: expected.filter((name) => count(name) === 0),
    repeated: [...new Set(found)].filter((name) => count(name) > 1),
  }
}
const NONE: Difference = { missing: [], repeated: [] }

describe.each(ENGINES)('on %s', (name) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await openEngine(name)
  })
  afterAll(() => engine?.stop())

  /** An installation with an admin key. */
  async function newInstallation() {
    const installation = await engine.newInstallation()
    const keys = await installation.firstKeys()
    const key = await installation.adminKey()
    const ask = async ({ address }: ServiceProcess, method: string, path: string, body?: object | Buffer) => {
      const isFile = body instanceof Buffer
      const response = await fetch(`${address}/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body && { 'content-type': isFile ? 'text/csv' : 'application/json' }),
        },
        ...(body && { body: (isFile ? body : JSON.stringify(body)) as BodyInit }),
      })
      return { status: response.status, text: await response.text() }
    }
    return { installation, keys, key, ask }
  }
  type Ask = Awaited<ReturnType<typeof newInstallation>>['ask']

  describe('a survey job with a queued erasure that is killed', () => {
    const participants = Array.from({ length: ROWS }, (_, at) => `p${at}`)
    const file = Buffer.from(
      `participant_id,Why do you walk?\n${participants.map((id, at) => `${id},In week ${at} I walked along the river with my dog`).join('\n')}\n`,
    )
    const jobOf = async (ask: Ask, service: ServiceProcess, id: string) =>
      JSON.parse((await ask(service, 'GET', `/survey-jobs/${id}`)).text) as { state: string; done: number }
    const idsOf = (csv: string) =>
      csv
        .split(/\r?\n/)
        .slice(1)
        .filter((line) => line !== '')
        .map((line) => line.split(',')[0] as string)

    it(`has every row once after ${KILLS} kills, and then erases`, async () => {
      const { installation, ask } = await newInstallation()
      let service = await installation.start()
      const created = await ask(service, 'POST', '/survey-jobs?name=walks.csv', file)
      expect(created.status, created.text).toBe(202)
      const { id } = JSON.parse(created.text) as { id: string }
      const erased = await ask(service, 'POST', '/erasures', { participant_id: ERASED })
      expect([erased.status, JSON.parse(erased.text).waits_for]).toEqual([200, [id]])
      for (let kill = 0; kill < KILLS; kill++) {
        const before = (await jobOf(ask, service, id)).done
        const most = Math.floor((ROWS * (kill + 1)) / (KILLS + 1))
        await until(async () => (await jobOf(ask, service, id)).done > Math.min(before, most - 1))
        expect((await jobOf(ask, service, id)).state).toBe('running')
        expect((await ask(service, 'GET', `/survey-jobs/${id}/result`)).status).toBe(404)
        await service.kill('SIGKILL')
        // As a minute later: the claim of the dead process has ended.
        await installation.query('UPDATE uploads SET claimed_until = 0')
        service = await installation.start()
      }
      await until(async () => (await jobOf(ask, service, id)).state !== 'running')
      expect(await jobOf(ask, service, id)).toMatchObject({ state: 'done', done: ROWS, problem: null })
      await until(async () => (await installation.query('SELECT 1 FROM queued_erasures')).length === 0)
      const left = participants.filter((one) => one !== ERASED)
      const { text } = await ask(service, 'GET', `/survey-jobs/${id}/result`)
      expect(
        compare(
          left,
          idsOf(text).filter((one) => one !== ''),
        ),
      ).toEqual(NONE)
      expect(idsOf(text).filter((one) => one === '')).toHaveLength(1)
      const stored = await installation.query<{ participant_id: string }>(
        'SELECT participant_id FROM analyses',
      )
      const storedIds = stored.map(({ participant_id }) => participant_id)
      expect(compare(left, storedIds)).toEqual(NONE)
      expect(storedIds).not.toContain(ERASED)
      expect(text).not.toContain(`${ERASED},`)
      await service.kill('SIGTERM')
      await installation.remove()
    })

    it('of which a row is lost, doubled, or not erased, is found (control)', async () => {
      const { installation, ask } = await newInstallation()
      const service = await installation.start()
      const { id } = JSON.parse((await ask(service, 'POST', '/survey-jobs?name=walks.csv', file)).text)
      await until(async () => (await jobOf(ask, service, id)).state !== 'running')
      const found = idsOf((await ask(service, 'GET', `/survey-jobs/${id}/result`)).text)
      expect(found).toContain(ERASED)
      expect(compare(participants, found)).toEqual(NONE)
      expect(compare(participants, [...found.slice(1), 'p5'])).toEqual({ missing: ['p0'], repeated: ['p5'] })
      await service.kill('SIGTERM')
      await installation.remove()
    })
  })

  describe('with sessions', () => {
    let place: Awaited<ReturnType<typeof newInstallation>>
    let senders: Sender[]
    let sessions: string[]
    let scoredAt = 0
    beforeAll(async () => {
      place = await newInstallation()
      const service = await place.installation.start()
      senders = Array.from({ length: SESSIONS }, () => makeSender(place.keys))
      sessions = senders.map(({ sessionId }) => sessionId)
      await inParallel(4, SESSIONS, async (at) => {
        expect(await senders[at]?.send(service.address)).toBe(200)
        const headers = { authorization: `Bearer ${place.keys.secretKey}` }
        const report = await fetch(`${service.address}/v1/sessions/${sessions[at]}/report`, { headers })
        expect(report.status, await report.text()).toBe(200)
      })
      scoredAt = Date.now()
      await service.kill('SIGTERM')
    })
    afterAll(() => place?.installation.remove())

    const nothingLost = async (service: ServiceProcess, keys: ServiceKeys) =>
      expect(await findLost(service.address, keys, senders)).toEqual({ lost: [], duplicated: [] })

    /** The complete lines that arrive until the service is killed after the first piece, or all of them. */
    async function exportRows(service: ServiceProcess, key: string, cursor: string, kills: boolean) {
      const after = cursor === '' ? '' : `&cursor=${cursor}`
      const rows: { session_id: string; cursor: string }[] = []
      let rest = ''
      let isWhole = false
      try {
        const response = await fetch(`${service.address}/v1/exports/events?format=ndjson${after}`, {
          headers: { authorization: `Bearer ${key}` },
        })
        expect(response.status).toBe(200)
        for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
          const lines = (rest + Buffer.from(piece).toString()).split('\n')
          rest = lines.pop() as string
          rows.push(...lines.map((line) => JSON.parse(line)))
          if (kills && rows.length > 0) service.child.kill('SIGKILL')
        }
        isWhole = true
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
      }
      return { rows, isWhole }
    }

    it('an export that is killed breaks off, and continues where it stopped', async () => {
      const { installation, keys, key } = place
      const found: string[] = []
      let cursor = ''
      let cutOff = 0
      /** A busy machine may send the whole export before the kill. The first one must hit it. */
      async function brokenExport() {
        for (let tries = 1; ; tries++) {
          const service = await installation.start()
          const exported = await exportRows(service, key, '', true)
          if (!exported.isWhole || tries === MOST_TRIES) return { service, ...exported }
          await service.kill('SIGKILL')
        }
      }
      async function nextExport(round: number) {
        const service = await installation.start()
        return { service, ...(await exportRows(service, key, cursor, round < KILLS)) }
      }
      for (let round = 0; round <= KILLS; round++) {
        const { service, rows, isWhole } = await (round === 0 ? brokenExport() : nextExport(round))
        if (!isWhole) cutOff++
        found.push(...rows.map(({ session_id }) => session_id))
        cursor = rows.at(-1)?.cursor ?? cursor
        // Control: without the rest, sessions are missing.
        if (round === 0) expect(compare(sessions, found).missing.length).toBeGreaterThan(0)
        if (round === KILLS) await nothingLost(service, keys)
        await service.kill(round === KILLS ? 'SIGTERM' : 'SIGKILL')
      }
      figures(`killed exports on ${name}`, { kills: KILLS, cutOff })
      expect(cutOff).toBeGreaterThan(0)
      const { missing } = compare(sessions, found)
      expect(missing).toEqual([])
      // A session has several events, of which each is there once.
      const service = await installation.start()
      const whole = await exportRows(service, key, '', false)
      expect(found.toSorted()).toEqual(whole.rows.map(({ session_id }) => session_id).toSorted())
      await service.kill('SIGTERM')
    })

    it('the command of exports that is killed leaves whole files, and the next run the rest', async () => {
      const { installation } = place
      const to = await mkdtemp(join(tmpdir(), 'byhand-export-'))
      // Younger rows are left to the next run.
      await sleep(scoredAt + SETTLED_MS - Date.now())
      const run = () =>
        startByhand(
          { folder: installation.folder, env: installation.env },
          ...['export', 'sessions', '--to', to, '--format', 'ndjson'],
        )
      for (let kill = 0; kill < KILLS; kill++) {
        const running = run()
        await sleep(300 + ((kill * 170) % 1_500))
        running.child.kill('SIGKILL')
        await running.ended
      }
      const last = await run().ended
      expect(last.code, last.stderr).toBe(0)
      const found: string[] = []
      for (const file of await readdir(to, { recursive: true })) {
        if (!file.endsWith('.ndjson')) continue
        for (const line of (await readFile(join(to, file), 'utf8')).trimEnd().split('\n'))
          found.push(JSON.parse(line).session_id)
      }
      expect(compare(sessions, found)).toEqual(NONE)
      await rm(to, { recursive: true })
    })

    it(`a rescoring reaches every session over ${KILLS} kills`, async () => {
      const { installation, keys, ask } = place
      const versions = async () =>
        (
          await installation.query<{ version: string; count: number }>(
            'SELECT version, count(*) AS count FROM reports GROUP BY version',
          )
        ).map(({ version, count }) => ({ version, count: Number(count) }))
      const [first, ...others] = await versions()
      // The example session may have no report yet.
      const reports = first?.count ?? 0
      expect(reports).toBeGreaterThanOrEqual(SESSIONS)
      expect(others).toEqual([])
      const outdated = async () =>
        (await versions()).find(({ version }) => version === first?.version)?.count ?? 0
      let service = await installation.start()
      const changed = await ask(service, 'PATCH', '/settings', { weights: { vpn: 31 } })
      expect(changed.status, changed.text).toBe(200)
      let inTheMiddle = 0
      for (let kill = 0; kill < KILLS; kill++) {
        const most = Math.ceil((SESSIONS * (KILLS - kill)) / (KILLS + 1))
        await until(async () => (await outdated()) <= most)
        await service.kill('SIGKILL')
        const left = await outdated()
        if (left > 0 && left < reports) inTheMiddle++
        service = await installation.start()
      }
      figures(`killed rescorings on ${name}`, { kills: KILLS, inTheMiddle })
      expect(inTheMiddle).toBeGreaterThan(0)
      await until(async () => (await outdated()) === 0, outdated)
      const [renewed, ...older] = await versions()
      expect(renewed?.count).toBeGreaterThanOrEqual(reports)
      expect(older).toEqual([])
      await until(async () => !JSON.parse((await ask(service, 'GET', '/settings')).text).rescoring)
      await nothingLost(service, keys)
      await service.kill('SIGTERM')
    })

    it(`a migration leaves the database usable over ${KILLS} kills, and ends when it is repeated`, async () => {
      const { installation, keys } = place
      const target = installation.env.BYHAND_STORE ?? installation.folder
      const run = () => {
        const child = spawn(process.execPath, [join(import.meta.dirname, 'migrate_steps.ts'), target], {
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
        const begun = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
        return { child, ended, begun }
      }
      const stepsOf = async () =>
        (await installation.query<{ name: string }>('SELECT name FROM migrations ORDER BY number')).map(
          ({ name: step }) => step,
        )
      const before = await stepsOf()
      const storedSessions = async () => {
        const [row] = await installation.query<{ count: number }>('SELECT count(*) AS count FROM sessions')
        return Number(row?.count)
      }
      // The example session is missing if the first start was stopped before it was stored.
      const stored = await storedSessions()
      expect(stored).toBeGreaterThanOrEqual(SESSIONS)
      let inTheMiddle = 0
      for (let kill = 0; kill < KILLS; kill++) {
        const { child, ended, begun } = run()
        await begun
        await sleep(40 + ((kill * 230) % 900))
        child.kill('SIGKILL')
        if ((await ended) === null) inTheMiddle++
        const after = await stepsOf()
        expect(after.slice(0, before.length)).toEqual(before)
        expect(after).not.toContain('last')
        // This program knows fewer steps; additions do not keep it from working on PostgreSQL.
        if (after.length === before.length) {
          const service = await installation.start()
          await nothingLost(service, keys)
          await service.kill('SIGTERM')
        }
      }
      figures(`killed migrations on ${name}`, { kills: KILLS, inTheMiddle })
      expect(inTheMiddle).toBeGreaterThan(0)
      expect(await run().ended).toBe(0)
      const after = await stepsOf()
      expect(after).toHaveLength(before.length + (name === 'SQLite' ? 2 : 3))
      const [rows] = await installation.query<{ count: number }>('SELECT count(*) AS count FROM added_first')
      expect(Number(rows?.count)).toBe(name === 'SQLite' ? 1_500_000 : 100_000)
      expect(await installation.query('SELECT * FROM added_last')).toEqual([])
      if (name === 'PostgreSQL') {
        const invalid = await installation.query('SELECT 1 FROM pg_index WHERE NOT indisvalid')
        expect(invalid).toEqual([])
      }
      expect(await storedSessions()).toBe(stored)
    })
  })
})
