/** Reads the rows of one sheet of an .xlsx workbook, as text. */
import { BulkFault } from './bulk_fault.ts'
import type { ByteSource } from './bytes.ts'
import { dateText, isDateFormat } from './cell_dates.ts'
import { InvalidBytes } from './encoding.ts'
import type { FileRecord } from './file_record.ts'
import { type SheetRow, sheetRecords } from './sheet_records.ts'
import { MOST_COLUMNS } from './table_size.ts'
import { readXml, scanXml, type XmlHandler } from './xml.ts'
import { damaged, openZip, type Zip } from './zip.ts'

/** Limits on the unpacked parts. The sheet is read as a stream; the other parts are kept in memory. */
const SHEET_BYTES = 1024 * 1024 * 1024
const STRINGS_BYTES = 128 * 1024 * 1024
const OTHER_BYTES = 16 * 1024 * 1024
/** Excel's limit. */
const MOST_ROWS = 1_048_576

export interface Workbook {
  readonly sheet: string
  /** The names of all visible sheets. */
  readonly sheets: readonly string[]
  records(): AsyncIterable<FileRecord>
}

interface Sheet {
  readonly name: string
  readonly path: string
  readonly isVisible: boolean
}

export async function openWorkbook(source: ByteSource, wanted?: string): Promise<Workbook> {
  const zip = await openZip(source)
  if ([...zip.parts.values()].some((part) => part.isEncrypted())) throw encrypted(source)
  const read: Read = (path, limit, handler) => readXml(partText(source, zip, path, limit), handler)
  const [main] = zip.parts.has('_rels/.rels') ? await relationsOf(read, '', 'officeDocument') : []
  if (main === undefined) throw new BulkFault(`${source.name} is a ZIP file, but not an .xlsx workbook.`)
  const { sheets, is1904 } = await readSheets(read, main.path)
  const visible = sheets.filter(({ isVisible }) => isVisible)
  const sheet = wanted === undefined ? visible[0] : sheets.find(({ name }) => name === wanted)
  if (sheet === undefined) {
    const names = visible.map(({ name }) => name).join(', ')
    throw new BulkFault(
      wanted === undefined
        ? `${source.name} has no visible sheet.`
        : `${source.name} has no sheet named ${JSON.stringify(wanted)}. Its sheets are: ${names}.`,
    )
  }
  const { path } = sheet
  const strings = await readStrings(read, main.path)
  const dateStyles = await readDateStyles(read, main.path)

  async function* rows(): AsyncIterable<SheetRow> {
    const handled = openRowHandler(strings, dateStyles, is1904)
    for await (const _ of scanXml(partText(source, zip, path, SHEET_BYTES), handled.handler)) {
      yield* handled.take()
    }
  }
  const records = await sheetRecords(source, rows)
  return { sheet: sheet.name, sheets: visible.map(({ name }) => name), records }
}

type Read = (path: string, limit: number, handler: XmlHandler) => Promise<void>

async function* partText(source: ByteSource, zip: Zip, path: string, limit: number): AsyncIterable<string> {
  let decoder: TextDecoder | undefined
  try {
    for await (const piece of zip.read(path, limit)) {
      decoder ??= new TextDecoder(xmlEncoding(piece), { fatal: true })
      yield decoder.decode(piece, { stream: true })
    }
    yield decoder?.decode() ?? ''
  } catch (error) {
    if (error instanceof TypeError || error instanceof InvalidBytes) throw damaged(source)
    throw error
  }
}

const xmlEncoding = ([first, second]: Uint8Array): string =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'

interface Relation {
  readonly id: string
  readonly path: string
}

/** The parts that a part refers to, of one type. The part without a path is the workbook file itself. */
async function relationsOf(read: Read, path: string, type: string): Promise<Relation[]> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const relations: Relation[] = []
  await read(`${folder}_rels/${path.slice(folder.length)}.rels`, OTHER_BYTES, {
    ...IGNORED,
    open(name, attribute) {
      if (name !== 'Relationship' || !attribute('Type')?.endsWith(`/${type}`)) return
      const target = attribute('Target') ?? ''
      // A target is relative to the part's folder or to the root.
      const found = target.startsWith('/') ? target.slice(1) : `${folder}${target.replace(/^\.\//, '')}`
      relations.push({ id: attribute('Id') ?? '', path: found })
    },
  })
  return relations
}

async function readSheets(read: Read, workbook: string): Promise<{ sheets: Sheet[]; is1904: boolean }> {
  // Sheets of charts and macros are of other types.
  const worksheets = new Map(
    (await relationsOf(read, workbook, 'worksheet')).map(({ id, path }) => [id, path]),
  )
  const sheets: Sheet[] = []
  let is1904 = false
  await read(workbook, OTHER_BYTES, {
    ...IGNORED,
    open(name, attribute) {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attribute('date1904') ?? '')
      if (name !== 'sheet') return
      const path = worksheets.get(attribute('id') ?? '')
      if (path === undefined) return
      const isVisible = (attribute('state') ?? 'visible') === 'visible'
      sheets.push({ name: attribute('name') ?? '', path, isVisible })
    },
  })
  return { sheets, is1904 }
}

