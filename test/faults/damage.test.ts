/** Bits that rot: what is read is right or refused, and never silently different. The control reads without checksums. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import { seededChance } from './chance.ts'
import { cycles, figures } from './cycles.ts'
import { fill, judge, type Told, tellAll } from './rot.ts'

const FLIPS = cycles(20, 200)
/** Most bits of a file are nobody's; those that matter must be among them. */
const CONTROL_FLIPS = 200
const RELEASE = join(import.meta.dirname, 'releases', '0.1.0')
const SESSIONS = 24

let closed: string
let running: string
let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'byhand-rot-'))
  closed = join(home, 'closed')
  running = join(home, 'running')
  const store = await openSqlite({ folder: closed })
  await store.close()
  await writeFile(join(closed, 'byhand.db'), gunzipSync(readFileSync(join(RELEASE, 'byhand.db.gz'))))
  const filled = await openSqlite({ folder: closed })
  await fill(filled, 0, SESSIONS)
  await filled.close()
  // The same as a process that was killed leaves it: much of it in the write-ahead log alone.
  cpSync(closed, join(home, 'open'), { recursive: true })
  const open = await openSqlite({ folder: join(home, 'open') })
  await fill(open, SESSIONS, SESSIONS * 2)
  cpSync(join(home, 'open'), running, { recursive: true })
  await open.close()
})
afterAll(() => rm(home, { recursive: true, force: true }))

async function openedAt(folder: string): Promise<Told> {
  let store: Store
  const notices: string[] = []
  try {
    store = await openSqlite({ folder, onNotice: (text) => notices.push(text) })
  } catch {
    return 'refused'
  }
  try {
    const told = await tellAll(store)
    return notices.length > 0 ? 'noticed' : told
  } finally {
    await store.close().catch(() => {})
  }
}

function flipBit(file: string, chance: () => number): number {
  const bytes = readFileSync(file)
  const at = Math.floor(chance() * bytes.length)
  bytes[at] = (bytes[at] as number) ^ (1 << Math.floor(chance() * 8))
  writeFileSync(file, bytes)
  return at
}

/** Flips one bit at a time in a copy of the folder, and has each copy read by `read`. */
async function rot(folder: string, file: string, read: (copy: string) => Promise<Told>, flips = FLIPS) {
  const copy = join(home, 'copy')
  const fresh = async () => {
    await rm(copy, { recursive: true, force: true })
    cpSync(folder, copy, { recursive: true })
  }
  await fresh()
  const truth = await read(copy)
  if (typeof truth === 'string') throw new Error(`the undamaged folder was ${truth}`)
  const outcomes = { right: 0, refused: 0, noticed: 0, wrong: [] as string[] }
  const chance = seededChance(23)
  for (let flip = 0; flip < flips; flip++) {
    await fresh()
    const at = flipBit(join(copy, file), chance)
    const outcome = judge(await read(copy), truth)
    if (typeof outcome === 'string') outcomes[outcome]++
    else outcomes.wrong.push(`byte ${at}: ${outcome.wrong.slice(0, 3).join(', ')}`)
  }
  figures(`bits in ${file}`, { ...outcomes, wrong: outcomes.wrong.length, by: read.name })
  return outcomes
}

/** Reads the same file as SQLite gives it, trusting every byte. */
async function withoutChecksums(folder: string): Promise<Told> {
  const told = new Map<string, string>([
    ['page', ''],
    ['workspaces', ''],
  ])
  try {
    const db = new Sqlite(join(folder, 'byhand.db'))
    try {
      for (const row of db.prepare<[], { no: number }>('SELECT * FROM sessions').iterate()) {
        told.set(`session ${row.no}`, JSON.stringify(row))
      }
      const rows = db.prepare<[], { rowid: number; sealed: Buffer }>('SELECT rowid, sealed FROM batches')
      for (const { rowid, sealed } of rows.iterate()) {
        told.set(`batch ${rowid}`, zstdDecompressSync(sealed.subarray(4)).toString('base64'))
      }
    } finally {
      db.close()
    }
  } catch {
    return 'refused'
  }
  return told
}

describe('one bit in a file of SQLite', () => {
  it(`is noticed or does no harm, at ${FLIPS} places of the database`, async () => {
    const { wrong, refused } = await rot(closed, 'byhand.db', openedAt)
    expect(wrong).toEqual([])
    expect(refused).toBeGreaterThan(0)
  })

  it(`is noticed or does no harm, at ${FLIPS} places of the write-ahead log`, async () => {
    expect(readdirSync(running)).toContain('byhand.db-wal')
    const { wrong, refused } = await rot(running, 'byhand.db-wal', openedAt)
    expect(wrong).toEqual([])
    expect(refused).toBeGreaterThan(0)
  })

  it('would go unnoticed without checksums (control)', async () => {
    const { wrong } = await rot(closed, 'byhand.db', withoutChecksums, CONTROL_FLIPS)
    expect(wrong.length).toBeGreaterThan(0)
  })
})
