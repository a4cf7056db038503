/** `byhand export sessions` and `byhand backup` beside a running service, to a folder and to a bucket. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBucket } from '../../src/cli/bucket.ts'
import { EXAMPLE_SESSIONS } from '../../src/contract/example_session.ts'
import { type ExportCursor, OVERLAP_MS, sessionFiles } from '../../src/server/sessions/session_files.ts'
import { newFacts } from '../samples/session_facts.ts'
import { freePort } from '../setup/free_port.ts'
import { S3_KEYS, type S3Server, startS3 } from '../setup/s3_server.ts'
import { newReport, startSession } from '../store/engine.ts'
import { byhandHere as byhand } from './command.ts'
import { type RunningService, runService } from './running_service.ts'

const HOUR_MS = 3_600_000
let service: RunningService
let s3: S3Server
let workspace: string
let scratch: string
const begun = Date.now() - 2 * HOUR_MS

beforeAll(async () => {
  service = await runService({ BYHAND_LOG_LEVEL: 'silent' })
  workspace = (await service.workspace()).id
  scratch = await mkdtemp(join(tmpdir(), 'byhand-export-'))
  s3 = await startS3()
})
afterAll(async () => {
  await s3?.stop()
  await service?.stop()
  await rm(scratch, { recursive: true, force: true })
})

const s3Env = () => ({ ...S3_KEYS, AWS_ENDPOINT_URL: s3.url })
const run = (env: Record<string, string>, ...words: string[]) =>
  byhand({ folder: service.folder, env }, ...words)

async function score(sessionId: string, savedAt: number, given: { score?: number; start?: boolean } = {}) {
  const { store } = service.services
  if (given.start !== false) {
    await startSession(store, workspace, { sessionId, receivedAt: begun, userId: 'u-1', tags: ['a', 'b'] })
  }
  const report = newReport(1, { score: given.score ?? 10, action: 'Auto-accept' })
  await store.sessions.saveReport({ workspace, sessionId }, { ...report, facts: newFacts({ savedAt }) })
}

const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer
const rowsOf = (bytes: Uint8Array) => parquetReadObjects({ file: bufferOf(bytes) })

describe('an export of sessions', () => {
  const ids = ['aaaaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbbbbbbbb', 'cccccccccccccccccccccc'] as const

  it('writes Parquet files to a folder, each with the sessions that were scored since the last', async () => {
    const to = join(scratch, 'folder')
    await score(ids[0], begun + 1)
    await score(ids[1], begun + 1)
    await score(EXAMPLE_SESSIONS.person, begun + 1)
    const first = await run({}, 'export', 'sessions', '--to', to, '--json')
    expect(first).toMatchObject({ code: 0, stderr: '' })
    const [written] = JSON.parse(first.stdout).files
    expect(written).toEqual({ file: join(to, workspace, 'sessions-000001.parquet'), rows: 2 })
    expect(await service.services.store.audit.list(workspace, 1)).toMatchObject([
      { action: 'exported', who: 'byhand export sessions', detail: 'sessions-000001.parquet' },
    ])
    const rows = await rowsOf(await readFile(written.file))
    expect(rows.map(({ session_id }) => session_id)).toEqual([ids[0], ids[1]])
    expect(rows[0]).toMatchObject({
      started_at: new Date(begun),
      saved_at: new Date(begun + 1),
      user_id: 'u-1',
      tags: ['a', 'b'],
      risk_score: 10,
      recommended_action: 'Auto-accept',
      label: null,
      duration_ms: expect.any(BigInt),
    })

    expect((await run({}, 'export', 'sessions', '--to', to)).stdout).toBe(
      'No session was scored since the last export.\n',
    )
    await score(ids[0], begun + 2, { score: 90, start: false })
    await score(ids[2], begun + 3)
    // Too recent: a report with an earlier time may still be saved.
    await score('dddddddddddddddddddddd', Date.now())
    await run({}, 'export', 'sessions', '--to', to)
    const files = await readdir(join(to, workspace))
    expect(files.sort()).toEqual([
      'cursor.parquet.json',
      'sessions-000001.parquet',
      'sessions-000002.parquet',
    ])
    const more = await rowsOf(await readFile(join(to, workspace, 'sessions-000002.parquet')))
    expect(more.map(({ session_id, risk_score }) => [session_id, risk_score])).toEqual([
      [ids[0], 90],
      [ids[2], 10],
    ])
  })

  it('writes NDJSON to a bucket', async () => {
    const words = ['export', 'sessions', '--format', 'ndjson', '--to', 's3://data/by hand']
    expect(await run(s3Env(), ...words)).toMatchObject({ code: 0, stderr: '' })
    const text = s3.objects.get(`data/by hand/${workspace}/sessions-000001.ndjson`)?.toString() ?? ''
    const rows = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows.map(({ session_id }) => session_id)).toEqual([ids[1], ids[0], ids[2]])
    expect(s3.objects.has(`data/by hand/${workspace}/cursor.ndjson.json`)).toBe(true)
    expect((await run(s3Env(), ...words)).stdout).toBe('No session was scored since the last export.\n')
  })

  const filesFrom = async (start: ExportCursor | null, before: number, rowsPerFile?: number) =>
    Array.fromAsync(
      sessionFiles(service.services.store, workspace, 'ndjson', start, before, rowsPerFile),
      ({ name, bytes, end }) => ({
        name,
        end,
        ids: Buffer.from(bytes)
          .toString()
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line).session_id as string),
      }),
    )

  it('continues in the next file when one is full', async () => {
    const found = await filesFrom(null, begun + 9, 2)
    expect(found.map(({ name, ids }) => [name, ids])).toEqual([
      ['sessions-000001.ndjson', [ids[1], ids[0]]],
      ['sessions-000002.ndjson', [ids[2]]],
    ])
    const [interrupted] = found
    expect(
      (await filesFrom(interrupted?.end ?? null, begun + 9)).map(({ name, ids }) => [name, ids]),
    ).toEqual([['sessions-000002.ndjson', [ids[2]]]])
  })

  it('exports everything again after a cursor of a clock that was ahead, once', async () => {
    const [last] = await filesFrom(null, begun + 9)
    const stray = { files: 7, savedAt: begun + 400 * 24 * HOUR_MS, recent: [] }
    const [again, ...more] = await filesFrom(stray, begun + 9)
    expect([again?.name, again?.ids, more]).toEqual(['sessions-000008.ndjson', last?.ids, []])
    expect(await filesFrom(again?.end ?? null, begun + 9)).toEqual([])
  })

  it('finds rows of a node whose clock is behind, once', async () => {
    const last = (await filesFrom(null, begun + 9)).at(-1)?.end ?? null
    expect(await filesFrom(last, begun + 9)).toEqual([])
    const late = 'eeeeeeeeeeeeeeeeeeeeee'
    await score(late, begun + 3 - OVERLAP_MS)
    const [found, ...more] = await filesFrom(last, begun + 9)
    expect([found?.name, found?.ids, more]).toEqual(['sessions-000002.ndjson', [late], []])
    expect(found?.end).toMatchObject({ files: 2, savedAt: last?.savedAt })
    expect(await filesFrom(found?.end ?? null, begun + 9)).toEqual([])
  })

  it.each([
    ['a wrong secret', { AWS_SECRET_ACCESS_KEY: 'other' }, /403 \(SignatureDoesNotMatch\)/],
    ['no credentials', { AWS_ACCESS_KEY_ID: '' }, /Set AWS_ACCESS_KEY_ID/],
  ])('fails with one sentence for %s', async (_, wrong, sentence) => {
    const { code, stderr } = await run({ ...s3Env(), ...wrong }, 'export', 'sessions', '--to', 's3://data/x')
    expect(code).toBe(1)
    expect(stderr).toMatch(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  it('fails with one sentence for an endpoint that does not answer', async () => {
    const env = { ...s3Env(), AWS_ENDPOINT_URL: `http://127.0.0.1:${await freePort()}` }
    const { code, stderr } = await run(env, 'export', 'sessions', '--to', 's3://data/x')
    expect([code, stderr]).toEqual([1, expect.stringMatching(/cannot be reached: ECONNREFUSED\.\n$/)])
  })

  it('fails with one sentence for a damaged cursor', async () => {
    const to = join(scratch, 'folder')
    await writeFile(join(to, workspace, 'cursor.parquet.json'), 'x')
    const { code, stderr } = await run({}, 'export', 'sessions', '--to', to)
    expect([code, stderr]).toEqual([1, expect.stringContaining('is damaged')])
  })
})

describe('a bucket', () => {
  it('receives a backup, which is never overwritten', async () => {
    const words = ['backup', 's3://data/backups/today.byhand']
    expect(await run(s3Env(), ...words)).toMatchObject({ code: 0, stderr: '' })
    const file = join(scratch, 'today.byhand')
    await writeFile(file, s3.objects.get('data/backups/today.byhand') ?? '')
    const restored = { folder: join(scratch, 'restored') }
    expect(await byhand(restored, 'restore', file)).toMatchObject({ code: 0 })
    const { code, stderr } = await run(s3Env(), ...words)
    expect([code, stderr]).toEqual([1, expect.stringContaining('already exists')])
  })

  it('receives a large file in parts', async () => {
    const bucket = openBucket('s3://data/large', s3Env(), 1_000)
    const file = join(scratch, 'large')
    const content = Buffer.from(Array.from({ length: 2_500 }, (_, index) => index % 251))
    await writeFile(file, content)
    const before = s3.answers.length
    await bucket.writeFile('file', file)
    expect(s3.objects.get('data/large/file')?.equals(content)).toBe(true)
    expect(s3.answers.slice(before)).toEqual(['200 POST', '200 PUT', '200 PUT', '200 PUT', '200 POST'])
    expect(s3.uploads.size).toBe(0)
  })
})
