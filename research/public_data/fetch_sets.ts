/**
 * Downloads recordings from their public repositories, checks each file, and converts them for `npm run fit` and
 * `npm run evaluate`. Throws one sentence.
 */
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { CONVERTERS } from './convert.ts'

const CONCURRENT = 8
const TIMEOUT_MS = 60_000
const DIGEST_CHARS = 32

export interface Source {
  readonly name: string
  /** `owner/name` */
  readonly repository: string
  readonly commit: string
  readonly license: string
  readonly attribution: string
  /** Paths of the files of one session; `*` stands for its name. */
  readonly files: readonly string[]
  /** The name of a session, and the first half of the SHA-256 of each of its files. */
  readonly entries: readonly (readonly string[])[]
}

export interface FetchOptions {
  readonly from: string
  readonly out: string
  readonly onDone: (line: string) => void
}

/** A set that is there already is not fetched again. */
export async function fetchSets(sets: readonly Source[], options: FetchOptions): Promise<void> {
  for (const set of sets) await fetchSet(set, options)
}

async function load(
  from: string,
  { repository, commit }: Source,
  path: string,
  digest: string,
): Promise<string> {
  const url = `${from}/${repository}/${commit}/${path}`
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: Error) => {
    throw new Error(`${url} cannot be reached (${error.message})`)
  })
  if (!response.ok) throw new Error(`${url} answers ${response.status}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  if (hash('sha256', bytes).slice(0, DIGEST_CHARS) !== digest) {
    throw new Error(`${url} is not the file that was used`)
  }
  return bytes.toString('utf8')
}

/** In the order of the manifest, which the fits depend on. */
async function loadAll(from: string, set: Source): Promise<(readonly [name: string, texts: string[]])[]> {
  const loaded: (readonly [string, string[]])[] = []
  const entries = set.entries.entries()
  const worker = async () => {
    for (const [index, [name = '', ...digests]] of entries) {
      const texts = set.files.map((file, at) =>
        load(from, set, file.replace('*', name), digests[at] as string),
      )
      loaded[index] = [name, await Promise.all(texts)]
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT }, worker))
  return loaded
}

/** Written at once, so that an interrupted run leaves no half file. */
function write(folder: string, name: string, content: string | Buffer): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.part`), content)
  renameSync(join(folder, `${name}.part`), join(folder, name))
}

async function fetchSet(set: Source, { from, out, onDone }: FetchOptions): Promise<void> {
  const convert = CONVERTERS[set.name]
  const folder = convert === undefined ? join(out, set.name) : join(out, 'human', set.name)
  if (existsSync(join(folder, 'README.md'))) return
  const loaded = await loadAll(from, set)
  if (convert === undefined) {
    for (const [name, [text = '']] of loaded) write(folder, `${name.replace('/', '-')}.txt`, text)
  } else {
    const [pattern = ''] = set.files
    const lines = loaded.map(
      ([name, texts]) => `${JSON.stringify(convert(pattern.replace('*', name), texts))}\n`,
    )
    write(folder, 'dev.ndjson.gz', gzipSync(lines.join(''), { level: 9 }))
  }
  const { name, repository, commit, license, attribution } = set
  write(
    folder,
    'README.md',
    `# ${name}\n\n${attribution}. From ${repository} at ${commit}. License: ${license}. Converted by Byhand.\n`,
  )
  onDone(`${name}: ${loaded.length} files or sessions. ${license}. ${attribution}.`)
}
