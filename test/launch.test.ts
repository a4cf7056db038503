/** The launcher on Node versions and platforms that this machine does not have. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Claim, makeClaimingNode } from './setup/claiming_node.ts'

const ROOT = join(import.meta.dirname, '..')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'byhand-launch-'))
  cpSync(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true })
  cpSync(join(ROOT, 'tools/node'), join(folder, 'tools/node'), { recursive: true })
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'package.json'), '{"dependencies":{"better-sqlite3":"1"}}')
  addPackage('better-sqlite3', 'build/Release/better_sqlite3.node')
  writeFileSync(
    join(folder, 'script.ts'),
    'const words: string[] = process.argv.slice(2)\nconsole.log(JSON.stringify({ node: process.execPath, words, arenas: process.env.MALLOC_ARENA_MAX }))\nprocess.exit(3)\n',
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

function addPackage(name: string, file: string): void {
  const home = join(folder, 'node_modules', name)
  mkdirSync(dirname(join(home, file)), { recursive: true })
  writeFileSync(join(home, 'package.json'), `{"name":"${name}","main":"${file}"}`)
  writeFileSync(join(home, file), '')
}

/** Runs the copy of the launcher on a Node that claims to be another one. */
const launch = (claim: Claim) =>
  spawnSync(makeClaimingNode(folder, claim), ['bin/launch.js', '--no-warnings', 'script.ts', 'a b'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '' },
  })

/** Puts a binary where the platform package would install it. */
function packageNode(name: string, target: string): () => void {
  const home = join(folder, 'node_modules', name)
  mkdirSync(join(home, 'bin'), { recursive: true })
  writeFileSync(join(home, 'package.json'), `{"name":"${name}"}`)
  symlinkSync(target, join(home, 'bin/node'))
  return () => rmSync(home, { recursive: true })
}

describe('bin/launch.js', () => {
  it('uses the current Node if it is new enough, and returns its exit status', () => {
    const { status, stdout } = launch({})
    expect(JSON.parse(stdout)).toMatchObject({ words: ['a b'], arenas: '1' })
    expect(status).toBe(3)
  })

  it.each(['18.20.8', '20.20.2', '22.17.1'])('uses the packaged Node if the current one is %s', (version) => {
    const remove = packageNode(`node-linux-${process.arch}`, process.execPath)
    try {
      const { status, stdout } = launch({ version })
      const { node, words } = JSON.parse(stdout)
      expect(node).toBe(process.execPath)
      expect(words).toEqual(['a b'])
      expect(status).toBe(3)
    } finally {
      remove()
    }
  })

  it('uses the current Node from 22.18 on', () => {
    expect(launch({ version: '22.18.0' }).status).toBe(3)
  })

  it('names the package to install if the optional package is missing', () => {
    const { status, stderr } = launch({ version: '20.20.2' })
    expect(stderr).toBe(
      'byhand: this is Node 20.20.2, and Byhand needs Node 22.18 or later. Install it from nodejs.org, or run npm ci without --omit=optional to get it as a package.\n',
    )
    expect(status).toBe(1)
  })

  it.each([
    ['darwin', 'arm64'],
    ['win32', 'x64'],
    ['linux', 'riscv64'],
  ])('reports that no package exists for %s %s', (platform, arch) => {
    const { status, stderr } = launch({ version: '20.20.2', platform, arch })
    expect(stderr).toBe(
      'byhand: this is Node 20.20.2, and Byhand needs Node 22.18 or later. Install it from nodejs.org.\n',
    )
    expect(status).toBe(1)
  })

  it('reports that the packaged Node does not run here', () => {
    const remove = packageNode(`node-linux-${process.arch}`, join(folder, 'script.ts'))
    try {
      const { status, stderr } = launch({ version: '20.20.2' })
      expect(stderr).toMatch(
        /^byhand: the Node at \S+ does not run here \(EACCES\), and Byhand needs Node 22.18/,
      )
      expect(status).toBe(1)
    } finally {
      remove()
    }
  })

  it('reports a package that is missing', () => {
    writeFileSync(
      join(folder, 'package.json'),
      '{"dependencies":{"better-sqlite3":"1","fastify":"1","pg":"1"}}',
    )
    const { status, stderr } = launch({})
    expect(stderr).toBe(
      'byhand: the installation is incomplete: fastify, pg cannot be found. Run npm ci again.\n',
    )
    expect(status).toBe(1)
  })

  it('reports a package that another package needs', () => {
    writeFileSync(join(folder, 'package.json'), '{"dependencies":{"better-sqlite3":"1","outer":"1"}}')
    addPackage('outer', 'index.js')
    addPackage('outer/node_modules/inner', 'index.js')
    const outer = join(folder, 'node_modules/outer')
    writeFileSync(join(outer, 'package.json'), '{"dependencies":{"inner":"1","better-sqlite3":"1"}}')
    expect(launch({}).status).toBe(3)
    rmSync(join(outer, 'node_modules'), { recursive: true })
    const { status, stderr } = launch({})
    expect(stderr).toBe('byhand: the installation is incomplete: inner cannot be found. Run npm ci again.\n')
    expect(status).toBe(1)
  })

  it('reports packages that npm installed and that are gone, also those of the build', () => {
    const list = join(folder, 'node_modules/.package-lock.json')
    const paths = ['better-sqlite3', '@a/one', 'two', 'two/node_modules/three', 'four', 'five']
    writeFileSync(
      list,
      JSON.stringify({ packages: Object.fromEntries(paths.map((path) => [`node_modules/${path}`, {}])) }),
    )
    try {
      const { status, stderr } = launch({})
      expect(stderr).toBe(
        'byhand: the installation is incomplete: @a/one, two, three and 2 more cannot be found. Run npm ci again.\n',
      )
      expect(status).toBe(1)
      for (const path of paths) addPackage(path, 'build/Release/better_sqlite3.node')
      expect(launch({}).status).toBe(3)
    } finally {
      rmSync(list)
    }
  })

  it('reports a platform without a binary of SQLite', () => {
    writeFileSync(join(folder, 'package.json'), '{"dependencies":{"better-sqlite3":"1"}}')
    rmSync(join(folder, 'node_modules/better-sqlite3/build'), { recursive: true })
    addPackage('better-sqlite3', 'index.js')
    const { status, stderr } = launch({ arch: 'riscv64' })
    expect(stderr).toBe(
      'byhand: better-sqlite3 has no binary for linux on riscv64, so Byhand does not run here.\n',
    )
    expect(status).toBe(1)
  })
})
