/** Every package as `npm run pack:all` writes it: installed into an empty place, and used against a service. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import root from '../../package.json' with { type: 'json' }
import { type RunningService, runService } from '../service/running_service.ts'
import { freePort } from '../setup/free_port.ts'
import { readHowTo } from '../setup/how_to_lines.ts'
import { npmInstall, PACKAGES, packed } from '../setup/packed.ts'
import { type InstalledService, startInstalled } from './installed_service.ts'
import { PROGRAM } from './package_program.ts'

const ROOT = join(import.meta.dirname, '../..')
const NAMES = [
  'byhand',
  '@byhand/node',
  '@byhand/react',
  '@byhand/vue',
  '@byhand/jspsych',
  '@byhand/surveyjs',
]
/** For programs with types. npm installs the peer dependencies of the packages itself. */
const BESIDE = ['@types/node', '@types/react', '@types/react-dom', 'react-dom'] as const
/** Nothing else in this repository needs them. */
const SERVERS = ['express@5.3.0', '@types/express@5.0.6', 'fastify@5.12.8']
/** The oldest Node of the clients and of the service. */
const OLDEST = { 'Node 20': '20.20.2', 'Node 22': '22.18.0' }
/** Owns nothing, as a dynamic user of systemd. */
const NOBODY = 65_534

const run = promisify(execFile)

let scratch: string
/** The directory with `node`, by name. */
const nodes: Record<string, string> = {}
let npmSettings: Record<string, string>

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'byhand-packages-'))
  const setting = async (name: string) => (await run('npm', ['config', 'get', name])).stdout.trim()
  npmSettings = { npm_config_cache: await setting('cache'), npm_config_registry: await setting('registry') }
  for (const [name, version] of Object.entries(OLDEST)) {
    const project = await emptyProject(`with ${name}`)
    const binaries = `node-linux-${process.arch}`
    await npmInstall(project, [`${binaries}@${version}`])
    nodes[name] = join(project, 'node_modules', binaries, 'bin')
  }
  nodes['Node 24'] = dirname(process.execPath)
})
afterAll(() => rm(scratch, { recursive: true, force: true, maxRetries: 5 }))

async function emptyProject(name: string): Promise<string> {
  const folder = join(scratch, name)
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  return folder
}

/** No settings of this machine but the place of npm, and an empty home. */
async function emptyEnvironment(node: string): Promise<Record<string, string>> {
  const npm = dirname((await run('which', ['npm'])).stdout)
  const { NODE_EXTRA_CA_CERTS } = process.env
  return {
    PATH: [node, npm, '/usr/bin', '/bin'].join(':'),
    HOME: await mkdtemp(join(scratch, 'home-')),
    ...npmSettings,
    ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }),
  }
}

