/** `byhand record`: records one person's session on a short set of tasks, with consent, into a file. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Command, InvalidArgumentError } from 'commander'
import { decodeBatch, type RecordedBatch } from '../contract/batch/codec.ts'
import { defined } from '../contract/defined.ts'
import { makeReport } from '../report/report.ts'
import { startService } from '../server/boot/start.ts'
import { readConfig } from '../server/config/config.ts'
import { PROGRAM_VERSION } from '../server/config/program_version.ts'
import { createKey } from '../server/workspace/keys.ts'
import type { Store } from '../store/store.ts'
import { writeNewFile } from './new_file.ts'
import { type SetUp, startVolunteerServer } from './record/volunteer_server.ts'
import { CommandError, type Terminal } from './terminal.ts'

/** The content of the file, as gzipped JSON. Lists of the lab read `batches` as they read their own recordings. */
export interface VolunteerRecording {
  readonly format: 'byhand-volunteer'
  readonly version: 1
  readonly program: string
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly setUp: SetUp
  readonly batches: readonly RecordedBatch[]
}

const WORKSPACE = 'ws_volunteer'

export function recordCommand(terminal: Terminal): Command {
  return new Command('record')
    .description(
      "record a volunteer's session on this machine, with their consent; the file contains no typed text",
    )
    .option('--out <file>', 'new file', 'byhand-volunteer.json.gz')
    .option('--port <number>', 'port of the page on this machine (default: any free port)', portNumber, 0)
    .action(({ out, port }: { out: string; port: number }) => record(terminal, out, port))
}

async function record(terminal: Terminal, out: string, port: number): Promise<void> {
  if (existsSync(out)) throw new CommandError(`${out} already exists.`)
  const folder = await mkdtemp(join(tmpdir(), 'byhand-record-'))
  let service: Awaited<ReturnType<typeof startService>> | undefined
  try {
    service = await startService(
      readConfig({ BYHAND_DATA: folder, BYHAND_PORT: '0', BYHAND_HOST: '127.0.0.1', BYHAND_DEMO: 'no' }),
      { writeLog: () => {} },
    )
    const { store } = service.services
    const now = Date.now()
    await store.keys.createWorkspace({ id: WORKSPACE, name: 'volunteer', createdAt: now, settings: {} })
    const site = await createKey(store.keys, { workspace: WORKSPACE, kind: 'site', name: 'volunteer' }, now)
    const page = await startVolunteerServer({ service: service.address, siteKey: site.key }, port)
    terminal.note(`Open ${page.address} in the browser to record.\n`)
    const setUp = await page.done
    if (setUp === undefined) {
      await page.end('Nothing was recorded.')
      throw new CommandError('The volunteer declined. Nothing was recorded.')
    }
    const batches = await batchesOf(store)
    if (batches.length === 0) {
      await page.end('Nothing was recorded.')
      throw new CommandError('The browser sent nothing. Is a content blocker on?')
    }
    const recording: VolunteerRecording = {
      format: 'byhand-volunteer',
      version: 1,
      program: PROGRAM_VERSION,
      date: new Date(now).toISOString().slice(0, 10),
      setUp,
      batches,
    }
    const bytes = await promisify(gzip)(JSON.stringify(recording), { level: 9 })
    await writeNewFile(out, async () => Readable.from([bytes]))
    await page.end(`Your session is in the file ${out} on this computer. You can close this page.`)
    terminal.out(`${out}: ${batches.length} batches, risk score ${scoreOf(batches)} of 100`)
  } finally {
    await service?.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Of the session with the most events: reloading the page may start another. */
async function batchesOf(store: Store): Promise<RecordedBatch[]> {
  const sessions = await store.sessions.recent(WORKSPACE, { limit: 20 })
  const [largest] = sessions.map(({ session }) => session).sort((a, b) => b.rowCount - a.rowCount)
  if (largest === undefined) return []
  const stored = await store.sessions.batches({ workspace: WORKSPACE, sessionId: largest.sessionId })
  return stored.map(({ bytes }) => withoutReferrer(decodeBatch(bytes)))
}

/** The volunteer agreed to no data about other pages. */
function withoutReferrer({ batch: { device, ...batch }, receipt }: RecordedBatch): RecordedBatch {
  const readings = device?.map(({ at, signals: { referrer: _, ...signals } }) => ({ at, signals }))
  return { batch: { ...batch, ...defined({ device: readings }) }, receipt }
}

function scoreOf(batches: readonly RecordedBatch[]): number {
  const sessionId = batches[0]?.batch.session_id ?? ''
  const session = { sessionId, userId: null, tags: [], batches, tampered: 0, overflow: 0 }
  return makeReport(session, {}, () => {}).record.risk_score
}

function portNumber(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('It must be a whole number from 0 to 65535.')
  return port
}
