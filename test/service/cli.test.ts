import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressDataFinding } from '../../src/cli/doctor/addresses.ts'
import { clockFinding } from '../../src/cli/doctor/clock.ts'
import { spaceFinding } from '../../src/cli/doctor/disk.ts'
import { checkNode } from '../../src/cli/doctor/machine.ts'
import { checkPublicUrl } from '../../src/cli/doctor/network.ts'
import { versionFinding } from '../../src/cli/doctor/store.ts'
import type { AuditList } from '../../src/contract/dashboard/audit.ts'
import type { Me } from '../../src/contract/dashboard/me.ts'
import type { ClockRow } from '../../src/store/clock.ts'
import { makeClaimingNode } from '../setup/claiming_node.ts'
import { apiClient } from './api_client.ts'
import { byhand, byhandHere, LAUNCHER, type Running, serveUntil, stop } from './command.ts'
import { cookieOf, dashboardClient, PASSWORD } from './dashboard_client.ts'

const MIB = 2 ** 20

const clockRow = (time: number): ClockRow => ({
  newest: time,
  reference: time,
  shown: time,
  steadyMs: 0,
  doubtfulSince: null,
  gaps: [],
  leaps: [],
  retainedAt: time,
  held: {},
  confirmed: {},
})

const scratch: string[] = []
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'byhand-cli-'))
  scratch.push(folder)
  return folder
}
afterAll(() => Promise.all(scratch.map((folder) => rm(folder, { recursive: true, force: true }))))

