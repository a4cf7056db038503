import { closeSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearUnusedSpace, FIRST_PAGE } from './unused_space.ts'

/** A busy machine takes several times as long; no assertion depends on time. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const ROWS = 3_000
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-unused-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('unused space', () => {
  it('contains copies of moved rows, and clearing it changes no row', () => {
    const file = join(folder, 'db')
    const db = new Sqlite(file)
    db.pragma('secure_delete = ON')
    db.exec('CREATE TABLE names (name TEXT PRIMARY KEY, more BLOB) WITHOUT ROWID')
    const add = db.prepare('INSERT INTO names VALUES (?, ?)')
    const names = Array.from({ length: ROWS }, (_, index) => `name-${(index * 1_103) % ROWS}-`)
    // The longest rows use overflow pages, which must not change.
    db.transaction(() =>
      names.forEach((name, index) => void add.run(name, Buffer.alloc(index % 3_000, 0x2a))),
    )()
    const all = 'SELECT group_concat(name || hex(more)) FROM names'
    const before = db.prepare(all).pluck().get()
    db.close()
    const copies = () =>
      readFileSync(file)
        .toString('latin1')
        .match(/name-\d+-/g)?.length ?? 0
    expect(copies()).toBeGreaterThan(ROWS)

    const handle = openSync(file, 'r+')
    for (let page: number | null = FIRST_PAGE; page !== null; )
      page = clearUnusedSpace(handle, 4_096, page, 10)
    closeSync(handle)
    expect(copies()).toBe(ROWS)
    const after = new Sqlite(file)
    expect(after.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(after.prepare(all).pluck().get() === before).toBe(true)
    after.close()
  })
})
