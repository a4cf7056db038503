/**
 * Builds the clients into dist/packages, from where the service serves them: `npm install`, `pip install` and R's
 * `install.packages` take the URL. It needs neither npm nor Python nor R, and the same sources give the same bytes.
 */
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { replaceFolder } from './staged_folder.ts'
import { tarGz } from './tar.ts'

const ROOT = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** npm packages, by the name of their archive. */
export const NPM_PACKAGES: Readonly<Record<string, string>> = {
  'byhand-node': 'clients/node',
  'byhand-react': 'clients/react',
  'byhand-vue': 'clients/vue',
  'byhand-jspsych': 'integrations/jspsych',
  'byhand-surveyjs': 'integrations/surveyjs',
}

const PYTHON_FILES = [
  'pyproject.toml',
  'README.md',
  'packaging/wheel_backend.py',
  'src/byhand/*.py',
  'src/byhand/py.typed',
]
const R_FILES = ['DESCRIPTION', 'NAMESPACE', 'README.md', '{R,man,inst,tests,vignettes}/**/*.*']

const license = () => readFileSync(join(ROOT, 'LICENSE'))

function filesOf(folder: string, patterns: string | readonly string[], under: string): Map<string, Buffer> {
  const names = globSync(patterns, { cwd: folder }).toSorted()
  return new Map(names.map((name) => [`${under}/${name}`, readFileSync(join(folder, name))]))
}

/** Compiles a project into a temporary folder, which `use` reads. */
export function compiled<Result>(project: string, use: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'byhand-compiled-'))
  try {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const { status, stdout } = spawnSync(
      process.execPath,
      [tsc, '-p', join(ROOT, project), '--outDir', join(folder, 'dist')],
      { encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(`${project} does not compile: ${stdout}`)
    return use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** As `npm pack` packs it, after the compiler. */
export const npmArchive = (folder: string): Buffer =>
  compiled(folder, (result) => {
    const files = filesOf(join(ROOT, folder), ['package.json', 'README.md'], 'package')
    files.set('package/LICENSE', license())
    for (const [name, content] of filesOf(result, 'dist/**/*.{js,d.ts}', 'package')) {
      files.set(name, name.endsWith('.d.ts') ? withJsImports(content) : content)
    }
    return tarGz(files)
  })

/** The compiler leaves the extensions of imports in declarations as they are. */
export const withJsImports = (declarations: Buffer): Buffer =>
  Buffer.from(declarations.toString().replaceAll(/(from '\.[^']+)\.ts'/g, "$1.js'"))

/** A source archive; pip builds it with the backend inside. */
function pythonArchive(): Buffer {
  const under = `byhand-${version}`
  const files = filesOf(join(ROOT, 'clients/python'), PYTHON_FILES, under)
  files.set(`${under}/PKG-INFO`, pythonMetadata())
  return tarGz(files.set(`${under}/LICENSE`, license()))
}

/** The same bytes as of the backend, which needs Python. PyPI reads them. */
function pythonMetadata(): Buffer {
  const read = (name: string) => readFileSync(join(ROOT, 'clients/python', name), 'utf8')
  const values = new Map(
    [...read('pyproject.toml').matchAll(/^([\w-]+) = (.+)$/gm)].map(([, key, value]) => [key, value]),
  )
  const field = (key: string) => JSON.parse(values.get(key) as string)
  const [, author] = /authors\]\]\nname = "(.+)"/.exec(read('pyproject.toml')) ?? []
  const lines = [
    'Metadata-Version: 2.1',
    'Name: byhand',
    `Version: ${version}`,
    `Summary: ${field('description')}`,
    `Author: ${author}`,
    `License: ${field('license')}`,
    `Requires-Python: ${field('requires-python')}`,
    `Keywords: ${field('keywords')}`,
    ...field('classifiers').map((name: string) => `Classifier: ${name}`),
    'Description-Content-Type: text/markdown',
    '',
    read('README.md'),
  ]
  return Buffer.from(lines.join('\n'))
}

export const rArchive = (): Buffer => tarGz(filesOf(join(ROOT, 'clients/r'), R_FILES, 'byhand'))

export async function buildPackages(): Promise<void> {
  await replaceFolder('packages', async (folder) => {
    const write = (name: string, content: Buffer) => {
      writeFileSync(join(folder, name), content)
      console.log(`packages/${name}: ${content.length} bytes`)
    }
    for (const [name, source] of Object.entries(NPM_PACKAGES)) write(`${name}.tgz`, npmArchive(source))
    write('byhand-python.tar.gz', pythonArchive())
    write('byhand-r.tar.gz', rArchive())
  })
}