describe('next to a running service', () => {
  let folder: string
  let service: Running & { readonly address: string }
  let report: string

  beforeAll(async () => {
    folder = await newFolder()
    service = await serveUntil({ folder }, /\/events\n/)
    report = /http\S+\/report/.exec(service.output().stdout)?.[0]?.slice(service.address.length) as string
  })
  afterAll(() => stop(service))

  it('creates keys that work at once', async () => {
    const { code, stdout, stderr } = await byhandHere(
      { folder },
      'keys',
      'create',
      '--name',
      'backend',
      '--json',
    )
    expect(code).toBe(0)
    const made = JSON.parse(stdout)
    expect(made).toMatchObject({
      name: 'backend',
      kind: 'secret',
      scopes: ['sessions', 'survey'],
      expires_at: null,
    })
    expect(stderr).toBe('The key is shown only once; the service stores its hash.\n')
    expect((await apiClient(service.address, made.secret)(report)).status).toBe(200)
  })

  it('keeps scopes, origins and expiry', async () => {
    const made = await byhandHere(
      { folder },
      'keys',
      'create',
      'secret',
      '--scope',
      'survey',
      '--expires',
      '1',
      '--json',
    )
    const { secret, expires_at, created_at } = JSON.parse(made.stdout)
    expect(expires_at - created_at).toBe(24 * 3_600_000)
    expect((await apiClient(service.address, secret)(report)).json.code).toBe('wrong_scope')
    const site = await byhandHere(
      { folder },
      'keys',
      'create',
      'site',
      '--origin',
      'https://Shop.example.org/',
      '--json',
    )
    expect(JSON.parse(site.stdout)).toMatchObject({
      kind: 'site',
      origins: ['https://shop.example.org'],
      scopes: [],
    })
  })

  it.each([
    ['sessions,survey', ['sessions', 'survey']],
    ['survey', ['survey']],
    ['admin', ['admin']],
  ])('creates a secret key with the scopes %s', async (text, scopes) => {
    const made = await byhandHere({ folder }, 'keys', 'create', '--scope', text, '--json')
    expect(JSON.parse(made.stdout).scopes).toEqual(scopes)
  })

  it('creates a secret key with scopes separated by spaces, and without admin by default', async () => {
    const spaces = await byhandHere({ folder }, 'keys', 'create', '--scope', 'sessions', 'survey', '--json')
    const none = await byhandHere({ folder }, 'keys', 'create', '--json')
    for (const { stdout } of [spaces, none]) expect(JSON.parse(stdout).scopes).toEqual(['sessions', 'survey'])
    const wrong = await byhandHere({ folder }, 'keys', 'create', '--scope', 'sessions,all')
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('Allowed choices are sessions, survey, admin.')
  })

  it.each([
    ['workspaces', 'create', ' '],
    ['workspaces', 'create', ''],
    ['network', 'lookup', 'abc'],
  ])('rejects `%s %s "%s"` with exit code 1', async (...words) => {
    const { code, stdout, stderr } = await byhandHere({ folder }, ...words)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^byhand: .+ (empty|fewer than 1 characters|not an IP address)\.\n$/)
  })

  it('lists complete site keys, because they are public', async () => {
    const made = JSON.parse((await byhandHere({ folder }, 'keys', 'create', 'site', '--json')).stdout)
    const listed = JSON.parse((await byhandHere({ folder }, 'keys', 'list', '--json')).stdout)
    expect(made.secret).toMatch(/^bh_pk_\w{33}$/)
    expect(listed.find(({ id }: { id: string }) => id === made.id).site_key).toBe(made.secret)
    expect((await byhandHere({ folder }, 'keys', 'list')).stdout).toContain(made.secret)
  })

  it('lists secret keys without showing them', async () => {
    const made = JSON.parse((await byhandHere({ folder }, 'keys', 'create', '--json')).stdout)
    const listed = JSON.parse((await byhandHere({ folder }, 'keys', 'list', '--json')).stdout)
    expect(listed.find(({ id }: { id: string }) => id === made.id)).toMatchObject({
      last4: made.secret.slice(-4),
    })
    const table = await byhandHere({ folder }, 'keys', 'list')
    expect(table.stdout).toContain(made.id)
    expect(table.stdout + JSON.stringify(listed)).not.toContain(made.secret)
  })

  it('rotates a key: both keys work until the overlap ends', async () => {
    const old = JSON.parse((await byhandHere({ folder }, 'keys', 'create', '--json')).stdout)
    const turned = await byhandHere({ folder }, 'keys', 'rotate', old.id, '--overlap', '1', '--json')
    const fresh = JSON.parse(turned.stdout)
    for (const { secret } of [old, fresh])
      expect((await apiClient(service.address, secret)(report)).status).toBe(200)
    const listed = JSON.parse((await byhandHere({ folder }, 'keys', 'list', '--json')).stdout)
    const ends = listed.find(({ id }: { id: string }) => id === old.id).expires_at
    expect(ends - fresh.created_at).toBe(3_600_000)
  })

  it('revokes a key for the running service within five seconds', async () => {
    const { secret, id } = JSON.parse((await byhandHere({ folder }, 'keys', 'create', '--json')).stdout)
    const get = apiClient(service.address, secret)
    expect((await get(report)).status).toBe(200)
    expect((await byhandHere({ folder }, 'keys', 'revoke', id)).stdout).toBe(`Revoked ${id}.\n`)
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    expect((await get(report)).json.code).toBe('invalid_key')
    expect((await byhandHere({ folder }, 'keys', 'revoke', id)).stderr).toContain('is already revoked')
    expect((await byhandHere({ folder }, 'keys', 'rotate', id)).code).toBe(1)
  })

  it('prints a login link that works', async () => {
    const { stdout } = await byhandHere({ folder, env: { BYHAND_PUBLIC_URL: service.address } }, 'login')
    const token = new URL(stdout.trim()).hash.slice(1)
    const offer = await dashboardClient(service.address).send('POST', '/link', { token })
    expect(offer.json).toMatchObject({ kind: 'first-login', role: 'owner' })
  })

  it('lets a member set a new password, once', async () => {
    const env = { BYHAND_PUBLIC_URL: service.address }
    const anonymous = dashboardClient(service.address)
    const linkOf = async (...options: string[]) =>
      new URL((await byhandHere({ folder, env }, 'login', ...options)).stdout.trim()).hash.slice(1)
    const first = { email: 'forgetful@example.org', password: PASSWORD }
    await anonymous.send('POST', '/first-login', { token: await linkOf('--role', 'analyst'), ...first })
    const token = await linkOf('--email', 'Forgetful@example.org')
    const offer = await anonymous.send('POST', '/link', { token })
    expect(offer.json).toMatchObject({ kind: 'reset', role: 'analyst', email: 'forgetful@example.org' })
    const next = 'a quite different password'
    const request = { token, name: '', email: 'forgetful@example.org', password: next }
    expect((await anonymous.send('POST', '/join', { ...request, email: 'eve@example.org' })).status).toBe(400)
    expect((await anonymous.send('POST', '/join', request)).status).toBe(200)
    expect((await anonymous.send('POST', '/join', request)).status).toBe(410)
    const login = (password: string) =>
      anonymous.send('POST', '/login', { email: 'forgetful@example.org', password })
    expect((await login(PASSWORD)).status).toBe(401)
    expect((await login(next)).status).toBe(200)
    // A link restores no membership, and a reset spends all links.
    const [kept, spent] = [
      await linkOf('--email', 'forgetful@example.org'),
      await linkOf('--email', 'forgetful@example.org'),
    ]
    const third = 'a third long password'
    expect((await anonymous.send('POST', '/join', { ...request, token: kept, password: third })).status).toBe(
      200,
    )
    expect((await anonymous.send('POST', '/join', { ...request, token: spent })).status).toBe(410)
    const late = await linkOf('--email', 'forgetful@example.org')
    const member = dashboardClient(service.address, cookieOf(await login(third)))
    const { json: me } = await member.get<Me>('/me')
    expect((await member.send('DELETE', `/members/${me.member.id}`)).status).toBe(200)
    expect((await anonymous.send('POST', '/join', { ...request, token: late })).status).toBe(410)
    const unknown = await byhandHere({ folder, env }, 'login', '--email', 'nobody@example.org')
    expect(unknown.stderr).toContain('No member of this workspace has the email address nobody@example.org')
    const asOwner = await anonymous.send('POST', '/first-login', {
      token: await linkOf(),
      email: 'auditor@example.org',
      password: PASSWORD,
    })
    const { json: log } = await dashboardClient(service.address, cookieOf(asOwner)).get<AuditList>('/audit')
    const created = log.items.filter(({ action }) => action === 'password_reset_created')
    expect(created).toHaveLength(4)
    expect(created[0]).toMatchObject({ who: 'byhand login', subject: 'forgetful@example.org' })
  })

  it('backs up while the service runs, and restores into an empty folder', async () => {
    const file = join(await newFolder(), 'all.byhand')
    const copy = await byhandHere({ folder }, 'backup', file, '--json')
    expect(JSON.parse(copy.stdout)).toEqual({ file, bytes: (await stat(file)).size })
    expect((await byhandHere({ folder }, 'backup', file)).stderr).toContain('already')

    const empty = join(await newFolder(), 'restored')
    const restored = await byhandHere({ folder: empty }, 'restore', file)
    expect(restored.stdout).toMatch(/^Restored \d+ rows/)
    const second = await serveUntil({ folder: empty }, /^Keys /m)
    try {
      const { secret } = JSON.parse((await byhandHere({ folder: empty }, 'keys', 'create', '--json')).stdout)
      const { secret: own } = JSON.parse((await byhandHere({ folder }, 'keys', 'create', '--json')).stdout)
      const before = await apiClient(service.address, own)(report)
      expect((await apiClient(second.address, secret)(report)).text).toBe(before.text)
    } finally {
      await stop(second)
    }
    expect((await byhandHere({ folder: empty }, 'restore', file)).stderr).toContain('not empty')
  })

  it('updates reports', async () => {
    const { code, stdout } = await byhandHere({ folder }, 'rescore', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ total: 2, seen: 2, failed: 0 })
  })

  it('creates test keys, which see canned sessions only', async () => {
    const made = JSON.parse((await byhandHere({ folder }, 'keys', 'create', '--test', '--json')).stdout)
    expect(made.secret).toMatch(/^bh_sk_test_/)
    const api = apiClient(service.address, made.secret)
    expect((await api('/v1/sessions/test.bot/report')).status).toBe(200)
    expect((await api(report)).status).toBe(404)
  })

  it('creates a second workspace, after which commands must name one', async () => {
    const { stdout } = await byhandHere({ folder }, 'workspaces', 'create', 'second')
    const id = stdout.trim()
    const lost = await byhandHere({ folder }, 'keys', 'create')
    expect(lost.code).toBe(1)
    expect(lost.stderr).toContain(id)
    const { secret } = JSON.parse(
      (await byhandHere({ folder }, 'keys', 'create', '--workspace', 'second', '--json')).stdout,
    )
    expect((await apiClient(service.address, secret)(report)).status).toBe(404)
  })

  it('reports no problem on a healthy machine', async () => {
    const port = new URL(service.address).port
    const { code, stdout } = await byhandHere({ folder, env: { BYHAND_PORT: port } }, 'doctor', '--json')
    const findings: { name: string; state: string; detail: string }[] = JSON.parse(stdout)
    expect(findings.filter(({ state }) => state === 'broken')).toEqual([])
    expect(findings.find(({ name }) => name === 'port')?.detail).toContain('The service is running')
    expect(code).toBe(0)
  })

  it('rejects a second service on the same folder', async () => {
    const second = await byhand({ folder }, 'serve')
    expect(second.code).toBe(1)
    expect(second.stderr).toMatch(/^byhand cannot start: The data folder .* is in use/)
  })
})

