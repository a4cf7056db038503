/**
 * Our reader of workbooks compared with libraries: CPU time and peak memory for a workbook of survey answers, and
 * for a small file that unpacks to 510 MB of texts; and what each returns for files with one changed byte.
 *
 *   npm install --no-save read-excel-file@9.3.10 hucre@1.0.0
 *   node research/bench/xlsx.ts
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemoryBytes } from '../../src/server/files/bytes.ts'
import { openRecordFile } from '../../src/server/files/record_file.ts'
import { newWorkbook, newZip, workbookFiles } from '../../test/samples/new_workbook.ts'

const ROWS = 150_000
const BOMB_TEXTS = 30_000_000
/** A reader that takes longer is stopped. */
const LIMIT_S = 180

type Read = (bytes: Buffer) => Promise<readonly unknown[]>

/** Imported by name, because the libraries are not dependencies. */
// biome-ignore lint/suspicious/noExplicitAny: their types are not installed either
const load = (name: string): Promise<any> => import(name)

const READERS: Readonly<Record<string, Read>> = {
  own: async (bytes) => {
    const file = await openRecordFile(openMemoryBytes('answers.xlsx', bytes))
    const rows: unknown[] = []
    for await (const { cells } of file.records()) rows.push(cells)
    return rows
  },
  'read-excel-file': async (bytes) => (await load('read-excel-file/node')).readSheet(bytes),
  hucre: async (bytes) => {
    const rows: unknown[] = []
    for await (const { values } of (await load('hucre/xlsx')).streamXlsxRows(bytes)) rows.push(values)
    return rows
  },
}

const FILES: Readonly<Record<string, () => Buffer>> = { survey, bomb }

function survey(): Buffer {
  const rows = Array.from({ length: ROWS }, (_, at) => [
    `p${at}`,
    20 + (at % 60),
    `It is near the sea and people are kind, number ${at} of many`,
    'red',
    `No thank you that is all for today ${at}`,
  ])
  return newWorkbook({ name: 'Data', rows: [['participant_id', 'age', 'why', 'color', 'else'], ...rows] })
}

const SMALL = workbookFiles([
  {
    name: 'Data',
    rows: [
      ['id', 'why', 'n', 'when'],
      ['1', 'one two three four', -0.1, new Date(Date.UTC(2026, 1, 2, 3, 4, 5))],
      [],
      ['2', 'five six seven', 12_345_678_901, true],
    ],
  },
])

function bomb(): Buffer {
  return newZip({ ...SMALL, 'xl/sharedStrings.xml': `<sst>${'<si><t>a</t></si>'.repeat(BOMB_TEXTS)}</sst>` })
}

async function measure(name: string, path: string): Promise<void> {
  const bytes = readFileSync(path)
  const before = process.cpuUsage()
  let found: string
  try {
    found = `${(await READERS[name]?.(bytes))?.length} rows`
  } catch (error) {
    found = error instanceof Error ? error.message.slice(0, 80) : String(error)
  }
  const { user, system } = process.cpuUsage(before)
  const memory = Math.round((process.resourceUsage().maxRSS * 1024) / 1e6)
  console.log(`${name}: ${((user + system) / 1e6).toFixed(1)} s of CPU, ${memory} MB, ${found}`)
}

async function changeBytes(name: string): Promise<void> {
  const read = READERS[name] as Read
  const whole = newZip(SMALL)
  const expected = JSON.stringify(await read(whole))
  const count = { same: 0, refused: 0, other: 0 }
  for (let at = 0; at < whole.length; at += 3) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 0x41
    const rows = await read(changed).then(JSON.stringify, () => undefined)
    count[rows === undefined ? 'refused' : rows === expected ? 'same' : 'other']++
  }
  console.log(`${name}: ${count.same} the same, ${count.refused} refused, ${count.other} with other cells`)
}

const [first = '', second = ''] = process.argv.slice(2)
const make = FILES[first]
if (make !== undefined) writeFileSync(second, make())
else if (first in READERS) await (second === 'bytes' ? changeBytes(first) : measure(first, second))
else {
  const folder = mkdtempSync(join(tmpdir(), 'byhand-xlsx-'))
  const run = (...args: string[]) => {
    const { status } = spawnSync(process.execPath, [import.meta.filename, ...args], {
      stdio: ['ignore', 'inherit', 'ignore'],
      timeout: LIMIT_S * 1000,
    })
    if (status !== 0) console.log(`${args[0]}: ended with ${status ?? 'a signal'}`)
  }
  try {
    const path = join(folder, 'answers.xlsx')
    // A child process counts the memory of its parent, so that the files are made in a child process too.
    for (const name of Object.keys(FILES)) {
      run(name, path)
      console.log(`${name}, ${statSync(path).size} bytes`)
      for (const reader of Object.keys(READERS)) run(reader, path)
    }
    console.log('one changed byte')
    for (const name of Object.keys(READERS)) run(name, 'bytes')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
