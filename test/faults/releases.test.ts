/** The data of an earlier release is opened, migrated and returned unchanged. */
import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeBatch } from '../../src/contract/codec.ts'
import { readStoredResult } from '../../src/server/survey/stored_result.ts'
import { restore } from '../../src/store/restore.ts'
import { storeVersion } from '../../src/store/version.ts'
import { type Engine, type Installation, installationAt, openEngine } from './engines.ts'
import { fetchAnswers, type ReleaseAnswers } from './releases/answers.ts'

const FOLDER = join(import.meta.dirname, 'releases')
const RELEASES = readdirSync(FOLDER).filter((name) => /^\d/.test(name))

let engine: Engine
beforeAll(async () => {
  engine = await openEngine('PostgreSQL', { fsync: false })
})
afterAll(() => engine?.stop())

const unpacked = (release: string, file: string) => gunzipSync(readFileSync(join(FOLDER, release, file)))
const newDatabase = async () => (await engine.server?.newDatabase()) as string

const WAYS: Readonly<Record<string, (release: string) => Promise<Installation>>> = {
  'its data folder': async (release) => {
    const installation = await installationAt(undefined)
    await writeFile(join(installation.folder, 'byhand.db'), unpacked(release, 'byhand.db.gz'))
    return installation
  },
  'its PostgreSQL': async (release) => {
    const url = await newDatabase()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(unpacked(release, 'postgres.sql.gz').toString())
    await client.end()
    return installationAt(url)
  },
  'its backup, restored into SQLite': async (release) => {
    const installation = await installationAt(undefined)
    await restore(join(FOLDER, release, 'all.byhand'), '', installation.folder)
    return installation
  },
  'its backup, restored into PostgreSQL': async (release) => {
    const url = await newDatabase()
    await restore(join(FOLDER, release, 'all.byhand'), url, '')
    return installationAt(url)
  },
}

async function compare(installation: Installation, release: ReleaseAnswers): Promise<void> {
  const service = await installation.start()
  try {
    const paths = Object.keys(release.answers)
    expect(paths.length).toBeGreaterThan(5)
    for (const key of [release.secretKey, release.secondKey]) {
      expect(await fetchAnswers(service.address, key, paths)).toEqual(release.answers)
    }
    const login = await fetch(`${service.address}/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-byhand': '1' },
      body: JSON.stringify(release.member),
    })
    expect(login.status).toBe(200)
  } finally {
    await service.kill('SIGTERM')
  }
  const { stored, newest } = await storeVersion(installation.env.BYHAND_STORE ?? '', installation.folder)
  expect(stored).toBe(newest)
  const store = await installation.openStore()
  const workspace = (await store.keys.workspaces())[0]?.id as string
  for (const [participantId, text] of Object.entries(release.surveys)) {
    const row = await store.surveys.find({ workspace, surveyId: 'kept', participantId })
    expect(readStoredResult(row?.result as string).body).toBe(text)
  }
  // Reports may be stored; their batches must exist too.
  for (const { session } of await store.sessions.recent(workspace, { limit: 100 })) {
    const batches = await store.sessions.batches(session)
    const rows = batches.reduce((sum, { bytes }) => sum + decodeBatch(bytes).batch.rows.length, 0)
    expect(rows).toBe(session.rowCount)
  }
  await store.close()
}

describe.each(RELEASES)('release %s', (release) => {
  const answers = JSON.parse(unpacked(release, 'answers.json.gz').toString()) as ReleaseAnswers

  it.each(Object.keys(WAYS))('returns the same answers from %s', async (way) => {
    const installation = await (WAYS[way] as (release: string) => Promise<Installation>)(release)
    await compare(installation, answers)
    await installation.remove()
  })

  it('fails when a batch is missing (control)', async () => {
    const installation = await (WAYS['its data folder'] as (release: string) => Promise<Installation>)(
      release,
    )
    const db = new Sqlite(join(installation.folder, 'byhand.db'))
    const dropped = db.prepare('DELETE FROM batches WHERE rowid = (SELECT max(rowid) FROM batches)').run()
    db.close()
    expect(dropped.changes).toBe(1)
    await expect(compare(installation, answers)).rejects.toThrow()
    await installation.remove()
  })
})
