/**
 * Creates the data of a release, for later releases to open:
 *   node test/faults/releases/make.ts <source tree of the release, installed> <version>
 * Uses only the service and the command of the release. Its answers are stored next to the data.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readRecordings } from '../../../lab/recordings.ts'
import { ANSWERS, QUESTIONS, typedBy } from '../../service/survey_client.ts'
import { startPostgres } from '../../setup/postgres.ts'
import { fetchAnswers, pathsOf, type ReleaseAnswers } from './answers.ts'

const RECORDINGS = ['injection-value-headed-1', 'extension-content-headless-1', 'autofill-headed-1']
const PASSWORD = 'correct horse battery'

const [tree, version] = process.argv.slice(2) as [string, string]
const target = join(import.meta.dirname, version)
const data = mkdtempSync(join(tmpdir(), 'byhand-release-'))
mkdirSync(target, { recursive: true })

const service = spawn(process.execPath, [join(tree, 'src/server/boot/main.ts')], {
  cwd: tree,
  env: { PATH: process.env.PATH, BYHAND_DATA: data, BYHAND_PORT: '0' },
})
let output = ''
service.stdout.on('data', (chunk) => {
  output += chunk
})
service.stderr.pipe(process.stderr)
while (!output.includes('/events\n')) {
  if (service.exitCode !== null) throw new Error(`the service ended with exit status ${service.exitCode}`)
  await new Promise((resolve) => setTimeout(resolve, 50))
}
const found = (pattern: RegExp) => (pattern.exec(output) as RegExpExecArray)[0]
const address = found(/http:\/\/[\d.]+:\d+/)
const siteKey = found(/bh_pk_\w+/)
const secretKey = found(/bh_sk_\w+/)
const loginToken = found(/join#\S+/).slice('join#'.length)

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text}`)
  return text
}

const sessions: string[] = []
for (const [index, { name, batches }] of readRecordings()
  .filter((recording) => RECORDINGS.includes(recording.name))
  .entries()) {
  const sessionId = `${name.replace(/[^a-z0-9]/g, '')}`.padEnd(22, 'x').slice(0, 22)
  let token: string | undefined
  for (const { batch } of batches) {
    const proof = token === undefined ? { claim: sessionId } : { token }
    const own = {
      v: 1,
      site_key: siteKey,
      session_id: sessionId,
      user_id: `user ${index % 2}`,
      tags: ['all', name],
    }
    ;({ token } = JSON.parse(await post('/i/v1/batch', { ...batch, ...own, ...proof })))
  }
  sessions.push(sessionId)
}

const surveys: ReleaseAnswers['surveys'] = {}
for (const [index, participant] of ['p1', 'p2', 'p3'].entries()) {
  const responses = ANSWERS[index % 2] as (typeof ANSWERS)[number]
  const histories = index === 0 ? { question_histories: { q1: typedBy(responses.q1, 5) } } : {}
  const body = {
    survey_id: 'kept',
    participant_id: participant,
    questions: QUESTIONS,
    responses,
    ...histories,
  }
  surveys[participant] = await post('/survey-check/v021', body, { api_key: secretKey })
}
const member = { email: 'ada@example.org', password: PASSWORD }
await post(
  '/app/api/first-login',
  { token: loginToken, ...member },
  { 'sec-fetch-site': 'same-origin', 'x-byhand': '1' },
)

const byhand = (env: Record<string, string>, ...words: string[]) =>
  execFileSync(process.execPath, [join(tree, 'bin/byhand.js'), ...words], {
    cwd: tree,
    env: { PATH: process.env.PATH, BYHAND_DATA: data, ...env },
    encoding: 'utf8',
  })
const secondKey = JSON.parse(byhand({}, 'keys', 'create', '--name', 'second', '--json')).key as string
const paths = pathsOf({ sessions, users: ['user 0', 'user 1'], tags: ['all', RECORDINGS[0] as string] })
const answers = await fetchAnswers(address, secretKey, paths)
const release: ReleaseAnswers = { secretKey, secondKey, siteKey, member, surveys, answers }
writeFileSync(join(target, 'answers.json.gz'), gzipSync(JSON.stringify(release)))
service.kill('SIGTERM')
await new Promise((resolve) => service.once('exit', resolve))

writeFileSync(join(target, 'byhand.db.gz'), gzipSync(readFileSync(join(data, 'byhand.db'))))
const backup = join(target, 'all.byhand')
rmSync(backup, { force: true })
byhand({}, 'backup', backup)

const server = await startPostgres()
byhand({ BYHAND_STORE: server.url }, 'restore', backup)
const dump = execFileSync('pg_dump', ['--inserts', '--no-owner', '--no-privileges', server.url], {
  encoding: 'utf8',
})
// Leaves out psql commands; the rest is SQL for any client.
const sql = dump
  .split('\n')
  .filter((line) => !line.startsWith('\\'))
  .join('\n')
writeFileSync(join(target, 'postgres.sql.gz'), gzipSync(sql))
await server.stop()
rmSync(data, { recursive: true })
