import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newWorkbook, newZip, workbookFiles } from '../../../test/samples/new_workbook.ts'
import { BulkFault } from './bulk_fault.ts'
import { openMemoryBytes } from './bytes.ts'
import { openRecordFile } from './record_file.ts'

const ROWS = [
  ['id', 'when', 'why', 'score', 'ok'],
  ['p1', new Date(Date.UTC(2025, 2, 25, 14, 30)), 'Because it is <near> & "dear"', -0.1, true],
  ['p2', '', '', 12_345_678_901, false],
]

async function read(bytes: Buffer, sheet?: string) {
  const file = await openRecordFile(
    openMemoryBytes('answers.xlsx', bytes),
    sheet === undefined ? {} : { sheet },
  )
  const records: { row: number; cells: readonly string[] }[] = []
  for await (const record of file.records()) records.push(record)
  return { file, records }
}

const cellsOf = async (bytes: Buffer) => (await read(bytes)).records.map(({ cells }) => cells)

describe('a workbook', () => {
  it('is read as text', async () => {
    expect(await cellsOf(newWorkbook({ name: 'Data', rows: ROWS }))).toEqual([
      ['id', 'when', 'why', 'score', 'ok'],
      ['p1', '2025-03-25 14:30:00', 'Because it is <near> & "dear"', '-0.1', 'TRUE'],
      ['p2', '', '', '12345678901', 'FALSE'],
    ])
  })

  it('keeps the row numbers of a sheet with blank rows', async () => {
    const { records } = await read(newWorkbook({ name: 'Data', rows: [['id'], [], ['p1']] }))
    expect(records.map(({ row }) => row)).toEqual([1, 3])
  })

  it('offers its visible sheets and reads the first one', async () => {
    const bytes = newWorkbook(
      { name: 'Old', rows: [['x']], isHidden: true },
      { name: 'Data', rows: ROWS },
      { name: 'Codes', rows: [['a', 'b']] },
    )
    const { file, records } = await read(bytes)
    expect([file.sheet, file.sheets, records.length]).toEqual(['Data', ['Data', 'Codes'], 3])
    expect((await read(bytes, 'Codes')).records.map(({ cells }) => cells)).toEqual([['a', 'b']])
    await expect(read(bytes, 'Other')).rejects.toThrow('Its sheets are: Data, Codes.')
  })

  it('may have inline strings, formulas, rich text, phonetic runs and namespace prefixes', async () => {
    const files = workbookFiles([{ name: 'Data', rows: [] }])
    const sheet = `<x:worksheet xmlns:x="m"><x:sheetData><x:row>
      <x:c t="inlineStr"><x:is><x:r><x:t>one </x:t></x:r><x:r><x:t>two</x:t></x:r><x:rPh><x:t>no</x:t></x:rPh></x:is></x:c>
      <x:c t="str"><x:f>A1&amp;"x"</x:f><x:v>three</x:v></x:c><x:c t="e"><x:v>#N/A</x:v></x:c>
      <x:c t="inlineStr"><x:is><x:t><![CDATA[<four>]]>&#8364;_x000D_</x:t></x:is></x:c><x:c/>
      <x:c><x:v>0.10000000000000001</x:v></x:c></x:row></x:sheetData></x:worksheet>`
    const bytes = newZip({ ...files, 'xl/worksheets/sheet1.xml': sheet })
    expect(await cellsOf(bytes)).toEqual([['one two', 'three', '#N/A', '<four>€\r', '0.1']])
  })

  it('returns the cells that were written', async () => {
    const cell = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => !/_x|[\uFFFE\uFFFF]/.test(text))
    const rows = fc
      .integer({ min: 1, max: 30 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
      )
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        expect(await cellsOf(newWorkbook({ name: 'Data', rows: given }))).toEqual(given)
      }),
      { numRuns: 50 },
    )
  })

  it('has a column for each cell, also where the header is empty', async () => {
    const rows = [['id'], ['p1', 'why']]
    expect(await cellsOf(newWorkbook({ name: 'Data', rows }))).toEqual([
      ['id', ''],
      ['p1', 'why'],
    ])
  })

  const sheetOf = (rows: string) =>
    newZip({
      ...workbookFiles([{ name: 'Data', rows: [] }]),
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    })
  const cell = (address: string, text: string) =>
    `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`

  const letters = (at: number): string =>
    (at >= 26 ? letters(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))

  it('has no columns without values, also when a cell is in the last column', async () => {
    const rows = [
      `<row r="1">${cell('A1', 'id')}${cell('C1', 'why')}</row>`,
      `<row r="2">${cell('A2', 'p1')}${cell('XFC2', '')}<c r="XFD2" s="1"/></row>`,
      `<row r="3">${cell('A3', 'p2')}${cell('C3', 'near')}${cell('XFD3', 'stray')}</row>`,
    ]
    expect(await cellsOf(sheetOf(rows.join('')))).toEqual([
      ['id', 'why', ''],
      ['p1', '', ''],
      ['p2', 'near', 'stray'],
    ])
  })

  it('with a value in the last column of each row has few cells', async () => {
    const rows = Array.from(
      { length: 40_000 },
      (_, at) => `<row>${cell('A1', `p${at}`)}${cell('XFD1', 'x')}</row>`,
    )
    const { records } = await read(sheetOf(rows.join('')))
    expect([records.length, records.at(-1)?.cells]).toEqual([40_000, ['p39999', 'x']])
  })

  it('that would have too many empty cells is rejected', async () => {
    const rows = Array.from({ length: 16_000 }, (_, at) => `<row>${cell(`${letters(at)}1`, 'x')}</row>`)
    await expect(read(sheetOf(rows.join('')))).rejects.toThrow('more than 100 million empty cells')
  })

  it('whose cells share a long text too often is rejected', async () => {
    const text = 'x'.repeat(32_000)
    const bytes = newZip({
      ...workbookFiles([{ name: 'Data', rows: [[text]] }]),
      'xl/worksheets/sheet1.xml': `<worksheet>${'<row><c t="s"><v>0</v></c></row>'.repeat(3_000)}</worksheet>`,
    })
    await expect(read(bytes)).rejects.toThrow('more than 64 Mi characters')
  })

  it('may have a long attribute with many angle brackets', async () => {
    const rows = `<row note="${'>'.repeat(400_000)}">${cell('A1', 'id')}</row>`
    expect(await cellsOf(sheetOf(rows))).toEqual([['id']])
  })

  const files = workbookFiles([{ name: 'Data', rows: ROWS }])
  const whole = newZip(files)
  const flipped = Buffer.from(whole)
  const inSheet = whole.indexOf('xl/worksheets/sheet1.xml') + 40
  flipped[inSheet] = (flipped[inSheet] ?? 0) ^ 0xff
  const locked = Buffer.from(whole)
  locked[locked.lastIndexOf(Buffer.from('504b0102', 'hex')) + 8] = 1
  const compound = (text: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512), Buffer.from(text, 'utf16le')])

  it.each([
    ['cut short', whole.subarray(0, whole.length - 30), 'damaged'],
    ['with a changed byte', flipped, 'damaged'],
    ['with an encrypted part', locked, 'password'],
    ['in an encrypted container', compound('EncryptedPackage'), 'password'],
    ['in the old format', compound('Workbook'), 'old .xls format'],
    ['that is another ZIP file', newZip({ 'a.txt': 'x' }), 'not an .xlsx workbook'],
    ['that is no ZIP file', Buffer.from('id,why\n1,2\n'), 'not an .xlsx workbook'],
    [
      'without its text',
      newZip({ ...files, 'xl/sharedStrings.xml': '<sst/>' }),
      'Row 1 refers to a shared string',
    ],
    [
      'with a document type',
      newZip({ ...files, 'xl/workbook.xml': '<!DOCTYPE x [<!ENTITY a "b">]>' }),
      'document type',
    ],
    [
      'with unfinished XML',
      newZip({ ...files, 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row' }),
      'not complete',
    ],
    [
      'with an endless value',
      newZip({ ...files, 'xl/worksheets/sheet1.xml': `<worksheet><c><v>${'9'.repeat(2 ** 21)}` }),
      'too long',
    ],
  ])('%s is rejected', async (_, bytes, sentence) => {
    await expect(read(bytes as Buffer)).rejects.toThrow(sentence as string)
  })

  it('with any changed byte is rejected or read the same', async () => {
    const expected = await cellsOf(whole)
    let rejected = 0
    for (let at = 0; at < whole.length; at += 3) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 0x41
      const cells = await cellsOf(changed).catch((error) => {
        expect(error).toBeInstanceOf(BulkFault)
        rejected++
      })
      if (cells !== undefined) expect(cells).toEqual(expected)
    }
    expect(rejected).toBeGreaterThan(whole.length / 6)
  })

  it('of more than the limit is rejected before it is unpacked', async () => {
    const bytes = newZip(files)
    const at = bytes.lastIndexOf('xl/sharedStrings.xml') - 46
    bytes.writeUInt32LE(2 ** 31, at + 24)
    await expect(read(bytes)).rejects.toThrow('more than 128 MiB')
  })

  it('that unpacks to more than it declares is rejected', async () => {
    const bytes = newZip({ ...files, 'xl/sharedStrings.xml': `<sst>${' '.repeat(2 ** 24)}</sst>` })
    const at = bytes.lastIndexOf('xl/sharedStrings.xml') - 46
    bytes.writeUInt32LE(1000, at + 24)
    await expect(read(bytes)).rejects.toThrow('damaged')
  })
})