const IGNORED: XmlHandler = { open() {}, close() {}, text() {} }

async function readStrings(read: Read, workbook: string): Promise<string[]> {
  const strings: string[] = []
  const [shared] = await relationsOf(read, workbook, 'sharedStrings')
  if (shared === undefined) return strings
  const rich = openRichText()
  await read(shared.path, STRINGS_BYTES, {
    open(name) {
      rich.open(name)
    },
    text: rich.text,
    close(name) {
      rich.close(name)
      if (name === 'si') strings.push(unescapeCell(rich.take()))
    },
  })
  return strings
}

/** Collects the text of `<t>`, without the pronunciation in `<rPh>`. */
function openRichText() {
  let collected = ''
  let [isText, isPhonetic] = [false, false]
  return {
    open(name: string): void {
      if (name === 't') isText = true
      if (name === 'rPh') isPhonetic = true
    },
    close(name: string): void {
      if (name === 't') isText = false
      if (name === 'rPh') isPhonetic = false
    },
    text(text: string): void {
      if (isText && !isPhonetic) collected += text
    },
    take(): string {
      const text = collected
      collected = ''
      return text
    },
  }
}

/** The indexes of cell styles that show dates. */
async function readDateStyles(read: Read, workbook: string): Promise<Set<number>> {
  const [styles] = await relationsOf(read, workbook, 'styles')
  if (styles === undefined) return new Set()
  const codes = new Map<number, string>()
  const formats: number[] = []
  let isInCells = false
  await read(styles.path, OTHER_BYTES, {
    ...IGNORED,
    open(name, attribute) {
      if (name === 'numFmt') codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '')
      if (name === 'cellXfs') isInCells = true
      if (name === 'xf' && isInCells) formats.push(Number(attribute('numFmtId') ?? 0))
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  })
  // Many styles may share a format, and its code may be long.
  const isDate = new Map([...new Set(formats)].map((id) => [id, isDateFormat(id, codes.get(id))]))
  return new Set(formats.flatMap((id, style) => (isDate.get(id) ? [style] : [])))
}

function openRowHandler(strings: readonly string[], dateStyles: ReadonlySet<number>, is1904: boolean) {
  const inline = openRichText()
  let done: SheetRow[] = []
  let row = 0
  let column = 0
  let texts = new Map<number, string>()
  let [type, style, value] = ['', 0, '']
  let isValue = false

  function cellText(): string {
    if (type === 'inlineStr') return unescapeCell(inline.take())
    if (type === 's') {
      const text = strings[Number(value)]
      if (text === undefined)
        throw new BulkFault(`Row ${row} refers to a shared string that the workbook does not contain.`)
      return text
    }
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    if (type === 'str') return unescapeCell(value)
    const number = Number(value)
    if (type !== 'n' || value === '' || Number.isNaN(number)) return value
    // The shortest text of the same number: a workbook has 0.1 as 0.10000000000000001.
    return (dateStyles.has(style) ? dateText(number, is1904) : null) ?? String(number)
  }

  const handler: XmlHandler = {
    open(name, attribute) {
      inline.open(name)
      if (name === 'row') {
        row = Number(attribute('r') ?? row + 1)
        column = 0
        texts = new Map()
        if (!(row >= 1 && row <= MOST_ROWS))
          throw new BulkFault('The workbook has a row with an invalid number.')
      } else if (name === 'c') {
        column = columnOf(attribute('r')) ?? column + 1
        type = attribute('t') ?? 'n'
        style = Number(attribute('s') ?? 0)
        value = ''
        if (column > MOST_COLUMNS) throw new BulkFault(`Row ${row} has a cell with an invalid address.`)
      } else if (name === 'v') isValue = true
    },
    text(text) {
      if (isValue) value += text
      else inline.text(text)
    },
    close(name) {
      inline.close(name)
      if (name === 'v') isValue = false
      else if (name === 'c') {
        const text = cellText()
        inline.take()
        if (text !== '') texts.set(column, text)
      } else if (name === 'row' && texts.size > 0) done.push({ row, texts })
    },
  }

  return {
    handler,
    take(): SheetRow[] {
      const taken = done
      done = []
      return taken
    },
  }
}

/** `C12` is 3. */
function columnOf(address: string | undefined): number | undefined {
  if (address === undefined) return undefined
  let column = 0
  for (const letter of address) {
    const value = letter.charCodeAt(0) - 64
    if (value < 1 || value > 26) break
    column = column * 26 + value
  }
  return column === 0 ? undefined : column
}

/** Characters that XML cannot hold are written as `_x000D_`. */
const unescapeCell = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

export const encrypted = ({ name }: ByteSource) =>
  new BulkFault(`${name} is protected with a password. Remove the password and try again.`)
