/** The Python client with programs that `npm test` does not install: pip, pandas and mypy. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
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
