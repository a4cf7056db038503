/** Two builds of the same sources, in two folders, time zones and locales, give the same bytes. */
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const BUILD_MS = 900_000
/** Not part of a checkout, or generated in it. */
const LEFT_OUT = ['node_modules', '.git', 'dist', 'data', 'packages', '__pycache__']

const copies: string[] = []
afterAll(() => Promise.all(copies.map((folder) => rm(folder, { recursive: true, force: true }))))

async function packIn(prefix: string, env: NodeJS.ProcessEnv): Promise<string> {
  await mkdir(join(ROOT, 'dist'), { recursive: true })
  const folder = await mkdtemp(join(ROOT, 'dist', prefix))
  copies.push(folder)
  for (const name of (await readdir(ROOT)).filter((entry) => !LEFT_OUT.includes(entry))) {
    const filter = (path: string) =>
      !LEFT_OUT.some((left) => path.endsWith(`/${left}`)) || path.includes('/src/')
    await cp(join(ROOT, name), join(folder, name), { recursive: true, filter })
  }
  for (const installed of globSync('{,*/}node_modules', { cwd: ROOT })) {
    await symlink(join(ROOT, installed), join(folder, installed))
  }
  await promisify(execFile)('npm', ['run', 'pack:all'], {
    cwd: folder,
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 26,
  })
  const packages = join(folder, 'clients/packages')
  // Throws if a file does not match its checksum.
  await promisify(execFile)('sha256sum', ['-c', '--strict', 'SHA256SUMS'], { cwd: packages })
  const sums = await readFile(join(packages, 'SHA256SUMS'), 'utf8')
  const listed = sums
    .trim()
    .split('\n')
    .map((line) => line.slice(66))
  expect([...listed, 'SHA256SUMS'].toSorted()).toEqual((await readdir(packages)).toSorted())
  return sums
}

it('gives the same bytes twice', { timeout: BUILD_MS }, async () => {
  const first = await packIn('.one-', { TZ: 'Asia/Tokyo', LC_ALL: 'C' })
  const second = await packIn('.another-', { TZ: 'America/New_York', LC_ALL: 'C.UTF-8' })
  expect(second).toBe(first)
  expect(first).toMatch(/^[0-9a-f]{64} {2}byhand\.cdx\.json$/m)
  expect(first).toMatch(/^[0-9a-f]{64} {2}byhand-\d+\.\d+\.\d+\.tgz$/m)
})
