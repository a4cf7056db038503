/** Flipped bits: reads return the right data or an error, never wrong data. The control reads without checksums. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RawBatch } from '../../src/store/rows/session.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import { batchDictionary } from '../../src/store/values/dictionary.ts'
import { unpackId } from '../../src/store/values/packed_id.ts'
import { cycles, figures } from './cycles.ts'
import { seededRandom } from './random.ts'
import { type Contents, compareContents, fill, fillWorkspace, readAll } from './stored_content.ts'

const FLIPS = cycles(40, 200)
/** Most bits of a file are unused, so the control needs enough flips. */
const CONTROL_FLIPS = 200
const SESSIONS = 24

let closed: string
let running: string
let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'byhand-damage-'))
  closed = join(home, 'closed')
  running = join(home, 'running')
  const filled = await openSqlite({ folder: closed })
  await fillWorkspace(filled)
  await fill(filled, 0, SESSIONS)
  await filled.close()
  // The state after a killed process: much of the data is only in the write-ahead log.
  cpSync(closed, join(home, 'open'), { recursive: true })
  const open = await openSqlite({ folder: join(home, 'open') })
  await fill(open, SESSIONS, SESSIONS * 2)
  cpSync(join(home, 'open'), running, { recursive: true })
  await open.close()
})
afterAll(() => rm(home, { recursive: true, force: true }))

async function openedAt(folder: string): Promise<Contents> {
  let store: Store
  const notices: string[] = []
  try {
    store = await openSqlite({ folder, onNotice: (text) => notices.push(text) })
  } catch {
    return 'refused'
  }
  try {
    const contents = await readAll(store)
    return notices.length > 0 ? 'noticed' : contents
  } finally {
    await store.close().catch(() => {})
  }
}

function flipBit(file: string, random: () => number): number {
  const bytes = readFileSync(file)
  const at = Math.floor(random() * bytes.length)
  bytes[at] = (bytes[at] as number) ^ (1 << Math.floor(random() * 8))
  writeFileSync(file, bytes)
  return at
}

/** Flips one bit at a time in a copy of the folder, and reads each copy with `read`. */
async function flipBits(
  folder: string,
  file: string,
  read: (copy: string) => Promise<Contents>,
  flips = FLIPS,
) {
  const copy = join(home, 'copy')
  const fresh = async () => {
    await rm(copy, { recursive: true, force: true })
    cpSync(folder, copy, { recursive: true })
  }
  await fresh()
  const truth = await read(copy)
  if (typeof truth === 'string') throw new Error(`the undamaged folder was ${truth}`)
  const outcomes = { right: 0, refused: 0, noticed: 0, wrong: [] as string[] }
  const random = seededRandom(23)
  for (let flip = 0; flip < flips; flip++) {
    await fresh()
    const at = flipBit(join(copy, file), random)
    const outcome = compareContents(await read(copy), truth)
    if (typeof outcome === 'string') outcomes[outcome]++
    else outcomes.wrong.push(`byte ${at}: ${outcome.wrong.slice(0, 3).join(', ')}`)
  }
  figures(`bits in ${file}`, { ...outcomes, wrong: outcomes.wrong.length, by: read.name })
  return outcomes
}

/** Reads the same file through SQLite without our checksums. */
async function withoutChecksums(folder: string): Promise<Contents> {
  const contents = new Map<string, string>()
  try {
    const db = new Sqlite(join(folder, 'byhand.db'))
    try {
      for (const row of db.prepare<[], { no: number }>('SELECT * FROM sessions').iterate()) {
        contents.set(`session ${row.no}`, JSON.stringify(row))
      }
      const rows = db.prepare<[], RawBatch & { rowid: number; session_id: Buffer }>(
        'SELECT b.rowid, b.*, s.session_id FROM batches b JOIN sessions s ON s.no = b.session',
      )
      for (const { rowid, session_id, tab, seq, page, received_at, sealed } of rows.iterate()) {
        const [sessionId, tabId] = [unpackId(session_id), unpackId(tab)]
        const dictionary = batchDictionary({ sessionId, tab: tabId, seq, page, receivedAt: received_at })
        contents.set(`batch ${rowid}`, inflateRawSync(sealed.subarray(4), { dictionary }).toString('base64'))
      }
    } finally {
      db.close()
    }
  } catch {
    return 'refused'
  }
  return contents
}

describe('a flipped bit in a SQLite file', () => {
  it(`is detected or harmless, at ${FLIPS} positions in the database`, async () => {
    const { wrong, refused } = await flipBits(closed, 'byhand.db', openedAt)
    expect(wrong).toEqual([])
    expect(refused).toBeGreaterThan(0)
  })

  it(`is detected or harmless, at ${FLIPS} positions in the write-ahead log`, async () => {
    expect(readdirSync(running)).toContain('byhand.db-wal')
    const { wrong, refused } = await flipBits(running, 'byhand.db-wal', openedAt)
    expect(wrong).toEqual([])
    expect(refused).toBeGreaterThan(0)
  })

  it('is not detected without checksums (control)', async () => {
    const { wrong } = await flipBits(closed, 'byhand.db', withoutChecksums, CONTROL_FLIPS)
    expect(wrong.length).toBeGreaterThan(0)
  })
})
