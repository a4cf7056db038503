/** Renews the data folder, when an operator asks for it. A source that cannot be used changes nothing. */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isPublic } from './address.ts'
import { readCountries } from './country.ts'
import {
  type DatabaseName,
  fileOf,
  isDatabase,
  type ListName,
  MOST_COVERED,
  memoryOf,
  SOURCE_NAMES,
  type SourceName,
} from './data_folder.ts'
import { NetworkDataError } from './errors.ts'
import { type Fetched, type FetchOptions, fetchData, isUrl } from './fetch.ts'
import { parseList } from './list.ts'
import { readOperators } from './operators.ts'

/** Where each source comes from: https addresses or paths of files. Several lists become one. */
export type Origins = Partial<Readonly<Record<SourceName, readonly string[]>>>

export interface UpdateOptions extends FetchOptions {
  readonly folder: string
  /** Empty: those of the last time. */
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
      /** Milliseconds since 1970, when the data was made. */
      readonly at: number
    }
  | { readonly name: SourceName; readonly ok: false; readonly reason: string }

export async function updateNetworkData(options: UpdateOptions): Promise<UpdateResult[]> {
  await mkdir(options.folder, { recursive: true })
  const remembered = await rememberedOrigins(options.folder)
  const asked = Object.keys(options.origins).length > 0 ? wholePaths(options.origins) : remembered
  const results: UpdateResult[] = []
  for (const name of SOURCE_NAMES) {
    const places = asked[name]
    if (places !== undefined && places.length > 0) results.push(await renew(name, places, options))
  }
  const renewed = results.filter(({ ok }) => ok).map(({ name }) => [name, asked[name]])
  if (renewed.length > 0) {
    const memory = JSON.stringify({ ...remembered, ...Object.fromEntries(renewed) }, null, 2)
    await replace(memoryOf(options.folder), Buffer.from(`${memory}\n`), options.now())
  }
  return results
}

/** A path is remembered whole: the next update may be run from elsewhere. */
function wholePaths(origins: Origins): Origins {
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
    text = await readFile(memoryOf(folder), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
  const memory = JSON.parse(text) as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    SOURCE_NAMES.flatMap((name) => {
      const places = memory[name]
      return Array.isArray(places) && places.every((place) => typeof place === 'string')
        ? [[name, places]]
        : []
    }),
  )
}

async function renew(
  name: SourceName,
  places: readonly string[],
  options: UpdateOptions,
): Promise<UpdateResult> {
  try {
    if (isDatabase(name) && places.length > 1) throw new NetworkDataError('a database comes from one place')
    const fetched: Fetched[] = []
    for (const place of places) fetched.push(await fetchData(place, isDatabase(name), options))
    const bytes = isDatabase(name)
      ? (fetched[0] as Fetched).bytes
      : Buffer.concat(fetched.flatMap((one) => [one.bytes, Buffer.from('\n')]))
    const checked = isDatabase(name) ? checkDatabase(name, bytes) : checkList(name, bytes)
    const at = checked.madeAt ?? Math.min(...fetched.map((one) => one.at))
    await replace(fileOf(options.folder, name), bytes, at)
    return { name, ok: true, entries: checked.entries, unread: checked.unread, bytes: bytes.length, at }
  } catch (error) {
    return { name, ok: false, reason: error instanceof Error ? error.message : String(error) }
  }
}

function checkList(name: ListName, bytes: Buffer) {
  const { entries, unread } = parseList(bytes.toString('utf8'), MOST_COVERED[name])
  return { entries, unread, madeAt: null }
}

/** Every whole database knows most of the public addresses; one that does not is cut off or for something else. */
const LEAST_KNOWN_SHARE = 0.4
const ADDRESSES_TRIED = 4_096

function checkDatabase(name: DatabaseName, bytes: Buffer) {
  const { madeAt, knows } =
    name === 'country'
      ? ((data) => ({ madeAt: data.madeAt, knows: data.countryOf }))(readCountries(bytes))
      : ((data) => ({ madeAt: data.madeAt, knows: data.operatorOf }))(readOperators(bytes))
  let tried = 0
  let known = 0
  for (let step = 0; step < ADDRESSES_TRIED; step++) {
    const address = Math.floor(((step + 0.5) / ADDRESSES_TRIED) * 2 ** 32)
    if (!isPublic(address)) continue
    tried++
    if (knows(address) !== null) known++
  }
  if (known < LEAST_KNOWN_SHARE * tried) {
    throw new NetworkDataError(`it knows ${known} of ${tried} public IPv4 addresses tried`)
  }
  return { entries: null, unread: 0, madeAt }
}

/** All of the new file or all of the old one, whatever happens in between. */
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
