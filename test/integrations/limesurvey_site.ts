/** Runs a copy of a LimeSurvey source tree with PHP's web server and a PostgreSQL database. */
import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../setup/free_port.ts'
import { startPostgres } from '../setup/postgres.ts'
import { untilOpen } from '../setup/until_open.ts'

export const ADMIN = { name: 'admin', password: 'correct horse battery' }

export interface LimeSurveySite {
  readonly url: string
  /** The policy of every later page. */
  setPolicy(policy: string): Promise<void>
  /** Imports a survey in the tab-separated format, activates it and returns its id. */
  publish(survey: readonly Row[]): Promise<number>
  /** The responses of a survey by question code. */
  responses(survey: number): Promise<Record<string, string | null>[]>
  close(): Promise<void>
}

/** A row of LimeSurvey's tab-separated format. */
export type Row = Readonly<Partial<Record<(typeof COLUMNS)[number], string>>>

const COLUMNS = [
  'class',
  'type/scale',
  'name',
  'relevance',
  'text',
  'help',
  'language',
  'mandatory',
  'hidden',
  'byhand',
] as const

const run = promisify(execFile)

export async function startLimeSurvey(tree: string): Promise<LimeSurveySite> {
  const folder = await mkdtemp(join(tmpdir(), 'byhand-limesurvey-'))
  const site = join(folder, 'site')
  // Twenty thousand files: Node's own copy takes ten times longer.
  await run('cp', ['-a', tree, site])
  const postgres = await startPostgres({ fsync: false })
  await writeFile(join(site, 'application/config/config.php'), configuration(postgres.url))
  const install = ['install', ADMIN.name, ADMIN.password, 'Ada', 'ada@example.org']
  await run('php', ['application/commands/console.php', ...install], { cwd: site })
  const policyFile = join(folder, 'policy.php')
  await writeFile(policyFile, '')
  // A login at one site must not count at another.
  const sessions = join(folder, 'sessions')
  await mkdir(sessions)
  const port = await freePort()
  const options = [
    '-d',
    `auto_prepend_file=${policyFile}`,
    '-d',
    `session.save_path=${sessions}`,
    '-d',
    'opcache.enable_cli=1',
  ]
  const php = spawn('php', [...options, '-S', `127.0.0.1:${port}`, '-t', site], {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' },
  })
  const url = `http://127.0.0.1:${port}`
  await untilOpen(port)
  const call = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const response = await fetch(`${url}/index.php?r=admin/remotecontrol`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: 1, method, params }),
    })
    const text = await response.text()
    const { result, error } = JSON.parse(text || '{}')
    if (error || result === undefined) throw new Error(`${method}: ${text}`)
    return result
  }
  const key = await call('get_session_key', ADMIN.name, ADMIN.password)
  return {
    url,
    setPolicy: (policy) =>
      writeFile(policyFile, `<?php header(${JSON.stringify(`content-security-policy: ${policy}`)});`),
    async publish(survey) {
      const lines = [COLUMNS, ...survey.map((row) => COLUMNS.map((column) => row[column] ?? ''))]
      const text = lines.map((line) => line.join('\t')).join('\n')
      const id = await call('import_survey', key, Buffer.from(text).toString('base64'), 'txt')
      if (typeof id !== 'number') throw new Error(`the import failed: ${JSON.stringify(id)}`)
      const activated = (await call('activate_survey', key, id)) as { status: string }
      if (activated.status !== 'OK') throw new Error(`the activation failed: ${JSON.stringify(activated)}`)
      return id
    },
    async responses(survey) {
      const exported = await call('export_responses', key, survey, 'json')
      if (typeof exported !== 'string') return []
      return JSON.parse(Buffer.from(exported, 'base64').toString('utf8')).responses
    },
    async close() {
      // The workers of the web server are its children.
      if (php.pid !== undefined) process.kill(-php.pid, 'SIGKILL')
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function configuration(database: string): string {
  const { hostname, port, username, pathname } = new URL(database)
  const dsn = `pgsql:host=${hostname};port=${port};dbname=${pathname.slice(1)}`
  return `<?php return [
    'components' => [
      'db' => [
        'connectionString' => '${dsn}', 'username' => '${username}', 'password' => '',
        'emulatePrepare' => true, 'charset' => 'utf8', 'tablePrefix' => 'lime_',
      ],
      'urlManager' => ['urlFormat' => 'get', 'showScriptName' => true, 'rules' => []],
    ],
    'config' => ['debug' => 0, 'RPCInterface' => 'json'],
  ];`
}
