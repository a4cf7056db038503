/** Updates the network data folder. An invalid source changes nothing. */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isPublic } from './address.ts'
import { readCountries } from './country.ts'
import {
  type DatabaseName,
  fileOf,
  isDatabase,
  type ListName,
  MAX_COVERAGE,
  originsFileOf,
  SOURCE_NAMES,
  type SourceName,
} from './data_folder.ts'
import { NetworkDataError } from './errors.ts'
import { type Fetched, type FetchOptions, fetchData, isUrl } from './fetch.ts'
import { parseList } from './list.ts'
import { readOperators } from './operators.ts'

/** The origins of each source: https URLs or file paths. Several lists are merged. */
export type Origins = Partial<Readonly<Record<SourceName, readonly string[]>>>

export interface UpdateOptions extends FetchOptions {
  readonly folder: string
  /** Empty: the origins of the last update. */
  readonly origins: Origins
}

export type UpdateResult =
  | {
      readonly name: SourceName
      readonly ok: true
      /** Entries of a list; null for a database. */
      readonly entries: number | null
      readonly unread: number
      readonly bytes: number
      /** When the data was built, in milliseconds since 1970. */
      readonly at: number
    }
  | { readonly name: SourceName; readonly ok: false; readonly reason: string }

export async function updateNetworkData(options: UpdateOptions): Promise<UpdateResult[]> {
  await mkdir(options.folder, { recursive: true })
  const remembered = await rememberedOrigins(options.folder)
  const origins = Object.keys(options.origins).length > 0 ? absolutePaths(options.origins) : remembered
  const results: UpdateResult[] = []
  for (const name of SOURCE_NAMES) {
    const places = origins[name]
    if (places !== undefined && places.length > 0) results.push(await updateSource(name, places, options))
  }
  const updated = results.filter(({ ok }) => ok).map(({ name }) => [name, origins[name]])
  if (updated.length > 0) {
    const saved = JSON.stringify({ ...remembered, ...Object.fromEntries(updated) }, null, 2)
    await replace(originsFileOf(options.folder), Buffer.from(`${saved}\n`), options.now())
  }
  return results
}

/** Paths are saved as absolute, because the next update may run in another folder. */
function absolutePaths(origins: Origins): Origins {
  return Object.fromEntries(
    Object.entries(origins).map(([name, places]) => [
      name,
      places.map((place) => (isUrl(place) ? place : resolve(place))),
    ]),
  )
}

export async function rememberedOrigins(folder: string): Promise<Origins> {
  let text: string
  try {
    text = await readFile(originsFileOf(folder), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
  const saved = JSON.parse(text) as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    SOURCE_NAMES.flatMap((name) => {
      const places = saved[name]
      return Array.isArray(places) && places.every((place) => typeof place === 'string')
        ? [[name, places]]
        : []
    }),
  )
}

async function updateSource(
  name: SourceName,
  places: readonly string[],
  options: UpdateOptions,
): Promise<UpdateResult> {
  try {
    if (isDatabase(name) && places.length > 1)
      throw new NetworkDataError('a database needs exactly one source')
    const fetched: Fetched[] = []
    for (const place of places) fetched.push(await fetchData(place, isDatabase(name), options))
    const bytes = isDatabase(name)
      ? (fetched[0] as Fetched).bytes
      : Buffer.concat(fetched.flatMap((part) => [part.bytes, Buffer.from('\n')]))
    const checked = isDatabase(name) ? checkDatabase(name, bytes) : checkList(name, bytes)
    const at = checked.madeAt ?? Math.min(...fetched.map((part) => part.at))
    await replace(fileOf(options.folder, name), bytes, at)
    return { name, ok: true, entries: checked.entries, unread: checked.unread, bytes: bytes.length, at }
  } catch (error) {
    return { name, ok: false, reason: error instanceof Error ? error.message : String(error) }
  }
}

function checkList(name: ListName, bytes: Buffer) {
  const { entries, unread } = parseList(bytes.toString('utf8'), MAX_COVERAGE[name])
  return { entries, unread, madeAt: null }
}

/** A complete database covers most public addresses; one that does not is truncated or of another kind. */
const MIN_KNOWN_SHARE = 0.4
const ADDRESSES_SAMPLED = 4_096

function checkDatabase(name: DatabaseName, bytes: Buffer) {
  const { madeAt, knows } =
    name === 'country'
      ? ((data) => ({ madeAt: data.madeAt, knows: data.countryOf }))(readCountries(bytes))
      : ((data) => ({ madeAt: data.madeAt, knows: data.operatorOf }))(readOperators(bytes))
  let tried = 0
  let known = 0
  for (let step = 0; step < ADDRESSES_SAMPLED; step++) {
    const address = Math.floor(((step + 0.5) / ADDRESSES_SAMPLED) * 2 ** 32)
    if (!isPublic(address)) continue
    tried++
    if (knows(address) !== null) known++
  }
  if (known < MIN_KNOWN_SHARE * tried) {
    throw new NetworkDataError(`it covers only ${known} of ${tried} sampled public IPv4 addresses`)
  }
  return { entries: null, unread: 0, madeAt }
}

/** Replaces the file atomically, so that a crash leaves the old or the new one. */
async function replace(path: string, bytes: Buffer, writtenAt: number) {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    const file = await open(temporary, 'w')
    try {
      await file.writeFile(bytes)
      await file.utimes(writtenAt / 1000, writtenAt / 1000)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
