/** What registries and older tools read in the packages: `publint`, `attw` (are the types wrong?) and `twine`. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { npmInstall, PACKAGES, packed } from '../setup/packed.ts'

const ROOT = join(import.meta.dirname, '../..')
const CHECKERS = ['publint@0.3.25', '@arethetypeswrong/cli@0.18.5']
const NAMES = [
  'byhand',
  '@byhand/node',
  '@byhand/react',
  '@byhand/vue',
  '@byhand/jspsych',
  '@byhand/surveyjs',
]
/** ES modules only: `require` of one works since Node 20.19 and 22.12. The script tag's file has no exports. */
const ATTW = ['--ignore-rules', 'cjs-resolves-to-esm', '--exclude-entrypoints', 'byhand.js']

const run = promisify(execFile)
let scratch: string
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'byhand-metadata-'))
  await writeFile(join(scratch, 'package.json'), '{"private":true}')
  await npmInstall(scratch, ['--ignore-scripts', ...CHECKERS])
  const bins = [join(scratch, 'node_modules/.bin'), dirname(process.execPath)]
  env = { ...process.env, PATH: `${bins.join(':')}:${process.env.PATH}` }
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

const output = (command: string, ...words: string[]): Promise<string> =>
  run(command, words, { env, maxBuffer: 2 ** 26 }).then(
    ({ stdout }) => stdout,
    (error) => {
      throw new Error(`${error.stdout}${error.stderr}`)
    },
  )

describe.each(NAMES)('the package %s', (name) => {
  it('follows the rules of npm, for old and new resolution of modules', async () => {
    expect(await output('publint', packed(name), '--strict')).toContain('All good!')
    expect(await output('attw', packed(name), ...ATTW)).toContain('No problems found')
  })

  it('says what it is', async () => {
    const folder = join(scratch, name.replace('/', '-'))
    await mkdir(folder)
    await run('tar', ['-xzf', packed(name), '-C', folder, 'package/package.json'])
    const { default: manifest } = await import(join(folder, 'package/package.json'), {
      with: { type: 'json' },
    })
    expect(manifest).toMatchObject({
      author: 'The Byhand authors',
      license: 'Apache-2.0',
      keywords: expect.arrayContaining([expect.stringContaining('bot')]),
    })
    expect(Object.keys(manifest)).toEqual(
      expect.arrayContaining(['main', 'types', 'sideEffects', 'description']),
    )
  })
})

it('the Python archives follow the rules of PyPI, also the one that the service serves', async () => {
  const files = (await readdir(PACKAGES)).filter((name) => /^byhand-.*(\.whl|\d\.tar\.gz)$/.test(name))
  expect(files.length).toBe(2)
  const served = join(scratch, 'byhand-0.tar.gz')
  await run('cp', [join(ROOT, 'dist/packages/byhand-python.tar.gz'), served])
  const checked = [...files.map((name) => join(PACKAGES, name)), served]
  expect((await output('twine', 'check', '--strict', ...checked)).match(/PASSED/g)?.length).toBe(3)
  // The backend and the build of the service write the same.
  const information = async (archive: string) =>
    (await run('tar', ['-xzOf', archive, '--wildcards', '*/PKG-INFO'])).stdout
  const built = files.find((name) => name.endsWith('.tar.gz')) as string
  expect(await information(served)).toBe(await information(join(PACKAGES, built)))
})
