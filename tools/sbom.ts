/**
 * The software bill of materials of the packed program: every package that `npm install byhand` adds, as CycloneDX 1.6.
 * It has no time and no serial number, so the same lock file gives the same bytes.
 */
import { posix } from 'node:path'

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export interface Lock {
  readonly name: string
  readonly version: string
  readonly packages: Readonly<Record<string, Locked>>
}

const FOLDER = 'node_modules/'
const HASHES: Readonly<Record<string, string>> = {
  sha512: 'SHA-512',
  sha384: 'SHA-384',
  sha256: 'SHA-256',
  sha1: 'SHA-1',
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length)
const purlOf = (name: string, version: string): string =>
  `pkg:npm/${name.split('/').map(encodeURIComponent).join('/')}@${version}`

export function sbomOf({ name, version, packages }: Lock): string {
  const refOf = (path: string): string =>
    path === '' ? purlOf(name, version) : purlOf(nameOf(path), packages[path]?.version as string)

  /** As Node looks for a package: beside its dependent first, then upwards. */
  function find(from: string, dependency: string): string[] {
    for (let folder = from; ; folder = posix.dirname(folder)) {
      const path = posix.join(folder, FOLDER, dependency)
      if (path in packages) return [path]
      if (folder === '.' || folder === '') return []
    }
  }
  const dependenciesOf = (path: string): string[] => {
    const { dependencies, optionalDependencies } = packages[path] as Locked
    return Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((one) => find(path, one))
  }

  // Only what the program needs: the lock also has what developers need.
  const needed = new Set([''])
  for (const path of needed) for (const next of dependenciesOf(path)) needed.add(next)
  /** One path for each name and version. */
  const paths = [...new Map([...needed].toSorted().map((path) => [refOf(path), path])).values()]
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: componentOf(name, { ...packages[''], version }, 'application') },
    components: paths
      .filter((path) => path !== '')
      .map((path) => componentOf(nameOf(path), packages[path] as Locked, 'library')),
    dependencies: paths.map((path) => ({
      ref: refOf(path),
      dependsOn: [...new Set(dependenciesOf(path).map(refOf))].toSorted(),
    })),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

function componentOf(name: string, { version = '', license, integrity }: Locked, type: string) {
  const [algorithm = '', digest = ''] = integrity?.split('-') ?? []
  return {
    type,
    'bom-ref': purlOf(name, version),
    name,
    version,
    purl: purlOf(name, version),
    ...(license !== undefined && {
      licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }],
    }),
    ...(digest !== '' && {
      hashes: [{ alg: HASHES[algorithm], content: Buffer.from(digest, 'base64').toString('hex') }],
    }),
  }
}
