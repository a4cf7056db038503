/** Opens a file of any format as records of cells. */
import { extname } from 'node:path'
import { BulkFault } from './bulk_fault.ts'
import { type ByteSource, readBytes } from './bytes.ts'
import { type Delimiter, detectDelimiter, openCsvParser } from './csv.ts'
import { decodedText, encodingName, findEncoding, InvalidBytes } from './encoding.ts'
import type { FileRecord } from './file_record.ts'
import { openJsonLines } from './json_lines.ts'
import { encrypted, openWorkbook } from './xlsx.ts'
import { isZip } from './zip.ts'

export interface ReadOptions {
  /** A label of the Encoding Standard, if it should not be detected. */
  readonly encoding?: string
  /** The sheet of a workbook, if not the first visible one. */
  readonly sheet?: string
}

export interface RecordFile {
  readonly name: string
  readonly size: number
  readonly format: 'csv' | 'xlsx' | 'ndjson'
  /** The label of the encoding; null for a workbook. */
  readonly encoding: string | null
  /** For the output. */
  readonly delimiter: Delimiter
  readonly hasByteOrderMark: boolean
  readonly sheet: string | null
  readonly sheets: readonly string[]
  /** Non-blank records. The first one is the header. */
  records(): AsyncIterable<FileRecord>
}

/** The signature of Microsoft's compound files: .xls, and .xlsx with a password. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le')
const DETECTION_CHARS = 65_536

export const isJsonLines = (name: string): boolean => /\.(ndjson|jsonl)$/i.test(name)

export async function openRecordFile(source: ByteSource, options: ReadOptions = {}): Promise<RecordFile> {
  const { name, size } = source
  if (size === 0) throw new BulkFault(`${name} is empty.`)
  const head = await readBytes(source, 0, Math.min(8, size))
  if (isZip(head)) {
    const { sheet, sheets, records } = await openWorkbook(source, options.sheet)
    const encoding = { encoding: null, delimiter: ',', hasByteOrderMark: true } as const
    return { name, size, format: 'xlsx', ...encoding, sheet, sheets, records }
  }
  if (head.equals(COMPOUND_FILE)) throw await compoundFault(source)
  if (extname(name).toLowerCase() === '.json')
    throw new BulkFault(
      `${name} is JSON. Write one object per line, and end the name of the file in .ndjson.`,
    )
  if (extname(name).toLowerCase() === '.xlsx')
    throw new BulkFault(`${name} is damaged: it is not an .xlsx workbook.`)
  return openText(source, options)
}

async function openText(source: ByteSource, options: ReadOptions): Promise<RecordFile> {
  const { name, size } = source
  const { label, hasByteOrderMark } = await findEncoding(source, options.encoding)
  const text = () => decodedText(source, label)
  const common = { name, size, encoding: label, sheet: null, sheets: [] }
  if (isJsonLines(name)) {
    const records = await openJsonLines(name, text)
    return { ...common, format: 'ndjson', delimiter: ',', hasByteOrderMark: false, records }
  }
  const delimiter = extname(name).toLowerCase() === '.tsv' ? '\t' : await delimiterOf(source, label)
  return {
    ...common,
    format: 'csv',
    delimiter,
    // A spreadsheet takes UTF-8 without the mark for Windows-1252, so a file from a spreadsheet gets one.
    hasByteOrderMark: hasByteOrderMark || label !== 'utf-8',
    async *records() {
      try {
        yield* nonBlank(csvRecords(text(), delimiter))
      } catch (error) {
        if (!(error instanceof InvalidBytes)) throw error
        throw await invalidBytes(source, label, delimiter)
      }
    },
  }
}

async function delimiterOf(source: ByteSource, label: string): Promise<Delimiter> {
  let start = ''
  for await (const piece of decodedText(source, label, true)) {
    start += piece
    if (start.length >= DETECTION_CHARS) break
  }
  return detectDelimiter(start)
}

/** `isCut`: the last record may be incomplete, and is then left out. */
export async function* csvRecords(
  text: AsyncIterable<string>,
  delimiter: Delimiter,
  isCut = false,
): AsyncIterable<FileRecord> {
  const parser = openCsvParser(delimiter, { keepBlank: true })
  let row = 0
  for await (const piece of text) for (const cells of parser.push(piece)) yield { row: ++row, cells }
  if (isCut) return
  for (const cells of parser.end()) yield { row: ++row, cells }
}

async function* nonBlank(records: AsyncIterable<FileRecord>): AsyncIterable<FileRecord> {
  for await (const record of records) if (record.cells.length > 0) yield record
}

async function invalidBytes(source: ByteSource, label: string, delimiter: Delimiter): Promise<BulkFault> {
  for await (const { row, cells } of csvRecords(decodedText(source, label, true), delimiter)) {
    if (cells.some((cell) => cell.includes('\uFFFD'))) {
      return new BulkFault(
        `Row ${row} of ${source.name} has bytes that are not valid ${encodingName(label)}.`,
        'bytes',
      )
    }
  }
  return new BulkFault(`${source.name} has bytes that are not valid ${encodingName(label)}.`)
}

async function compoundFault(source: ByteSource): Promise<BulkFault> {
  let before: Buffer = Buffer.alloc(0)
  for await (const piece of source.stream()) {
    const both = Buffer.concat([before, piece])
    if (both.includes(ENCRYPTED_PACKAGE)) return encrypted(source)
    before = both.subarray(-ENCRYPTED_PACKAGE.length)
  }
  return new BulkFault(`${source.name} is in the old .xls format. Save it as .xlsx or CSV.`)
}
