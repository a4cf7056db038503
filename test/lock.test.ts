/** The lockfile installs on every platform of the README, with integrity hashes for all packages. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const PLATFORMS = ['x64', 'arm64']

interface Entry {
  readonly version?: string
  readonly integrity?: string
  readonly optional?: boolean
  readonly engines?: { readonly node?: string }
  readonly link?: boolean
  readonly os?: string | readonly string[]
  readonly cpu?: string | readonly string[]
  readonly libc?: readonly string[]
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

type Packages = Readonly<Record<string, Entry>>

const lockOf = (folder: string): Packages =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package-lock.json'), 'utf8')).packages

const withoutIntegrity = (packages: Packages) =>
  Object.keys(packages).filter(
    (path) => path.includes('node_modules/') && !packages[path]?.link && !packages[path]?.integrity,
  )

/** Finds platform binaries that are missing from the lockfile. */
function missingBinaries(packages: Packages): string[] {
  const installed = new Map(
    Object.entries(packages).map(([path, entry]) => [path.replace(/^.*node_modules\//, ''), entry.version]),
  )
  const isForLinux = (name: string, arch: string) =>
    new RegExp(`linux-${arch}(-gnu|-glibc)?$`).test(name) && !name.includes('musl')
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) => {
    const names = Object.keys(optionalDependencies)
    return PLATFORMS.flatMap((arch) =>
      names
        .filter((name) => isForLinux(name, arch) && installed.get(name) !== optionalDependencies[name])
        .map((name) => `${path || 'byhand'} needs ${name}@${optionalDependencies[name]}`),
    )
  })
}

describe.each(['.', 'research', 'research/lab', 'research/network', 'test', 'test/openapi_tools', 'test/platforms', 'tools'])(
  'package-lock.json in %s',
  (folder) => {
    const packages = lockOf(folder)

    it('has an integrity hash for every package', () => {
      expect(withoutIntegrity(packages)).toEqual([])
    })

    it('contains the Linux binaries of both architectures in the required version', () => {
      expect(missingBinaries(packages)).toEqual([])
    })
  },
)

describe('the lock of this package', () => {
  const packages = lockOf('.')

  it('contains a Node for both architectures, which npm skips if the own one is new enough', () => {
    const nodes = PLATFORMS.map((arch) => packages[`node_modules/node-linux-${arch}`])
    const needed = packages['']?.engines?.node ?? ''
    for (const node of nodes) {
      expect(node?.version).toMatch(/^24\./)
      expect(node?.optional).toBe(true)
      // The package itself names no range. Without this line, npm would install 185 MB that are never used.
      expect(node?.engines?.node).toBe(needed.replace('>=', '<'))
    }
    expect(nodes[1]?.version).toBe(nodes[0]?.version)
  })

  it('is rejected without a hash or without a binary', () => {
    const { 'node_modules/@rolldown/binding-linux-arm64-gnu': binding, ...rest } = packages
    expect(missingBinaries(rest)).toEqual([
      `node_modules/rolldown needs @rolldown/binding-linux-arm64-gnu@${binding?.version}`,
    ])
    expect(withoutIntegrity({ 'node_modules/a': { version: '1.0.0' } })).toEqual(['node_modules/a'])
  })
})
