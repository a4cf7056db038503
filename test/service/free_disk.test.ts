/** The floor of free disk space: no new sessions below it, before the disk is full. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { collectClient, makeBatch, UNLIMITED } from './collect_client.ts'
import { loginTo } from './dashboard_client.ts'
import { type RunningService, runService } from './running_service.ts'

const MIB = 2 ** 20
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
})

async function start(floorMiB: number, folder?: string) {
  const service = await runService(
    {
      ...UNLIMITED,
      BYHAND_LOG_LEVEL: 'warn',
      BYHAND_METRICS_KEY: 'k'.repeat(16),
      BYHAND_MIN_FREE_DISK: String(floorMiB),
    },
    { diskIntervalMs: 20, ...(folder !== undefined && { folder }) },
  )
  cleanups.push(() => service.stop())
  const client = collectClient(service.address)
  cleanups.push(() => client.close())
  const { siteKey, id } = await service.workspace()
  return { service, client, siteKey, workspace: id }
}

async function diskMetrics({ address }: RunningService): Promise<Readonly<Record<string, number>>> {
  const response = await fetch(`${address}/metrics`, {
    headers: { authorization: `Bearer ${'k'.repeat(16)}` },
  })
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('byhand_disk_'))
  return Object.fromEntries(lines.map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]))
}

async function smallDisk(megabytes: number): Promise<string | undefined> {
  const mount = await mkdtemp(join(tmpdir(), 'byhand-disk-'))
  const args = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', mount]
  cleanups.push(() => rm(mount, { recursive: true, force: true }))
  if (spawnSync('mount', args).status !== 0) return undefined
  cleanups.push(() => spawnSync('umount', ['--lazy', mount]))
  mkdirSync(join(mount, 'data'), { mode: 0o700 })
  return mount
}

it('rejects new sessions while a small disk fills up, and continues those in progress', async ({ skip }) => {
  const mount = await smallDisk(64)
  if (mount === undefined) return skip('mounting a file system is not permitted')
  // A quarter of the disk, 16 MiB, is less than the floor.
  const { service, client, siteKey, workspace } = await start(256, join(mount, 'data'))
  const first = makeBatch(siteKey)
  const opened = await client.post(first)
  expect(opened.status).toBe(200)
  const owner = await loginTo(service, workspace)
  const isLow = async () => (await owner.get<{ service: { disk_low: boolean } }>('/me')).json.service.disk_low
  expect(await isLow()).toBe(false)
  expect(await diskMetrics(service)).toMatchObject({ byhand_disk_low: 0 })

  const ballast = join(mount, 'ballast')
  const { bavail, bsize } = statfsSync(mount)
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - 14 * MIB))
  await vi.waitUntil(() => service.services.disk.isLow, 10_000)
  const { status, json } = await client.post(makeBatch(siteKey))
  expect([status, json.code]).toEqual([503, 'disk_almost_full'])
  const { tab_secret: _, ...rest } = first
  expect((await client.post({ ...rest, token: opened.json.token, seq: 1 })).status).toBe(200)
  expect(await isLow()).toBe(true)
  const upload = await owner.send<{ code: string }>(
    'POST',
    '/survey-jobs?name=answers.csv&survey_id=s',
    'participant_id,q1\np1,Hello\n',
  )
  expect([upload.status, upload.json.code]).toEqual([503, 'disk_almost_full'])
  const metrics = await diskMetrics(service)
  expect(metrics.byhand_disk_low).toBe(1)
  expect(metrics.byhand_disk_free_bytes).toBeLessThan(16 * MIB)
  expect(service.logLines.join('')).toContain('the disk is almost full: new sessions are rejected')

  rmSync(ballast)
  await vi.waitUntil(() => !service.services.disk.isLow, 10_000)
  expect((await client.post(makeBatch(siteKey))).status).toBe(200)
})
