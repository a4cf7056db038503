/** The Python client with programs that `npm test` does not install: pip, pandas and mypy. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const CLIENT = join(import.meta.dirname, '../../clients/python')
/** The packages of Debian belong to this one. */
const PYTHON = '/usr/bin/python3'
const run = promisify(execFile)

let scratch: string
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'byhand-pip-'))
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

const env = { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: join(CLIENT, 'src') }

it('takes a pandas data frame', async () => {
  const { stderr } = await run(PYTHON, ['-m', 'unittest', '-v', 'test_frame'], {
    cwd: join(CLIENT, 'tests'),
    env,
  })
  expect(stderr).toContain('Ran 1 test')
  expect(stderr).not.toContain('skipped')
})

it('has correct types', async () => {
  const words = ['--cache-dir', join(scratch, 'mypy'), '--config-file', 'pyproject.toml']
  expect((await run('/usr/bin/mypy', words, { cwd: CLIENT })).stdout).toContain('no issues')
})

it('installs from its folder with pip, without a network', async () => {
  await run(PYTHON, ['-m', 'venv', join(scratch, 'venv')])
  const python = join(scratch, 'venv/bin/python')
  await run(python, ['-m', 'pip', 'install', '--quiet', '--no-index', CLIENT])
  const { stdout } = await run(python, ['-c', 'import byhand; print(byhand.__file__)'], { cwd: scratch })
  expect(stdout).toContain('site-packages/byhand')
})

it('builds the same wheel and source archive each time, with its license', async () => {
  const code = `
import sys; sys.path.insert(0, "packaging"); import wheel_backend
print(wheel_backend.build_wheel(sys.argv[1]), wheel_backend.build_sdist(sys.argv[1]))`
  const build = async (name: string) => {
    const folder = join(scratch, name)
    await mkdir(folder)
    const { stdout } = await run(PYTHON, ['-c', code, folder], { cwd: CLIENT, env })
    return stdout
      .trim()
      .split(' ')
      .map((file) => join(folder, file)) as [string, string]
  }
  const [first, second] = [await build('first'), await build('second')]
  for (const at of [0, 1] as const) expect(await readFile(first[at])).toEqual(await readFile(second[at]))
  const python = join(scratch, 'from_source/bin/python')
  await run(PYTHON, ['-m', 'venv', join(scratch, 'from_source')])
  await run(python, ['-m', 'pip', 'install', '--quiet', '--no-index', first[1]])
  const { stdout } = await run(python, ['-m', 'pip', 'show', '--verbose', '--files', 'byhand'])
  expect(stdout).toContain('licenses/LICENSE')
})
