/** Builds real .xlsx files for tests. */
import { crc32, deflateRawSync } from 'node:zlib'

type Cell = string | number | boolean | Date

export interface NewSheet {
  readonly name: string
  readonly rows: readonly (readonly Cell[])[]
  readonly isHidden?: boolean
}

export function newZip(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const name = Buffer.from(path)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, name, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), common, tail, name]))
    bodies.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, listed, end])
}

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '_x000D_')

const address = (column: number): string =>
  (column >= 26 ? address(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Strings are shared, as Excel writes them; empty cells are left out. */
export function workbookFiles(sheets: readonly NewSheet[]): Record<string, string> {
  const strings: string[] = []
  const cellXml = (cell: Cell, at: string): string => {
    if (cell === '') return ''
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
    if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`
    if (cell instanceof Date) return `<c r="${at}" s="1"><v>${cell.getTime() / 86_400_000 + 25_569}</v></c>`
    strings.push(cell)
    return `<c r="${at}" t="s"><v>${strings.length - 1}</v></c>`
  }
  const sheetXml = ({ rows }: NewSheet) =>
    rows
      .map((row, at) => {
        const cells = row.map((cell, column) => cellXml(cell, `${address(column)}${at + 1}`)).join('')
        return `<row r="${at + 1}">${cells}</row>`
      })
      .join('')
  const parts = sheets.map(
    (sheet, at) =>
      [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<?xml version="1.0"?><worksheet ${MAIN}><sheetData>${sheetXml(sheet)}</sheetData></worksheet>`,
      ] as const,
  )
  const listed = sheets.map(
    ({ name, isHidden }, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  )
  const related = sheets.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  const typed = [
    ['/xl/workbook.xml', 'sheet.main'],
    ...sheets.map((_, at) => [`/xl/worksheets/sheet${at + 1}.xml`, 'worksheet'] as const),
    ['/xl/styles.xml', 'styles'],
    ['/xl/sharedStrings.xml', 'sharedStrings'],
  ].map(([path, kind]) => `<Override PartName="${path}" ContentType="${TYPE}.${kind}+xml"/>`)
  return {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${typed.join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${related.join('')}<Relationship Id="rIdS" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rIdT" Type="${RELATIONS}/styles" Target="/xl/styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet ${MAIN}><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(parts),
    'xl/sharedStrings.xml': `<sst ${MAIN}>${strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
  }
}

export const newWorkbook = (...sheets: NewSheet[]): Buffer => newZip(workbookFiles(sheets))
