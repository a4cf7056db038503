/** The R package: documented, built, checked and tested with R against a running service. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { collectClient, makeBatch } from '../service/collect_client.ts'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'

const ROOT = join(import.meta.dirname, '../..')
const SOURCE = join(ROOT, 'clients/r')
const CHECK_MS = 600_000
const run = promisify(execFile)

let service: RunningService
let workspace: TestWorkspace
let scratch: string
let version: string
let environment: Record<string, string | undefined>

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'byhand-r-'))
  version = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')).version
  service = await runService({ BYHAND_RATE_SURVEYS_PER_KEY: '0' })
  workspace = await service.workspace()
  const page = collectClient(service.address)
  const batch = makeBatch(workspace.siteKey, { intro: 1 })
  await page.post(batch)
  page.close()
  const library = join(scratch, 'library')
  await mkdir(library)
  environment = {
    PATH: process.env.PATH,
    HOME: scratch,
    LC_ALL: 'C.UTF-8',
    R_LIBS_USER: library,
    // Checks would ask a network for the time and for other packages.
    _R_CHECK_SYSTEM_CLOCK_: '0',
    _R_CHECK_CRAN_INCOMING_: 'false',
    _R_CHECK_FORCE_SUGGESTS_: 'false',
    BYHAND_TEST_URL: service.address,
    BYHAND_TEST_KEY: workspace.secretKey,
    BYHAND_TEST_SESSION: batch.session_id as string,
    BYHAND_TEST_ADMIN_KEY: (await workspace.key(['survey', 'admin'])).key,
  }
})
afterAll(async () => {
  await service.stop()
  await rm(scratch, { recursive: true, force: true })
})

const r = (program: string, words: readonly string[], env: object = {}) =>
  run(program, words, { cwd: scratch, env: { ...environment, ...env }, maxBuffer: 2 ** 24 })

it('has the pages that its comments describe', async () => {
  const copy = join(scratch, 'documented')
  await cp(SOURCE, copy, { recursive: true })
  await r('Rscript', ['-e', 'roxygen2::roxygenise("documented")'])
  for (const name of ['NAMESPACE', ...(await readdir(join(SOURCE, 'man'))).map((page) => `man/${page}`)])
    expect(await readFile(join(copy, name), 'utf8'), name).toBe(await readFile(join(SOURCE, name), 'utf8'))
  expect(await readdir(join(copy, 'man'))).toEqual(await readdir(join(SOURCE, 'man')))
})

it(
  'builds, passes its check with all tests, and installs',
  async () => {
    await r('R', ['CMD', 'build', SOURCE])
    const archive = `byhand_${version}.tar.gz`
    const { stdout } = await r('R', ['CMD', 'check', '--no-manual', archive]).catch((error) => error)
    expect(stdout).toMatch(/^Status: OK$/m)
    const output = await readFile(join(scratch, 'byhand.Rcheck/tests/testthat.Rout'), 'utf8')
    expect(output).toMatch(/\[ FAIL 0 \| WARN 0 \| SKIP 0 \| PASS \d\d \]/)
    await r('R', ['CMD', 'INSTALL', archive])
  },
  CHECK_MS,
)

it('runs the vignette', async () => {
  const words = [
    '-e',
    `rmarkdown::render("${SOURCE}/vignettes/clean-data.Rmd", output_dir = ".", quiet = TRUE)`,
  ]
  await r('Rscript', words, { BYHAND_URL: service.address, BYHAND_KEY: workspace.secretKey })
  expect(await readFile(join(scratch, 'clean-data.html'), 'utf8')).toContain('Gibberish')
})
