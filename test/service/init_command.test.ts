/** `byhand init` as a process: exit codes, and what it writes. */
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { byhand } from './command.ts'

const PAGE = '<!doctype html>\r\n<head>\r\n</head>\r\n'
const KEYS = ['--url', 'https://b.example/', '--site-key', 'bh_pk_abc']

let project: string
let data: string
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'byhand-init-'))
  data = await mkdtemp(join(tmpdir(), 'byhand-data-'))
  await writeFile(join(project, 'index.html'), PAGE)
})
afterEach(async () => {
  for (const folder of [project, data]) await rm(folder, { recursive: true, force: true })
})

const init = (...words: string[]) => byhand({ folder: data, cwd: project }, 'init', ...words)
const page = () => readFile(join(project, 'index.html'), 'utf8')

it('shows the changes, writes them only with consent, and changes nothing again', async () => {
  const shown = await init(...KEYS)
  expect(shown).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was written') })
  expect(shown.stdout).toContain(
    '+  <script src="https://b.example/byhand.js" data-site-key="bh_pk_abc" async></script>',
  )
  expect(await page()).toBe(PAGE)

  expect((await init(...KEYS, '--yes')).code).toBe(0)
  const written = await page()
  expect(written).toBe(
    '<!doctype html>\r\n<head>\r\n  <script src="https://b.example/byhand.js" data-site-key="bh_pk_abc" async></script>\r\n</head>\r\n',
  )
  const again = await init(...KEYS, '--yes')
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing was changed') })
  expect(await page()).toBe(written)
})

it('leaves files alone that it cannot write back as they are, and files outside', async () => {
  const latin = Buffer.from('<head>\n<title>Gr\xfc\xdfe</title>\n</head>\n', 'latin1')
  const mixed = '<head>\r\n<title>A</title>\n</head>\n'
  await writeFile(join(project, 'latin.html'), latin)
  await writeFile(join(project, 'mixed.html'), mixed)
  await writeFile(join(data, 'theirs.html'), PAGE)
  await symlink(join(data, 'theirs.html'), join(project, 'linked.html'))
  await symlink(join(data, 'missing.html'), join(project, 'gone.html'))
  await mkdir(join(project, 'chart.js'))
  const ended = await init(...KEYS, '--yes')
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('latin.html, mixed.html.') })
  expect(await readFile(join(project, 'latin.html'))).toEqual(latin)
  expect(await readFile(join(project, 'mixed.html'), 'utf8')).toBe(mixed)
  expect(await readFile(join(data, 'theirs.html'), 'utf8')).toBe(PAGE)
  expect(await page()).toContain('data-site-key')
})

it('prints the lines for a project that it does not understand', async () => {
  const ended = await init('--framework', 'vue', ...KEYS, '--yes')
  expect(ended.code).toBe(1)
  expect(ended.stderr).toContain('src/App.vue. Nothing was written. Paste the lines above.')
  expect(ended.stdout).toContain("useByhand({ src: 'https://b.example/byhand.js', siteKey: 'bh_pk_abc' })")
  await rm(join(project, 'index.html'))
  expect(await init(...KEYS)).toMatchObject({ code: 1, stderr: expect.stringContaining('--framework') })
})

it('says where to put the middleware, also in an application that parses forms already', async () => {
  await writeFile(join(project, 'package.json'), '{"type":"module","dependencies":{"express":"5"}}')
  const before = "import express from 'express'\nconst app = express()\napp.use(express.urlencoded())\n"
  await writeFile(join(project, 'server.js'), before)
  const { code, stdout } = await init(...KEYS, '--yes')
  expect(code).toBe(0)
  expect(stdout).toContain("app.post('/signup', human, ")
  expect(stdout).toContain('<form method="post" action="/signup" data-byhand-action="signup">')
  expect(stdout).toContain('export BYHAND_SECRET_KEY=')
  // Only in the file: this step is done.
  expect(stdout.split('\nNext:\n')[1]).not.toContain('const human =')
})

it('takes the URL and a site key from the local service', async () => {
  const without = await init('--yes')
  expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining('--url and --site-key') })
  await byhand({ folder: data }, 'workspaces', 'create', 'Shop')
  expect((await init('--yes')).code).toBe(0)
  const [, siteKey = ''] = /data-site-key="(bh_pk_\w+)"/.exec(await page()) ?? []
  const listed = await byhand({ folder: data }, 'keys', 'list')
  expect(listed.stdout).toContain(siteKey)
})

it.each([
  ['--site-key', 'bh_sk_abc'],
  ['--url', 'b.example'],
  ['--framework', 'rails'],
])('rejects %s %s', async (...words) => {
  expect((await init(...words, '--yes')).code).toBe(2)
  expect(await page()).toBe(PAGE)
})

it('writes no file if one cannot be written', async () => {
  await writeFile(join(project, 'b.html'), PAGE)
  await chmod(join(project, 'b.html'), 0o400)
  const place = { folder: data, cwd: project, node: await nodeWithoutPrivileges() }
  expect((await byhand(place, 'init', ...KEYS, '--yes')).code).toBe(1)
  expect(await page()).toBe(PAGE)
})

/** Root without its capabilities writes only where the permissions allow it. */
async function nodeWithoutPrivileges(): Promise<string> {
  if (process.getuid?.() !== 0) return process.execPath
  const script = join(data, 'node')
  await writeFile(
    script,
    `#!/bin/sh\nexec setpriv --inh-caps -all --bounding-set -all ${process.execPath} "$@"\n`,
  )
  await chmod(script, 0o755)
  return script
}
