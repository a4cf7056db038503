/** The output of the first start, and whether its commands work. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { announce } from '../../src/server/boot/first_start.ts'
import { byhand, type Running, serveUntil, stop } from './command.ts'
import { runService } from './running_service.ts'

let folder: string
let service: Running & { readonly address: string }
let printed: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-first-'))
  service = await serveUntil({ folder }, /\/events\n/)
  printed = service.output().stdout.trimEnd().split('\n')
})
afterAll(async () => {
  await stop(service)
  await rm(folder, { recursive: true })
})

const paste = (line: string) => {
  const { status, stdout } = spawnSync('sh', ['-c', `${line} --silent --show-error --fail-with-body`], {
    encoding: 'utf8',
  })
  return { status, json: JSON.parse(stdout) }
}
const curls = () => printed.filter((line) => line.startsWith('curl '))

describe('the first start', () => {
  it('prints only the addresses, the login link, the keys and example commands, in this order', () => {
    const shapes = [
      /^Byhand is listening on http:\/\/127\.0\.0\.1:\d+$/,
      /^$/,
      /^Live demo {4}http:\/\/127\.0\.0\.1:\d+\/$/,
      /^Dashboard {4}http:\/\/127\.0\.0\.1:\d+\/app$/,
      /^Login link {3}http:\/\/127\.0\.0\.1:\d+\/app\/join#[\w-]{43}$/,
      /^Site key {5}bh_pk_\w{33}$/,
      /^Secret key {3}bh_sk_\w{33}$/,
      /^$/,
      ...curls().map(() => /^curl /),
    ]
    expect(printed).toHaveLength(shapes.length)
    for (const [index, shape] of shapes.entries()) expect(printed[index]).toMatch(shape)
  })

  it('prints commands for the reports on a person and on a bot', () => {
    const [person, bot] = curls().slice(0, 2).map(paste)
    expect([person?.status, bot?.status]).toEqual([0, 0])
    expect(person?.json).toMatchObject({ tags: ['welcome'], recommended_action: 'Auto-accept' })
    expect(person?.json.risk_score).toBeLessThan(10)
    expect(Object.keys(person?.json.biometric_checks)).toHaveLength(9)
    expect(bot?.json).toMatchObject({
      tags: ['welcome'],
      recommended_action: 'Auto-reject or high-priority review',
      risk_score: 100,
    })
  })

  it('prints a command for the event log that works', () => {
    const { status, json } = paste(curls().at(-1) as string)
    expect(status).toBe(0)
    const actions: string[] = json.events.map(({ action }: { action: string }) => action)
    expect(actions[0]).toMatch(/^Navigated to /)
    expect(actions.length).toBeGreaterThan(10)
  })

  it('prints a command for the survey check that works, if surveys can be checked', async () => {
    const { status } = await fetch(`${service.address}/survey-check/v021`, { method: 'POST' })
    expect(curls()).toHaveLength(status === 404 ? 3 : 4)
    if (status === 404) return
    const { status: exit, json } = paste(curls()[2] as string)
    expect(exit).toBe(0)
    expect(json).toMatchObject({ flagged: expect.any(Boolean), model: 'byhand-v021' })
  })

  it('prints a login link that works', async () => {
    const token = /#(\S+)$/.exec(printed[4] as string)?.[1] as string
    const response = await fetch(`${service.address}/v1/link`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', 'x-byhand': '1', 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ kind: 'first-login', role: 'owner' })
  })

  it('keeps the secret key out of its log and of the data folder', async () => {
    const [site, secret] = [printed[5], printed[6]].map((line) => line?.split(/ +/).at(-1) as string)
    expect(service.output().stderr).not.toContain(secret)
    const filesWith = (key: string) =>
      spawnSync('grep', ['-rlaF', '-e', key, folder], { encoding: 'utf8' }).stdout
    expect(filesWith(secret as string)).toBe('')
    // Site keys are public and stored in full, so this shows that the search works.
    expect(filesWith(site as string)).not.toBe('')
  })
})

describe('two nodes on one empty store', () => {
  it('agree on the node that creates the workspace', async () => {
    const empty = await runService()
    try {
      const outputs: string[][] = [[], [], []]
      await Promise.all(outputs.map((lines) => announce(empty, (line) => lines.push(line))))
      const withKeys = outputs.filter((lines) => lines.join().includes('bh_sk_'))
      expect(withKeys).toHaveLength(1)
      expect(await empty.services.store.keys.workspaces()).toHaveLength(1)
    } finally {
      await empty.stop()
    }
  })
})

describe('a stop right after the first start', () => {
  it('logs no error', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'byhand-early-'))
    const early = await serveUntil({ folder: empty }, /Byhand is listening/)
    await stop(early)
    await rm(empty, { recursive: true, force: true })
    expect(early.output().stderr).not.toMatch(/"level":"error"|\berror\b/i)
  })
})

describe('a later start', () => {
  it('prints the addresses and how to log in and get keys, but no key', async () => {
    await stop(service)
    service = await serveUntil(
      { folder, env: { BYHAND_PUBLIC_URL: 'https://byhand.example.org' } },
      /^Keys /m,
    )
    expect(service.output().stdout.split('\n')).toEqual([
      `Byhand is listening on ${service.address}`,
      '',
      'Dashboard    https://byhand.example.org/app',
      'Login link   npx byhand login',
      'Keys         npx byhand keys create --help',
      '',
    ])
    const { stdout } = await byhand({ folder }, 'keys', 'list', '--json')
    expect(JSON.parse(stdout)).toHaveLength(2)
  })

  it('prints a command whose login link works on another port', async () => {
    await stop(service)
    service = await serveUntil({ folder }, /^Keys /m)
    const { port } = new URL(service.address)
    expect(service.output().stdout).toContain(`\nLogin link   BYHAND_PORT=${port} npx byhand login\n`)
    const { stdout } = await byhand({ folder, env: { BYHAND_PORT: port } }, 'login')
    expect(stdout).toMatch(new RegExp(`^${service.address}/app/join#\\S+\n$`))
  })
})
