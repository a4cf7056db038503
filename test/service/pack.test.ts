/** The npm package: packed, installed into an empty folder, started and used. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BIOMETRIC_CHECKS } from '../../src/contract/checks.ts'
import { apiClient } from './api_client.ts'
import { byhand, type Running, serveUntil, stop } from './command.ts'

const ROOT = join(import.meta.dirname, '../..')
const PACK_MS = 240_000
/** Files that are not part of a checkout, or generated in it. */
const LEFT_OUT = ['node_modules', '.git', 'dist', 'data']

const run = promisify(execFile)

let scratch: string
let checkout: string
let installed: string
let contents: string[]

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'byhand-pack-'))
  // A copy, so that building does not change files under other tests.
  await mkdir(join(ROOT, 'dist'), { recursive: true })
  checkout = await mkdtemp(join(ROOT, 'dist/.pack-'))
  const filter = (path: string) => !LEFT_OUT.includes(basename(path)) || path.includes('/src/')
  for (const name of (await readdir(ROOT)).filter((entry) => !LEFT_OUT.includes(entry)))
    await cp(join(ROOT, name), join(checkout, name), { recursive: true, filter })
  await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
  // Reuses the pages that the test run has built.
  for (const name of ['browser', 'integrations', 'dashboard', 'demo_data', 'docs'])
    await cp(join(ROOT, 'dist', name), join(checkout, 'dist', name), { recursive: true })
  await run('npm', ['run', 'build', '--', 'server'], { cwd: checkout, maxBuffer: 2 ** 26 })
  await run('npm', ['pack', '--pack-destination', scratch], { cwd: checkout, maxBuffer: 2 ** 26 })
  const tarball = join(scratch, (await readdir(scratch)).find((name) => name.endsWith('.tgz')) as string)
  contents = (await run('tar', ['-tzf', tarball])).stdout.trim().split('\n')

  installed = join(scratch, 'installed')
  await mkdir(installed)
  await writeFile(join(installed, 'package.json'), '{"private":true}')
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], { cwd: installed })
}, PACK_MS)
afterAll(async () => {
  await rm(scratch, { recursive: true, force: true })
  await rm(checkout, { recursive: true, force: true })
})

describe('the package', () => {
  it('contains only the program and its documentation', () => {
    const folders = new Set(contents.map((path) => path.split('/')[1]))
    expect([...folders].toSorted()).toEqual([
      ...[
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'bin',
        'deploy',
        'dist',
        'docs',
        'examples',
        'extensions',
        'package.json',
      ],
    ])
    expect(
      contents.filter((path) => /\.(test|suite)\.|\.tsx?$/.test(path) && !path.endsWith('.d.ts')),
    ).toEqual([])
    expect(contents).toContain('package/dist/browser/byhand.js')
    expect(contents).toContain('package/dist/integrations/jspsych.js')
  })

  it('has the licenses of the packages that are bundled in it', async () => {
    const read = (bundle: string) =>
      readFile(join(installed, 'node_modules/byhand/dist', bundle, 'licenses.md'), 'utf8')
    expect(await read('server/bundle')).toMatch(/## fastify - .*Permission is hereby granted/s)
    expect(await read('dashboard')).toContain('## react - ')
    expect(await read('docs')).toContain('## minisearch - ')
  })

  it('has the command in the expected place', async () => {
    const { stdout } = await run('npx', ['--no-install', 'byhand', 'version'], { cwd: installed })
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('starts, records a session, reports it and stops', async () => {
    const place = {
      folder: join(scratch, 'data'),
      launcher: join(installed, 'node_modules/.bin/byhand'),
      cwd: installed,
    }
    const service: Running & { readonly address: string } = await serveUntil(place, /\/events\n/)
    const { stdout } = service.output()
    const path = /http\S+\/report/.exec(stdout)?.[0]?.slice(service.address.length) as string
    const { secret: key } = JSON.parse((await byhand(place, 'keys', 'create', '--json')).stdout)
    const { status, json } = await apiClient(service.address, key)(path)
    expect(status).toBe(200)
    expect(Object.keys(json.biometric_checks)).toEqual([...BIOMETRIC_CHECKS])
    expect(json.user_logs.length).toBeGreaterThan(3)
    expect((await fetch(`${service.address}/docs/`)).status).toBe(200)
    expect(await stop(service)).toMatchObject({ code: 0, signal: null })
  })
})
