/** `byhand call`, run on a store without a running service. */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describedOperations } from '../../src/server/boot/operations.ts'
import { openStore } from '../../src/store/open.ts'
import { CASES } from './attack_routes.ts'
import { type FilledWorkspace, setUpWorkspace } from './attack_workspace.ts'
import { byhand, byhandHere } from './command.ts'
import { type RunningService, runService } from './running_service.ts'

let folder: string
let mine: FilledWorkspace
let theirs: FilledWorkspace
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-call-'))
  const store = await openStore('sqlite', folder)
  mine = await setUpWorkspace(store)
  theirs = await setUpWorkspace(store)
  await store.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const call = (...words: string[]) => byhandHere({ folder }, 'call', ...words, '--workspace', mine.workspace)

async function result(...words: string[]) {
  const { code, stdout, stderr } = await call(...words)
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}
async function failure(...words: string[]) {
  const { code, stdout, stderr } = await call(...words)
  expect(stdout).toBe('')
  return [code, stderr]
}
async function audited(): Promise<string[]> {
  const store = await openStore('sqlite', folder, { beside: true })
  const entries = await store.audit.list(mine.workspace, 100)
  await store.close()
  return entries.map(({ who, action, subject }) => `${who}: ${action} ${subject}`)
}

describe('the list', () => {
  let service: RunningService
  beforeAll(async () => {
    service = await runService()
  })
  afterAll(() => service.stop())

  it('has every documented operation under /v1, with its route and summary', async () => {
    const listed = JSON.parse((await byhandHere({ folder: '' }, 'call', '--json')).stdout)
    const { paths } = await (await fetch(`${service.address}/openapi.json`)).json()
    const documented = Object.entries<Record<string, { operationId: string; summary: string }>>(paths)
      // Forward auth answers a proxy, for one of its requests.
      .filter(([path]) => path.startsWith('/v1/') && path !== '/v1/forward-auth')
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { operationId, summary }]) => ({
          operation: operationId,
          route: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
          summary,
        })),
      )
    const sorted = (items: { operation: string }[]) =>
      items.toSorted((a, b) => (a.operation < b.operation ? -1 : 1))
    expect(sorted(listed)).toEqual(sorted(documented))
    expect((await byhandHere({ folder: '' }, 'call')).stdout).toMatch(
      /^listWebhooks +GET \/v1\/webhooks +List webhooks$/m,
    )
  })

  it('needs no data, and neither does the help of an operation', async () => {
    const { code, stdout } = await byhandHere({ folder: '' }, 'call', 'createKey', '--help')
    expect(code).toBe(0)
    expect(stdout).toContain('--expires-days <number>  Days until the key expires.')
    expect(stdout).toContain('(choices: "sessions",')
  })
})

