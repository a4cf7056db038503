/**
 * The software bill of materials of the packed program: every package that `npm install byhand` adds, as CycloneDX 1.6.
 * It has no time and no serial number, so the same lock file gives the same bytes.
 */
import { posix } from 'node:path'

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly license?: string
  readonly dev?: boolean
  readonly link?: boolean
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

export function sbomOf(lock: Lock): string {
  const { packages } = lock
  const own = packages[''] as Locked
  const paths = Object.keys(packages)
    .filter((path) => path.startsWith(FOLDER) && !packages[path]?.dev && !packages[path]?.link)
    .toSorted()
  const refs = new Map(paths.map((path) => [path, purlOf(nameOf(path), packages[path]?.version as string)]))
  const root = purlOf(lock.name, lock.version)

  /** As Node looks for a package: beside its dependent first, then upwards. */
  function find(from: string, name: string): string | undefined {
    for (let folder = from; ; folder = posix.dirname(folder)) {
      const ref = refs.get(posix.join(folder, FOLDER, name))
      if (ref !== undefined || folder === '.' || folder === '') return ref
    }
  }
  const dependsOn = (from: string, { dependencies, optionalDependencies }: Locked): string[] =>
    [
      ...new Set(
        Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => find(from, name) ?? []),
      ),
    ].toSorted()

  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: componentOf(lock.name, { ...own, version: lock.version }, 'application') },
    components: [...new Map(paths.map((path) => [refs.get(path), path])).values()].map((path) =>
      componentOf(nameOf(path), packages[path] as Locked, 'library'),
    ),
    dependencies: [
      { ref: root, dependsOn: dependsOn('', own) },
      ...[...new Map(paths.map((path) => [refs.get(path), path]))].map(([ref, path]) => ({
        ref,
        dependsOn: dependsOn(path, packages[path] as Locked),
      })),
    ],
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
