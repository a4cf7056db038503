import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import lock from '../package-lock.json' with { type: 'json' }
import { type Lock, sbomOf } from '../tools/sbom.ts'

interface Bom {
  readonly metadata: { readonly component: { readonly purl: string } }
  readonly components: readonly {
    readonly name: string
    readonly purl: string
    readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
    readonly licenses?: unknown
  }[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

const read = (of: Lock) => JSON.parse(sbomOf(of)) as Bom

describe('the SBOM of the lock file', () => {
  const bom = read(lock as unknown as Lock)
  const names = new Set(bom.components.map(({ name }) => name))

  it('lists what an installation contains, and nothing that only developers need', () => {
    for (const name of Object.keys(manifest.dependencies)) expect(names).toContain(name)
    for (const name of ['vitest', 'typescript', 'playwright-core']) expect(names).not.toContain(name)
  })

  it('has a checksum and a license for each package', () => {
    const incomplete = bom.components.filter(({ hashes, licenses }) => !hashes || !licenses)
    expect(incomplete.map(({ purl }) => purl)).toEqual([])
    expect(bom.components[0]?.hashes).toEqual([
      { alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) },
    ])
  })

  it('connects every package to the program', () => {
    const edges = new Map(bom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
    const found = new Set([bom.metadata.component.purl])
    for (const ref of found) for (const next of edges.get(ref) ?? []) found.add(next)
    expect([...found].toSorted()).toEqual(
      [bom.metadata.component.purl, ...bom.components.map(({ purl }) => purl)].toSorted(),
    )
  })
})

it('resolves a nested version before the one at the root', () => {
  const { dependencies } = read({
    name: 'app',
    version: '1.0.0',
    packages: {
      '': { dependencies: { a: '1', b: '1' } },
      'node_modules/a': { version: '1.0.0', dependencies: { b: '2' } },
      'node_modules/a/node_modules/b': { version: '2.0.0' },
      'node_modules/b': { version: '1.0.0' },
      'node_modules/c': { version: '1.0.0' },
    },
  })
  expect(dependencies).toContainEqual({ ref: 'pkg:npm/a@1.0.0', dependsOn: ['pkg:npm/b@2.0.0'] })
  expect(dependencies[0]).toEqual({
    ref: 'pkg:npm/app@1.0.0',
    dependsOn: ['pkg:npm/a@1.0.0', 'pkg:npm/b@1.0.0'],
  })
  expect(JSON.stringify(dependencies)).not.toContain('npm/c@')
})