describe('the command', () => {
  it.each([
    ['no arguments', [], 2],
    ['an unknown command', ['wat'], 2],
    ['an unknown option', ['keys', 'list', '--wat'], 2],
    ['an invalid kind of key', ['keys', 'create', 'magic'], 2],
    ['an invalid origin', ['keys', 'create', 'site', '--origin', 'shop'], 2],
    ['an unknown policy of an agent', ['agents', 'policy', 'x', 'stop'], 2],
    ['a survey to analyze again in the wrong folder', ['surveys', 'analyze-again', 'x'], 1],
    ['a backup without a file', ['backup'], 2],
    ['a missing key', ['keys', 'revoke', 'key_none'], 1],
    ['a missing backup', ['restore', '/nowhere/at/all'], 1],
  ])('prints one sentence and exits with a code for %s', async (_, words, code) => {
    const folder = join(await newFolder(), 'data')
    const ended = await byhandHere({ folder }, ...words)
    expect(ended.code).toBe(code)
    expect(ended.stderr).not.toBe('')
    expect(ended.stderr).not.toContain('    at ')
    if (words[0] !== 'restore') await expect(stat(folder)).rejects.toThrow('ENOENT')
  })

  it('lists all configuration errors together', async () => {
    const env = { BYHAND_PORT: 'x', BYHAND_LOG_LEVEL: 'loud', BYHAND_PROT: '1' }
    const ended = await byhand({ folder: await newFolder(), env }, 'serve')
    expect(ended.code).toBe(1)
    for (const name of Object.keys(env)) expect(ended.stderr).toContain(name)
    expect(ended.stderr).not.toContain('    at ')
  })

  it('prints help for every command', async () => {
    const { code, stdout } = await byhand({ folder: '' }, '--help')
    expect(code).toBe(0)
    for (const word of ['serve', 'migrate', 'backup', 'restore', 'rescore', 'doctor', 'keys', 'version']) {
      expect(stdout).toContain(`  ${word}`)
    }
    expect((await byhandHere({ folder: '' }, 'keys', '--help')).stdout).toContain('Examples:')
    const page = await readFile(join(import.meta.dirname, '../../docs/reference/cli.md'), 'utf8')
    const commands = [...stdout.matchAll(/^ {2}([a-z]+) .*$/gm)].map((match) => match[1])
    for (const word of commands.filter((word) => word !== 'help' && word !== 'byhand')) {
      expect(page).toMatch(new RegExp(`^## .*byhand ${word}\\b`, 'm'))
    }
  })

  it('prints its version', async () => {
    expect((await byhand({ folder: '' }, 'version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(JSON.parse((await byhand({ folder: '' }, 'version', '--json')).stdout).node).toBe(
      process.versions.node,
    )
  })

  it('migrates an empty store', async () => {
    const folder = await newFolder()
    expect(JSON.parse((await byhandHere({ folder }, 'migrate', '--json')).stdout)).toEqual({ migrated: true })
    expect(await readdir(folder)).toContain('byhand.db')
  })

  it('forwards signals to the service, and returns its exit code', async () => {
    const service = await serveUntil({ folder: await newFolder() }, /\/events\n/)
    expect(await stop(service)).toMatchObject({ code: 0, signal: null })
  })
})

describe('user hashes', () => {
  it('are shown, required and no longer required, with the same secret', async () => {
    const folder = await newFolder()
    await byhandHere({ folder }, 'workspaces', 'create', 'test')
    const ask = async (...words: string[]) =>
      JSON.parse((await byhandHere({ folder }, 'workspaces', 'user-hash', '--json', ...words)).stdout)
    const first = await ask()
    expect(first).toEqual({ secret: expect.stringMatching(/^[0-9a-f]{64}$/), enforced: false })
    expect(await ask('--enforce')).toEqual({ ...first, enforced: true })
    expect(await ask()).toEqual({ ...first, enforced: true })
    expect(await ask('--off')).toEqual(first)
  })
})

describe('the doctor', () => {
  it('shows the age of the network data, and warns if it is too old', () => {
    const made = { name: 'asn', from: 'package', at: 0, days: 400 } as const
    expect(addressDataFinding([{ ...made, old: false }], [])).toMatchObject({ state: 'ok' })
    expect(addressDataFinding([{ ...made, old: true }], [])).toMatchObject({ state: 'warning' })
    expect(addressDataFinding([], ['tor.txt: not a list'])).toMatchObject({ state: 'warning' })
  })

  it('reports a data folder that is not writable, with a fix', async () => {
    const file = join(await newFolder(), 'file')
    await writeFile(file, '')
    const { code, stdout, stderr } = await byhandHere({ folder: file }, 'doctor')
    expect(code).toBe(1)
    expect(stdout).toMatch(/FAIL {2}data folder: .* is not a folder/)
    expect(stderr).toMatch(/^byhand: \d of \d+ checks failed/)
  })

  it('finds a damaged database', async () => {
    const folder = await newFolder()
    await writeFile(join(folder, 'byhand.db'), 'this is no database'.repeat(1000))
    const { code, stdout } = await byhandHere({ folder }, 'doctor')
    expect(code).toBe(1)
    expect(stdout).toMatch(/FAIL {2}store/)
  })

  it('finds a port in use', async () => {
    const other = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    const env = { BYHAND_PORT: String(port) }
    const { stdout } = await byhandHere({ folder: await newFolder(), env }, 'doctor')
    other.close()
    expect(stdout).toMatch(/FAIL {2}port: Another process listens/)
  })

  it('finds an unreachable database', async () => {
    const env = { BYHAND_STORE: 'postgres://nobody:secret@127.0.0.1:1/none' }
    const { code, stdout } = await byhandHere({ folder: await newFolder(), env }, 'doctor')
    expect(code).toBe(1)
    expect(stdout).toMatch(/FAIL {2}store: The database does not respond/)
    expect(stdout).not.toContain('secret')
  })

  it('names every configuration error', async () => {
    const env = { BYHAND_PORT: 'x', BYHAND_HOST: 'a b' }
    const { stdout } = await byhandHere({ folder: await newFolder(), env }, 'doctor')
    expect(stdout.match(/FAIL {2}configuration/g)).toHaveLength(2)
  })

  it.each([
    [
      'a clock behind the newest session',
      clockFinding({ now: 1.9e12, driftMs: 0, newest: 1.9e12 + 61_000 }),
      'broken',
    ],
    [
      'a clock that was set right after it was ahead',
      clockFinding({ now: 1.9e12, driftMs: 0, newest: 1.95e12, clock: clockRow(1.9e12) }),
      'ok',
    ],
    [
      'a clock behind the newest session and the stored time',
      clockFinding({ now: 1.9e12, driftMs: 0, newest: 1.95e12, clock: clockRow(1.95e12) }),
      'broken',
    ],
    ['a clock before this program', clockFinding({ now: 1.7e12, driftMs: 0, newest: undefined }), 'broken'],
    ['a clock that jumps', clockFinding({ now: 1.9e12, driftMs: -3_600_000, newest: undefined }), 'warning'],
    ['a clock slightly behind', clockFinding({ now: 1.9e12, driftMs: 3, newest: 1.9e12 + 59_000 }), 'ok'],
    ['a full disk', spaceFinding({ freeBytes: 100 * MIB, floorBytes: 0 }, 1e6), 'broken'],
    [
      'a disk below the floor',
      spaceFinding({ freeBytes: 3000 * MIB, floorBytes: 4000 * MIB }, 1e6),
      'broken',
    ],
    ['a disk without files left', spaceFinding({ freeBytes: 2 ** 40, floorBytes: 0 }, 3), 'broken'],
    ['a nearly full disk', spaceFinding({ freeBytes: 2 ** 30, floorBytes: 256 * MIB }, 1e6), 'warning'],
    ['a large disk', spaceFinding({ freeBytes: 2 ** 40, floorBytes: 256 * MIB }, 1e6), 'ok'],
    ['a file system that does not tell', spaceFinding(null, 1e6), 'ok'],
    ['an old Node', checkNode('20.20.2'), 'broken'],
    ['a new Node', checkNode('26.0.0'), 'ok'],
    ['a newer database', versionFinding({ stored: 9, newest: 3 }), 'broken'],
    ['an older database', versionFinding({ stored: 1, newest: 3 }), 'warning'],
    [
      'a cluster whose tables are not distributed',
      versionFinding({ stored: 3, newest: 3, isUndistributed: true }),
      'warning',
    ],
    [
      'plain http on a public address',
      checkPublicUrl({ publicUrl: 'http://byhand.example.org', host: '0.0.0.0' }),
      'warning',
    ],
    ['no public address', checkPublicUrl({ publicUrl: undefined, host: '0.0.0.0' }), 'warning'],
    ['https', checkPublicUrl({ publicUrl: 'https://byhand.example.org', host: '0.0.0.0' }), 'ok'],
  ])('rates %s', (_, finding, state) => {
    expect(finding?.state).toBe(state)
    if (state !== 'ok') expect(finding?.mend).toMatch(/\w/)
  })
})

describe('the launcher on an older Node', () => {
  let node: string
  /** Where the launcher finds a packaged Node if npm installed none because this Node is new enough. */
  let packages: string
  beforeAll(async () => {
    const folder = await newFolder()
    node = makeClaimingNode(folder, { version: '20.20.2' })
    packages = join(folder, 'packages')
    const home = join(packages, `node-linux-${process.arch}`)
    await mkdir(join(home, 'bin'), { recursive: true })
    await writeFile(join(home, 'package.json'), '{}')
    await symlink(process.execPath, join(home, 'bin/node'))
  })

  it('runs on the packaged Node', async () => {
    const place = { folder: '', node, launcher: LAUNCHER, env: { NODE_PATH: packages } }
    const { stdout } = await byhand(place, 'version', '--json')
    expect(Number.parseInt(JSON.parse(stdout).node, 10)).toBeGreaterThanOrEqual(22)
  })

  it('forwards signals, and returns the exit code', async () => {
    const place = { folder: await newFolder(), node, launcher: LAUNCHER, env: { NODE_PATH: packages } }
    expect(await stop(await serveUntil(place, /\/events\n/))).toMatchObject({ code: 0, signal: null })
    expect((await byhand(place, 'wat')).code).toBe(2)
  })

  it('names the missing package if there is no packaged Node', async () => {
    const alone = join(await newFolder(), 'bin')
    await cp(join(LAUNCHER, '..'), alone, { recursive: true })
    const ended = await byhand({ folder: '', node, launcher: join(alone, 'byhand.js') }, 'version')
    expect(ended.code).toBe(1)
    expect(ended.stderr).toMatch(
      /^byhand: this is Node 20\.20\.2, and Byhand needs Node 22\.18 or later\. Install it/,
    )
  })
})
