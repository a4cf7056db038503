/** The lockfile installs on every platform of the README, with integrity hashes for all packages. */
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const PLATFORMS = ['x64', 'arm64']

interface Entry {
  readonly version?: string
  readonly integrity?: string
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
  Object.keys(packages).filter((path) => path !== '' && !packages[path]?.link && !packages[path]?.integrity)

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

describe.each(['.', 'lab'])('package-lock.json in %s', (folder) => {
  const packages = lockOf(folder)

  it('has an integrity hash for every package', () => {
    expect(withoutIntegrity(packages)).toEqual([])
  })

  it('contains the Linux binaries of both architectures in the required version', () => {
    expect(missingBinaries(packages)).toEqual([])
  })
})

describe('the lock of this package', () => {
  const packages = lockOf('.')

  it('contains a Node for both architectures', () => {
    const versions = PLATFORMS.map((arch) => packages[`node_modules/node-linux-${arch}`]?.version)
    expect(versions[0]).toMatch(/^24\./)
    expect(versions[1]).toBe(versions[0])
  })

  it('installs one version of TypeScript as `tsc`, and the older one of the client types beside it', () => {
    const modules = join(ROOT, 'node_modules')
    expect(realpathSync(join(modules, '.bin/tsc'))).toBe(join(modules, 'typescript/bin/tsc'))
  })

  it('is rejected without a hash or without a binary', () => {
    const { 'node_modules/@rolldown/binding-linux-arm64-gnu': binding, ...rest } = packages
    expect(missingBinaries(rest)).toEqual([
      `node_modules/rolldown needs @rolldown/binding-linux-arm64-gnu@${binding?.version}`,
    ])
    expect(withoutIntegrity({ 'node_modules/a': { version: '1.0.0' } })).toEqual(['node_modules/a'])
  })
})