describe('an operation', () => {
  it('is called with parameters, and its result is JSON', async () => {
    const page = await result('listSessions', '--tag', mine.tag, '--limit', '1')
    expect(page.items).toMatchObject([{ session_id: mine.session }])
    expect((await result('listSessions', '--tag', theirs.tag)).items).toEqual([])
  })

  it('changes data with an entry in the audit log', async () => {
    const options = [
      '--url',
      'https://shop.example.org/a',
      '--name',
      'orders',
      '--events',
      'survey.flagged',
      'survey.settled',
    ]
    const { webhook } = await result('createWebhook', ...options)
    expect(webhook).toMatchObject({ name: 'orders', events: ['survey.flagged', 'survey.settled'] })
    const hours = JSON.stringify({ overlap_hours: 0 })
    expect(
      (await result('rotateWebhookSecret', webhook.id, '--body', hours)).webhook.old_secret_until,
    ).toBeNull()
    const body = JSON.stringify({ name: 'other', enabled: true })
    expect(await result('updateWebhook', webhook.id, '--body', body, '--enabled', 'false')).toMatchObject({
      name: 'other',
      enabled: false,
    })
    const file = join(folder, 'settings.json')
    await writeFile(file, '{"monitor_only": true, "retention": {"session_days": null}}')
    expect(await result('updateSettings', '--body', `@${file}`, '--weights', '{"tor": 1}')).toMatchObject({
      monitor_only: true,
      weights: { tor: 1 },
      retention: { session_days: null },
    })
    expect((await audited()).slice(0, 4)).toEqual([
      'byhand call updateSettings: settings_changed weights, monitor_only, retention',
      'byhand call updateWebhook: webhook_changed shop.example.org',
      'byhand call rotateWebhookSecret: webhook_secret_rotated shop.example.org',
      'byhand call createWebhook: webhook_created shop.example.org',
    ])
  })

  it('writes a file to standard output, or to a new file', async () => {
    const { stdout } = await call('exportSessions', '--format', 'csv')
    expect(stdout).toContain(`\r\n${mine.session},`)
    const out = join(folder, 'sessions.csv')
    expect(await result('exportSessions', '--format', 'csv', '--out', out, '--json')).toEqual({
      file: out,
      bytes: Buffer.byteLength(stdout),
    })
    expect(await readFile(out, 'utf8')).toBe(stdout)
    expect(await failure('exportSessions', '--out', out)).toEqual([1, `byhand: ${out} already exists.\n`])
  })

  it('sends a file', async () => {
    const input = join(folder, 'answers.csv')
    await writeFile(input, 'participant_id,text\n1,one two three\n')
    const job = await result('createSurveyJob', input, '--survey-id', 'files')
    expect(job).toMatchObject({ name: 'answers.csv', state: 'running' })
    expect((await audited())[0]).toBe('byhand call createSurveyJob: survey_uploaded answers.csv')
  })

  it.each([
    ['an unknown operation', ['listNothing'], 2, 'There is no operation listNothing. Run `byhand call`'],
    ['an internal operation', ['getRetention'], 2, 'There is no operation getRetention.'],
    ['an unknown option', ['listSessions', '--nothing', '1'], 2, "unknown option '--nothing'"],
    ['a value that is no choice', ['listSessions', '--order', 'x'], 2, 'Allowed choices are newest'],
    ['an argument that is missing', ['getWebhook'], 2, "missing required argument 'id'"],
    ['a body that is no object', ['updateSettings', '--body', '[1]'], 2, '--body must be a JSON object'],
    ['a value that is no JSON', ['updateSettings', '--bands', 'high'], 2, 'It must be JSON.'],
    [
      'an origin that is not valid',
      ['createKey', '--kind', 'site', '--name', 's', '--origins', 'x'],
      1,
      'Not valid: --origins',
    ],
    ['a number out of range', ['listSessions', '--min-score', '101'], 2, 'whole number from 0 to 100.'],
    ['a field out of range', ['setSurveySettings', 's', '--review-effort', '9'], 2, 'from 0 to 5.'],
    ['a parameter that is missing', ['removeReferences', 's'], 2, "required option '--question-id"],
    ['a field that is missing', ['createKey', '--kind', 'secret'], 1, 'Not valid: --name is required.'],
    ['a part of a field', ['updateSettings', '--weights', '{"wat": 1}'], 1, 'Not valid: --weights.wat'],
    ['an unknown field of the body', ['updateSettings', '--body', '{"wat": 1}'], 1, 'Not valid: wat is not'],
    ['an ID that does not exist', ['getWebhook', 'wh_none'], 1, 'Not found: Webhook ID wh_none.'],
    ['an empty ID', ['getWebhook', ''], 1, 'Not found: Webhook ID .'],
  ])('fails with one sentence for %s', async (_, words, code, message) => {
    const [ended, note] = await failure(...words)
    expect([ended, note]).toEqual([code, expect.stringContaining(message)])
    expect(note).not.toContain('    at ')
  })

  it('changes nothing of another workspace', async () => {
    expect(await failure('deleteWebhook', theirs.webhook)).toEqual([
      1,
      `byhand: Not found: Webhook ID ${theirs.webhook}.\n`,
    ])
    expect(await failure('setSessionLabel', theirs.session, '--label', 'bot')).toEqual([
      1,
      'byhand: This session does not exist.\n',
    ])
  })

  it('leaves no file if it fails', async () => {
    const out = join(folder, 'none.csv')
    expect((await failure('exportSessions', '--cursor', 'x', '--out', out))[0]).toBe(1)
    await expect(stat(out)).rejects.toThrow('ENOENT')
  })

  it('ends by itself, also after work on threads', async () => {
    const words = ['getSessionReport', mine.session, '--workspace', mine.workspace]
    const { code, stdout, stderr } = await byhand({ folder }, 'call', ...words)
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toMatchObject({ session_id: mine.session })
  })
})

/** They change nothing; the job of the case has ended. */
const UNRECORDED = ['inspectSurveyFile', 'previewSettings', 'verifyAgent', 'verifyResult', 'cancelSurveyJob']

describe('every operation that changes data', () => {
  const changing = CASES.filter(
    ({ route, status = 200 }) => !route.startsWith('GET') && status < 300,
  ).flatMap((one) => {
    const operation = describedOperations().find(({ route }) => `${route.method} ${route.url}` === one.route)
    const name = operation?.document?.operationId
    return operation === undefined || name === undefined ? [] : [{ ...one, name, operation }]
  })

  it('is among the cases', () => {
    expect(changing.length).toBeGreaterThan(20)
  })

  it.each(changing)('is an entry in the audit log: $name', async ({ name, operation, path, body }) => {
    const store = await openStore('sqlite', folder, { beside: true })
    try {
      const own = await setUpWorkspace(store)
      const url = new URL(path(own), 'http://byhand')
      const pattern = new RegExp(`^${operation.route.url.replaceAll(/:\w+/g, '([^/]+)')}$`)
      const ids = pattern.exec(url.pathname)?.slice(1).map(decodeURIComponent) ?? []
      const given = body?.(own)
      const words = given === undefined ? [] : ['--body', JSON.stringify(given)]
      const file = join(folder, 'body.csv')
      if (operation.isFile) await writeFile(file, String(given))
      const ended = await byhandHere(
        { folder, env: { BYHAND_WEBHOOK_PRIVATE_TARGETS: 'yes' } },
        ...['call', name, ...(operation.isFile ? [] : words), '--workspace', own.workspace, '--', ...ids],
        ...(operation.isFile ? [file] : []),
      )
      expect([ended.code, ended.stderr]).toEqual([0, ''])
      const entries = await store.audit.list(own.workspace, 10)
      const recorded = entries.filter(({ who }) => who === `byhand call ${name}`)
      expect(recorded).toHaveLength(UNRECORDED.includes(name) ? 0 : 1)
    } finally {
      await store.close()
    }
  })
})