describe.each(['Node 20', 'Node 24'])('the packages with %s', (name) => {
  let project: string
  let env: Record<string, string>
  let service: InstalledService

  beforeAll(async () => {
    project = await emptyProject(name)
    env = await emptyEnvironment(nodes[name] as string)
    const types = BESIDE.map((module) => `${module}@${root.devDependencies[module]}`)
    await npmInstall(project, [...NAMES.map(packed), ...types, ...SERVERS], env)
    const data = { BYHAND_DATA: join(env.HOME as string, 'data'), BYHAND_PORT: '0' }
    const own = await emptyEnvironment(nodes[name === 'Node 20' ? 'Node 22' : name] as string)
    service = await startInstalled(['npx', '--no-install', 'byhand', 'serve'], {
      cwd: project,
      env: { ...own, ...data },
    })
  })
  afterAll(() => service?.stop())

  it('runs with this Node', async () => {
    const { stdout } = await run('node', ['--version'], { env })
    expect(stdout).toMatch(name === 'Node 20' ? /^v20\./ : /^v24\./)
  })

  async function compile(file: string, code: string): Promise<string> {
    const program = join(project, file)
    await writeFile(program, code)
    const folder = name === 'Node 20' ? 'tools/node_modules' : 'node_modules'
    const tsc = join(ROOT, folder, 'typescript/bin/tsc')
    const words = [
      '--strict',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--types',
      'node',
      '--jsx',
      'react-jsx',
    ]
    const compiling = run(process.execPath, [tsc, ...words, program], { cwd: project })
    return (await compiling.catch((error) => error)).stdout
  }

  it('has types that TypeScript resolves', async () => {
    expect(await compile('program.mts', PROGRAM)).toBe('')
  })

  it('compiles the code of the page about the Node client in strict mode', async () => {
    const keys = { siteKey: 'bh_pk_x', secretKey: 'bh_sk_x' }
    const { block } = await readHowTo('use-the-node-client', { url: 'https://byhand.example.org', ...keys })
    const [open, report, label, webhook] = [
      block(/^import \{ openClient \}[^\n]*\n\nconst/),
      block(/^const report/),
      block(/^await byhand\.call/),
      block(/^import \{ verifyWebhook/),
    ]
    const given = `declare const sessionId: string, text: string, rawBody: string
declare const survey_id: string, participant_id: string, session_id: string
declare const questions: Record<string, string>, responses: Record<string, string>
declare const request: { headers: Record<string, string> }\n`
    const servers = {
      client: [open, given, `{ ${report} }`, `{ ${label} }`],
      webhooks: [webhook, given],
      express: [
        "import express from 'express'",
        block(/^import [^\n]*\nimport [^\n]*express/),
        'const app = express()',
        block(/^app\.use/),
      ],
      fastify: [
        "import Fastify from 'fastify'",
        block(/^import [^\n]*\nimport [^\n]*fastify/),
        'const app = Fastify()',
        block(/^app\.post\('\/signup', \{/),
      ],
      next: [block(/^import [^\n]*\nimport [^\n]*web/)],
    }
    for (const [server, parts] of Object.entries(servers))
      expect([server, await compile(`${server}.mts`, parts.join('\n'))]).toEqual([server, ''])
    // Control: a wrong call does not compile.
    expect(await compile('wrong.mts', `${open}\nawait byhand.report(1)`)).toContain('error TS')
  })

  it('compiles the code of the page about React in strict mode', async () => {
    const keys = { siteKey: 'bh_pk_x', secretKey: 'bh_sk_x' }
    const { block } = await readHowTo('use-a-framework', { url: 'https://byhand.example.org', ...keys })
    const app = block(/^import \{ Byhand/).replace("getElementById('root')", '$&!')
    const imported =
      "import { createRoot } from 'react-dom/client'\nimport { Signup as App } from './signup.js'"
    expect(await compile('signup.tsx', block(/^export function Signup[\s\S]*x-byhand-result/))).toBe('')
    expect(await compile('main.tsx', `${imported}\n${app}`)).toBe('')
    // Control: a handler of its own has no type.
    expect(await compile('wrong.tsx', 'export const submit = (event) => event.target')).toContain('TS7006')
  })

  it('works, and calls the service that `npx byhand serve` started', async () => {
    const words = [join(project, 'program.mjs'), service.address, service.siteKey, service.secretKey]
    const { stdout } = await run('node', words, { cwd: project, env })
    expect(JSON.parse(stdout)).toEqual({
      browser: 'function',
      node: { checks: { q1: [expect.any(String)] }, unknown: 404 },
      guards: ['function', 'function', 'function'],
      react: 'loading',
      vue: 'loading',
      jspsych: 'byhand',
      surveyjs: 'function',
    })
  })
})

describe('the systemd install of docs/how-to/deploy.md', () => {
  it.skipIf(process.getuid?.() !== 0)('starts as an unprivileged user, answers and stops', async () => {
    const opt = join(scratch, 'opt/byhand')
    const state = join(scratch, 'state')
    const env = await emptyEnvironment(nodes['Node 24'] as string)
    await run('npm', ['install', '--prefer-offline', '--prefix', opt, packed('byhand')], {
      cwd: env.HOME as string,
      env,
    })
    const unit = await readFile(join(opt, 'node_modules/byhand/deploy/byhand.service'), 'utf8')
    const lines = (key: string) =>
      [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value)
    expect(lines('DynamicUser')).toEqual(['yes'])
    await mkdir(state, { mode: Number.parseInt(lines('StateDirectoryMode')[0] as string, 8) })
    await run('chown', [String(NOBODY), state])
    await run('chmod', ['755', scratch])

    const port = await freePort()
    const settings = `BYHAND_PUBLIC_URL=https://byhand.example.org\nBYHAND_PORT=${port}`
    const variables = [
      ...lines('Environment').flatMap((line) => (line as string).split(' ')),
      ...settings.split('\n'),
    ]
    const command = (lines('ExecStart')[0] as string).replace('/opt/byhand', opt).split(' ')
    const service = await startInstalled(command, {
      cwd: '/',
      uid: NOBODY,
      gid: NOBODY,
      env: {
        PATH: `${nodes['Node 22']}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin`,
        ...Object.fromEntries(variables.map((line) => line.split(/=(.*)/s).slice(0, 2))),
        BYHAND_DATA: state,
      },
    })
    const response = await fetch(`http://127.0.0.1:${port}/v1/sessions/none/report`, {
      headers: { authorization: `Bearer ${service.secretKey}` },
    })
    expect(response.status).toBe(404)
    expect((await stat(join(state, 'byhand.db'))).uid).toBe(NOBODY)
    expect(await service.stop()).toBe(0)
  })
})

describe('the packages for data analysis', () => {
  const ANSWER = 'asdkjh qwlekj zxmcnb'
  let service: RunningService
  let variables: Record<string, string>

  beforeAll(async () => {
    service = await runService()
    const { secretKey } = await service.workspace()
    variables = { PATH: '/usr/bin:/bin', HOME: scratch, BYHAND_URL: service.address, BYHAND_KEY: secretKey }
  })
  afterAll(() => service?.stop())

  it('the wheel works in an empty virtual environment', async () => {
    const venv = join(scratch, 'venv')
    await run('/usr/bin/python3', ['-m', 'venv', venv])
    const python = join(venv, 'bin/python')
    const wheel = join(PACKAGES, `byhand-${root.version}-py3-none-any.whl`)
    await run(python, ['-m', 'pip', 'install', '--quiet', '--no-index', wheel])
    const program = `import byhand
rows = byhand.check([{"participant_id": "p1", "like": "${ANSWER}"}], survey_id="s-python", questions={"like": "What do you like?"})
print(rows[0]["byhand_flagged"], rows[0]["byhand_q1_checks"])`
    const { stdout } = await run(python, ['-c', program], { cwd: scratch, env: variables })
    expect(stdout).toContain('Gibberish')
  })

  it('the R package works in an empty library', async () => {
    const library = join(scratch, 'library')
    await mkdir(library)
    await run('R', [
      'CMD',
      'INSTALL',
      `--library=${library}`,
      join(PACKAGES, `byhand_${root.version}.tar.gz`),
    ])
    const program = `library(byhand)
rows <- byhand_check(data.frame(participant_id = "p1", like = "${ANSWER}"), "s-r", c(like = "What do you like?"))
cat(rows[["byhand_q1_checks"]])`
    const { stdout } = await run('Rscript', ['-e', program], { env: { ...variables, R_LIBS_USER: library } })
    expect(stdout).toContain('Gibberish')
  })
})

describe('the packages that the service serves', () => {
  let service: RunningService
  beforeAll(async () => {
    service = await runService()
  })
  afterAll(() => service?.stop())

  it('install with npm, pip and R by their URLs', async () => {
    const project = await emptyProject('served')
    const names = ['node', 'react', 'vue', 'jspsych', 'surveyjs']
    await npmInstall(
      project,
      names.map((name) => `${service.address}/packages/byhand-${name}.tgz`),
    )
    const code = "import('@byhand/node').then(({ openClient }) => console.log(typeof openClient))"
    expect((await run('node', ['-e', code], { cwd: project })).stdout).toBe('function\n')

    const venv = join(scratch, 'served-python')
    await run('/usr/bin/python3', ['-m', 'venv', venv])
    const python = join(venv, 'bin/python')
    const archive = `${service.address}/packages/byhand-python.tar.gz`
    await run(python, ['-m', 'pip', 'install', '--quiet', '--no-index', archive])
    expect((await run(python, ['-c', 'import byhand; print(byhand.__version__)'])).stdout).toContain(
      root.version,
    )

    const library = join(scratch, 'served-r')
    await mkdir(library)
    const install = `install.packages("${service.address}/packages/byhand-r.tar.gz", lib = "${library}", repos = NULL, type = "source")
library(byhand, lib.loc = "${library}"); cat(is.function(byhand_check))`
    expect((await run('Rscript', ['-e', install])).stdout).toContain('TRUE')
  })
})
