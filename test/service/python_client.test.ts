/** The Python client: its own tests against a running service, and its wheel in an empty environment. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { INGEST_PATH, RESULT_SUFFIX } from '../../src/contract/paths.ts'
import { PYTHON_TYPES_FILE, pythonTypes } from '../../tools/python_client_types.ts'
import { collectClient, makeBatch } from './collect_client.ts'
import { byhand } from './command.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const CLIENT = join(import.meta.dirname, '../../clients/python')
const PYTHON = 'python3'
const run = promisify(execFile)

let service: RunningService
let workspace: TestWorkspace
let scratch: string

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'byhand-python-'))
  service = await runService({ BYHAND_RATE_SURVEYS_PER_KEY: '0' })
  workspace = await service.workspace()
})
afterAll(async () => {
  await service.stop()
  await rm(scratch, { recursive: true, force: true })
})

async function session(): Promise<string> {
  const page = collectClient(service.address)
  const batch = makeBatch(workspace.siteKey, { intro: 1, tags: ['a&b'] })
  await page.post(batch)
  page.close()
  return batch.session_id as string
}

/** Python without the packages of the machine. */
async function python(args: readonly string[], env: Readonly<Record<string, string>> = {}, program = PYTHON) {
  return run(program, ['-W', 'error::ResourceWarning', ...args], {
    cwd: join(CLIENT, 'tests'),
    env: { PATH: process.env.PATH, HOME: scratch, PYTHONDONTWRITEBYTECODE: '1', ...env },
  })
}

it('has the types of the contract', () => {
  // After a change of the contract, run: node tools/python_client_types.ts
  expect(readFileSync(PYTHON_TYPES_FILE, 'utf8')).toBe(pythonTypes())
})

it('passes its tests against a running service', async () => {
  const page = collectClient(service.address)
  const batch = makeBatch(workspace.siteKey, { intro: 1, user_id: 'user/7 ä', tags: ['a&b'] })
  const { token } = (await page.post(batch)).json
  page.close()
  await session()
  const results = collectClient(service.address, INGEST_PATH + RESULT_SUFFIX)
  const wanted = { site_key: workspace.siteKey, session_id: batch.session_id, token }
  const { result } = (await results.post(wanted, { origin: 'https://shop.example' })).json
  results.close()
  const place = { folder: service.folder }
  const words = ['keys', 'create', 'secret', '--name', 'ci', '--test', '--json', '--workspace', workspace.id]
  const { secret } = JSON.parse((await byhand(place, ...words)).stdout)
  const { stderr } = await python(['-m', 'unittest', 'discover', '-s', '.'], {
    PYTHONPATH: join(CLIENT, 'src'),
    BYHAND_TEST_URL: `${service.address}/`,
    BYHAND_TEST_KEY: workspace.secretKey,
    BYHAND_TEST_ADMIN_KEY: (await workspace.key(['survey', 'admin'])).key,
    BYHAND_TEST_TEST_KEY: secret,
    BYHAND_TEST_SESSION: batch.session_id as string,
    BYHAND_TEST_SITE_KEY: workspace.siteKey,
    BYHAND_TEST_RESULT: result,
  })
  expect(stderr).toMatch(/Ran (2[6-9]|[3-9]\d) tests/)
})

it('verifies webhooks as the reference implementation signs them', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const body = JSON.stringify({ type: 'test', timestamp: 't', data: { message: 'ä' } })
  const at = new Date()
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
  }
  const code =
    'import byhand, json, sys; print(byhand.verify_webhook(*json.loads(sys.argv[1]))["data"]["message"])'
  const { stdout } = await python(['-c', code, JSON.stringify([body, headers, secret])], {
    PYTHONPATH: join(CLIENT, 'src'),
    PYTHONIOENCODING: 'utf-8',
  })
  expect(stdout).toBe('ä\n')
})

it('installs from its wheel into an empty environment and checks a file', async () => {
  const { version } = JSON.parse(readFileSync(join(CLIENT, '../../package.json'), 'utf8'))
  const wheels = join(scratch, 'wheels')
  await mkdir(wheels)
  await python([join(CLIENT, 'packaging/wheel_backend.py'), wheels])
  const wheel = join(wheels, `byhand-${version}-py3-none-any.whl`)
  // A wheel is unpacked, as pip does it; starting pip takes long. The integration tests use pip.
  const place = join(scratch, 'venv')
  await python(['-m', 'venv', '--without-pip', place])
  const installed = join(place, 'bin/python')
  const { stdout: folder } = await python(
    ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))'],
    {},
    installed,
  )
  await python(['-m', 'zipfile', '-e', wheel, folder.trim()])
  const answers = 'participant_id,like\np1,"The park, and the old trees"\np2,Xkqzv wrtpl mnbdf qwzxv plkjh\n'
  await writeFile(join(scratch, 'town.csv'), answers)
  const code = `
import byhand, sys
rows = byhand.check(sys.argv[1], questions={"like": "What do you like about your town?"})
print(byhand.__version__, [row["participant_id"] for row in rows if row["byhand_verdict"] == "keep"])`
  const { stdout } = await python(
    ['-c', code, join(scratch, 'town.csv')],
    { BYHAND_URL: service.address, BYHAND_KEY: workspace.secretKey },
    installed,
  )
  expect(stdout).toBe(`${version} ['p1']\n`)
})
