/** The proxy configurations in `deploy/`, each in front of the service. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SURVEY } from '../../src/contract/limits.ts'
import { INGEST_PATH } from '../../src/contract/paths.ts'
import { freePort } from '../setup/free_port.ts'
import { untilOpen } from '../setup/until_open.ts'
import { makeBatch } from './collect_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')

interface Place {
  readonly folder: string
  readonly port: number
  /** The service's address. */
  readonly behind: string
  readonly certificate: string
  readonly key: string
}

/** The shipped file with this test's port, name and certificate, and the command to run it. */
const PROXIES: Readonly<Record<string, (place: Place) => Promise<readonly [string, ...string[]]>>> = {
  async nginx({ folder, port, behind, certificate, key }) {
    const site = (await readFile(join(DEPLOY, 'nginx.conf'), 'utf8'))
      .replace('127.0.0.1:8787', behind)
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replace(/ssl_certificate .*/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${key};`)
    await writeFile(join(folder, 'site.conf'), site)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(' ')
    await writeFile(
      join(folder, 'main.conf'),
      `pid ${folder}/pid; error_log ${folder}/errors.log; events {}
       http { access_log off; ${temporary} include ${folder}/site.conf; }`,
    )
    return ['nginx', '-p', folder, '-c', join(folder, 'main.conf'), '-g', 'daemon off; master_process off;']
  },
  async caddy({ folder, port, behind, certificate, key }) {
    const site = (await readFile(join(DEPLOY, 'Caddyfile'), 'utf8'))
      .replace('127.0.0.1:8787', behind)
      .replace('byhand.example.org {', `https://localhost:${port} {\n\ttls ${certificate} ${key}`)
    await writeFile(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
    return ['caddy', 'run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  },
}

let service: RunningService
let workspace: TestWorkspace
let folder: string
let certificate: string
let key: string

beforeAll(async () => {
  service = await runService({ BYHAND_TRUSTED_PROXIES: 'loopback' })
  workspace = await service.workspace()
  folder = await mkdtemp(join(tmpdir(), 'byhand-proxy-'))
  certificate = join(folder, 'certificate.pem')
  key = join(folder, 'key.pem')
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', ...kind, ...name, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

describe.each(Object.keys(PROXIES))('%s in front of the service', (name) => {
  let port: number
  let proxy: ChildProcess

  beforeAll(async () => {
    port = await freePort()
    const place = { folder: await mkdtemp(join(folder, name)), port, certificate, key }
    const make = PROXIES[name] as (typeof PROXIES)[string]
    const [command, ...words] = await make({ ...place, behind: new URL(service.address).host })
    proxy = spawn(command, words, { stdio: 'ignore', env: { ...process.env, HOME: place.folder } })
    await untilOpen(port)
  })
  afterAll(() => proxy.kill())

  it('forwards the address of the visitor, even if the visitor sends the header', async () => {
    const batch = makeBatch(workspace.siteKey)
    const headers = { 'x-forwarded-for': '9.9.9.9', 'content-type': 'text/plain' }
    const { status } = await post(port, INGEST_PATH, JSON.stringify(batch), headers)
    expect(status).toBe(200)
    const found = await service.services.store.sessions.find({
      workspace: workspace.id,
      sessionId: batch.session_id,
    })
    expect(found?.session.ip).toBe('127.0.0.2')
  })

  it('forwards the survey key, whose header has an underscore', async () => {
    const body = {
      survey_id: 's',
      participant_id: 'p',
      questions: { q: 'Why?' },
      responses: { q: 'Because.' },
    }
    const headers = { api_key: workspace.secretKey, 'content-type': 'application/json' }
    expect(await post(port, '/survey-check/v021', JSON.stringify(body), headers)).toMatchObject({
      status: 200,
    })
  })

  it('forwards the largest survey request', async () => {
    const most = JSON.stringify({ survey_id: 'x'.repeat(SURVEY.rawBytes - 100) })
    const headers = { 'x-api-key': workspace.secretKey, 'content-type': 'application/json' }
    const { status, type } = await post(port, '/survey-check/v021', most, headers)
    expect(status).toBe(400)
    expect(type).toMatch(/^application\/problem\+json/)
  })
})

function post(
  port: number,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number | undefined; type: string | undefined }> {
  return new Promise((resolve, reject) => {
    const options = { host: 'localhost', family: 4, port, path, method: 'POST', headers }
    // Another address of this machine, so that the proxy and its visitor differ.
    const sent = request({ ...options, localAddress: '127.0.0.2', rejectUnauthorized: false }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve({ status: answer.statusCode, type: answer.headers['content-type'] }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
