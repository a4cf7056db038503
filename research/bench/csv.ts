/**
 * Compares our CSV parser with libraries: CPU time and peak memory for a file of survey answers, and for the same
 * file with an unclosed quote in its second line.
 *
 *   npm install --no-save csv-parse@7.0.3 papaparse@5.7.0 fast-csv@5.0.8
 *   node research/bench/csv.ts [megabytes, 200]
 */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCsvParser } from '../../src/server/files/csv.ts'

const MEGABYTE = 1_000_000
/** A parser that takes longer is stopped. */
const LIMIT_S = 180
const ROWS_PER_WRITE = 500

type Count = (records: Iterable<readonly unknown[]>) => void
type Parse = (path: string, count: Count) => Promise<void>

const text = (path: string) => createReadStream(path, { encoding: 'utf8' })
/** Imported by name, because the libraries are not dependencies. */
// biome-ignore lint/suspicious/noExplicitAny: their types are not installed either
const load = (name: string): Promise<any> => import(name)

const PARSERS: Readonly<Record<string, Parse>> = {
  own: async (path, count) => {
    const parser = openCsvParser(',')
    for await (const piece of text(path)) count(parser.push(piece))
    count(parser.end())
  },
  'csv-parse': async (path, count) => {
    const { parse } = await load('csv-parse')
    const options = { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true }
    for await (const record of createReadStream(path).pipe(parse(options))) count([record])
  },
  'papaparse, stream': async (path, count) => {
    const { default: papa } = await load('papaparse')
    const parser = papa.parse(papa.NODE_STREAM_INPUT, { delimiter: ',', skipEmptyLines: true })
    for await (const record of text(path).pipe(parser)) count([record])
  },
  'papaparse, chunks': async (path, count) => {
    const { default: papa } = await load('papaparse')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const chunk = ({ data }: { data: string[][] }) => count(data)
    papa.parse(text(path), { delimiter: ',', skipEmptyLines: true, chunk, complete: resolve, error: reject })
    await promise
  },
  'fast-csv': async (path, count) => {
    const { parseFile } = await load('fast-csv')
    for await (const record of parseFile(path, { ignoreEmpty: true })) count([record])
  },
}

async function writeFile(path: string, bytes: number, secondLine: string): Promise<void> {
  const out = createWriteStream(path)
  out.write(`participant_id,age,"Why do you like it?",color,"Anything else?"\r\n${secondLine}`)
  let row = 0
  for (let size = 0; size < bytes; ) {
    let rows = ''
    for (const end = row + ROWS_PER_WRITE; row < end; row++) {
      rows += `p${row},${20 + (row % 60)},`
      rows +=
        secondLine === ''
          ? `"It is near the sea, ""really"" near,\nand people are kind"`
          : 'It is near the sea'
      rows += `,red,No thank you that is all for today ${row}\r\n`
    }
    size += rows.length
    if (!out.write(rows)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}

async function measure(name: string, path: string): Promise<void> {
  let records = 0
  let fault = ''
  const before = process.cpuUsage()
  try {
    await PARSERS[name]?.(path, (found) => {
      for (const _ of found) records++
    })
  } catch (error) {
    fault = error instanceof Error ? error.message.slice(0, 60) : String(error)
  }
  const { user, system } = process.cpuUsage(before)
  const cpu = ((user + system) / 1e6).toFixed(1)
  const memory = Math.round((process.resourceUsage().maxRSS * 1024) / MEGABYTE)
  console.log(`${name}: ${cpu} s of CPU, ${memory} MB, ${records} records ${fault}`)
}

const [first = '200', second = ''] = process.argv.slice(2)
if (first in PARSERS) await measure(first, second)
else {
  const folder = mkdtempSync(join(tmpdir(), 'byhand-csv-'))
  try {
    for (const [title, secondLine] of [
      ['regular file', ''],
      ['unclosed quote', 'p,20,"It is near\r\n'],
    ] as const) {
      const path = join(folder, 'answers.csv')
      await writeFile(path, Number(first) * MEGABYTE, secondLine)
      console.log(`${title}, ${first} MB`)
      for (const name of Object.keys(PARSERS)) {
        const args = [import.meta.filename, name, path]
        const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', timeout: LIMIT_S * 1000 })
        if (status === null) console.log(`${name}: stopped after ${LIMIT_S} s`)
      }
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
