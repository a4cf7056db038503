/** Reads every recording of a folder laid out as `human/<set>/*.ndjson.gz` and `bots/*.json.gz`. */

import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { createGunzip, gunzip } from 'node:zlib'
import { convertDom, type DomRecording } from './dom.ts'
import type { Labeled } from './labeled.ts'
import { convertPerson, type ForeignSession } from './people.ts'

export async function* readFolder(folder: string): AsyncGenerator<Labeled> {
  yield* readBots(join(folder, 'bots'))
  yield* readPeople(join(folder, 'human'))
}

export async function* readBots(folder: string): AsyncGenerator<Labeled> {
  for (const file of await filesIn(folder, '.json.gz')) {
    const text = (await promisify(gunzip)(await readFile(file))).toString('utf8')
    yield convertDom(JSON.parse(text) as DomRecording, basename(file))
  }
}

export async function* readPeople(folder: string, sets?: ReadonlySet<string>): AsyncGenerator<Labeled> {
  for (const set of await entriesOf(folder)) {
    if (sets !== undefined && !sets.has(set)) continue
    for (const file of await filesIn(join(folder, set), '.ndjson.gz')) yield* readSet(file)
  }
}

async function* readSet(file: string): AsyncGenerator<Labeled> {
  const lines = createInterface({
    input: createReadStream(file).pipe(createGunzip()),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  let index = 0
  for await (const line of lines) {
    if (line.trim() === '') continue
    const labeled = convertPerson(JSON.parse(line) as ForeignSession, index++)
    if (labeled !== undefined) yield labeled
  }
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch {
    return []
  }
}

async function filesIn(folder: string, ending: string): Promise<string[]> {
  return (await entriesOf(folder)).filter((file) => file.endsWith(ending)).map((file) => join(folder, file))
}
