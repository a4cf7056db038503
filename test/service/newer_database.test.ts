/** A database that a newer version wrote: the service prints one sentence, ends, and changes nothing. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NEWEST_VERSION } from '../../src/store/sqlite/migrate.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { byhand } from './command.ts'

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-newer-'))
  file = join(folder, 'byhand.db')
  const store = await openSqlite({ folder })
  await store.close()
  const db = new Sqlite(file)
  db.pragma(`user_version = ${NEWEST_VERSION + 1}`)
  db.close()
})
afterAll(() => rm(folder, { recursive: true }))

it.each([
  ['serve', 'byhand cannot start'],
  ['migrate', 'byhand'],
])('byhand %s', async (command, start) => {
  const before = await readFile(file)
  const { code, stdout, stderr } = await byhand({ folder }, command)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr.trimEnd().split('\n')).toEqual([
    `${start}: The database has version ${NEWEST_VERSION + 1}, but this version of Byhand only supports version ${NEWEST_VERSION}. Run the newer version, or restore a backup.`,
  ])
  expect(await readFile(file)).toEqual(before)
})
