/** The clients that the service serves. The integration tests install them. */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { npmArchive } from '../../tools/build_packages.ts'
import { type RunningService, runService } from './running_service.ts'

const ROOT = join(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

let service: RunningService
beforeAll(async () => {
  service = await runService()
})
afterAll(() => service.stop())

const listed = (archive: Buffer): string[] =>
  execFileSync('tar', ['-tz'], { input: archive, encoding: 'utf8' }).trim().split('\n')

it('are served for every install command of the documentation', async () => {
  const pages = globSync('{,extensions/*/}docs/how-to/*.md', { cwd: ROOT }).map((page) =>
    readFileSync(join(ROOT, page), 'utf8'),
  )
  const urls = pages.flatMap(
    (text) => text.match(/\/(packages|integrations)\/[\w.-]+\.(tgz|gz|zip|tpl)/g) ?? [],
  )
  expect(new Set(urls).size).toBeGreaterThanOrEqual(10)
  for (const url of new Set(urls))
    expect([url, (await fetch(service.address + url)).status]).toEqual([url, 200])
})

it('have the license, and the file that each installer needs', async () => {
  for (const [name, needed] of [
    ['byhand-node.tgz', ['package/package.json', 'package/LICENSE', 'package/dist/index.d.ts']],
    ['byhand-python.tar.gz', [`byhand-${version}/pyproject.toml`, `byhand-${version}/LICENSE`]],
    ['byhand-r.tar.gz', ['byhand/DESCRIPTION', 'byhand/NAMESPACE', 'byhand/R/check.R']],
  ] as const) {
    const response = await fetch(`${service.address}/packages/${name}`)
    expect(response.headers.get('content-type')).toBe('application/gzip')
    expect(listed(Buffer.from(await response.arrayBuffer()))).toEqual(expect.arrayContaining([...needed]))
    const headers = { 'if-none-match': response.headers.get('etag') as string }
    expect((await fetch(response.url, { headers })).status).toBe(304)
  }
})

it('have the same bytes after another build', () => {
  const archive = npmArchive('clients/vue')
  expect(npmArchive('clients/vue')).toEqual(archive)
  expect(archive).toEqual(readFileSync(join(ROOT, 'dist/packages/byhand-vue.tgz')))
})

it('are the only files in that folder', async () => {
  for (const name of ['none.tgz', '..%2f..%2fpackage.json', '%2fetc%2fpasswd']) {
    expect([name, (await fetch(`${service.address}/packages/${name}`)).status]).toEqual([name, 404])
  }
})
