/** `byhand survey check` as a user runs it, on files as survey platforms and spreadsheets write them. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCsvParser } from '../../src/server/files/csv.ts'
import { programFile } from '../faults/service_process.ts'
import { newWorkbook } from '../samples/new_workbook.ts'

let folder: string
beforeAll(async () => {
  // Without a workspace: the first command creates it.
  folder = await mkdtemp(join(tmpdir(), 'byhand-files-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function byhand(...args: string[]): Promise<{ code: number; shown: string }> {
  const env = { ...process.env, BYHAND_DATA: join(folder, 'data') }
  const main = programFile('cli.js', 'src/cli/main.ts')
  const { promise, resolve } = Promise.withResolvers<{ code: number; shown: string }>()
  const child = execFile(process.execPath, [main, ...args], { cwd: folder, env }, (_, out, shown) =>
    resolve({ code: child.exitCode ?? -1, shown: out + shown }),
  )
  return promise
}

let made = 0
async function check(name: string, content: string | Buffer, ...args: string[]) {
  const out = `out${++made}.csv`
  await writeFile(join(folder, name), content)
  const { code, shown } = await byhand('survey', 'check', name, '--out', out, ...args)
  const exists = (await readdir(folder)).filter((file) => file.startsWith(out))
  if (exists.length === 0) return { code, shown, rows: [] }
  expect(exists).toEqual([out])
  const text = await readFile(join(folder, out), 'utf8')
  const parser = openCsvParser(text.split('\n')[0]?.includes(';') ? ';' : ',')
  return { code, shown, rows: [...parser.push(text), ...parser.end()] }
}

const ANSWERS = [
  'Der Markt ist schön ruhig, und ich kenne dort fast alle Händler',
  'Meine Großmutter hat mich früher immer mitgenommen',
  'Die Äpfel sind günstiger als im Laden gegenüber',
]
const TABLE = [
  ['ResponseId', 'Warum gehen Sie auf den Markt?', 'Saldo'],
  ...ANSWERS.map((answer, at) => [`R${at}`, answer, `-${at},50`]),
]
const csvOf = (rows: readonly (readonly string[])[], separator: string) =>
  rows.map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)}\r\n`).join('')

describe('byhand survey check', () => {
  it.each([
    ['UTF-8', 'a.csv', Buffer.from(csvOf(TABLE, ',')), 'UTF-8'],
    ['UTF-16 LE', 'a.csv', Buffer.from(`\uFEFF${csvOf(TABLE, ';')}`, 'utf16le'), 'UTF-16 LE'],
    ['UTF-16 BE without a mark', 'a.csv', Buffer.from(csvOf(TABLE, ','), 'utf16le').swap16(), 'UTF-16 BE'],
    ['Windows-1252', 'a.csv', Buffer.from(csvOf(TABLE, ';'), 'latin1'), 'Windows-1252'],
    ['a workbook', 'a.xlsx', newWorkbook({ name: 'Daten', rows: TABLE }), 'xlsx'],
  ])('reads %s and keeps every cell', async (_, name, content, format) => {
    const { code, shown, rows } = await check(name, content)
    expect(shown).toContain(format)
    expect(shown).toContain('3 rows: 0 rejected, 0 skipped')
    expect(shown).toContain('3 participants: 0 failed a check. Keep 3, review 0, remove 0.')
    expect(rows.map((row) => row.slice(0, 3))).toEqual(TABLE)
    expect(code).toBe(0)
  })

  it.each([
    ['--url', 'b.example', '--key', 'bh_sk_a'],
    ['--url', 'https://b.example'],
    ['--key', 'bh_sk_a'],
    ['--out', 'out.xlsx'],
  ])('rejects %s %s with one sentence, before it reads the file', async (...words) => {
    const { code, shown } = await check('a.csv', csvOf(TABLE, ','), ...words)
    expect([code, shown]).toEqual([2, expect.stringMatching(/^[^\n]+\.\n$/)])
    expect(await readdir(folder)).not.toContain('out.xlsx')
  })

  it('names the folder of the output that does not exist', async () => {
    const { code, shown } = await check('a.csv', csvOf(TABLE, ','), '--out', 'none/out.csv')
    expect([code, shown]).toEqual([
      1,
      expect.stringMatching(/none\/out\.csv cannot be written: its folder does not exist\.\n$/),
    ])
  })

  it('analyzes no header row of an export, and says how it read the file', async () => {
    const rows = [
      ['Respondent ID', 'Collector ID', 'Start Date', 'Why do you go there?', 'How?', ''],
      ['', '', '', 'Open-Ended Response', 'Response', 'Other (please specify)'],
      ['118', '4', '02/03/2026 10:11:12 AM', 'The bread is better than in the shop', 'Bus', ''],
      ['119', '4', '02/03/2026 10:12:12 AM', 'My friends meet there on Saturdays', 'Bike', ''],
      ['119', '4', '02/03/2026 10:13:12 AM', 'My friends meet there on Saturdays', 'Bike', ''],
      ['120', '4', '02/03/2026 10:14:12 AM', '', '', ''],
    ]
    const { shown, rows: written } = await check('monkey.csv', csvOf(rows, ','))
    expect(shown).toContain(
      'monkey.csv: SurveyMonkey export, UTF-8, separated by commas, 2 header rows, 4 participant rows',
    )
    expect(shown).toContain('Participant ID: Respondent ID')
    expect(shown).toMatch(/Why do you go there\? +open-ended: 3 of 3 answers/)
    expect(shown).toContain('dates: Start Date')
    expect(shown).toContain('Warning: 1 participant ID has more than one row: 119 (2 rows).')
    expect(shown).toContain('4 rows: 0 rejected, 1 skipped')
    expect(shown).toContain('3 participants: 1 failed a check.')
    expect(written.slice(1).map((row) => row[6])).toEqual(['', 'false', 'false', 'true', ''])
    const selected = await check('monkey.csv', csvOf(rows, ','), '--only', 'clean')
    expect(selected.shown).toContain('3 participants: 1 failed a check.')
    expect(selected.rows.map(([id]) => id)).toEqual(['Respondent ID', '', '118'])
  })

  it('asks for an encoding that is not clear', async () => {
    const bytes = Buffer.concat([Buffer.from('id,why\n1,'), Buffer.from('cfeef2eeecf320f7f2ee', 'hex')])
    const asked = await check('r.csv', bytes)
    expect(asked).toMatchObject({ code: 1, rows: [] })
    expect(asked.shown.trim().split('\n')).toEqual([expect.stringContaining('--encoding')])
    const read = await check('r.csv', bytes, '--encoding', 'windows-1251', '--question', 'why')
    expect([read.code, read.rows[1]?.[1]]).toEqual([0, 'Потому что'])
  })

  it.each([
    [
      'too many cells',
      'a.csv',
      'id,why\n1,I like it there a lot\n2,I like it, really\n',
      'Row 3 of a.csv has 3 cells',
    ],
    ['a broken quote', 'a.csv', 'id,why\n1,"I like it there\n2,x\n', 'Row 2'],
    ['a damaged workbook', 'a.xlsx', newWorkbook({ name: 'a', rows: TABLE }).subarray(0, 900), 'damaged'],
    ['nothing in it', 'a.csv', '', 'a.csv is empty'],
    ['no open answers', 'a.csv', 'id,n\n1,2\n', '--question'],
  ])('refuses a file with %s and writes nothing', async (_, name, content, sentence) => {
    const { code, shown, rows } = await check(name, content)
    expect([code, rows]).toEqual([1, []])
    expect(shown).toContain(sentence)
  })
})

describe('byhand survey columns', () => {
  it('shows every column with its use, and needs no store', async () => {
    await writeFile(join(folder, 'c.csv'), csvOf(TABLE, ','))
    const { code, shown } = await byhand('survey', 'columns', 'c.csv')
    expect(code).toBe(0)
    expect(shown).toMatch(/^1 +ResponseId +participant +participant ID$/m)
    expect(shown).toMatch(/^3 +Saldo +not analyzed +numbers$/m)
  })
})
