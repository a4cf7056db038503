/** Reads the XML of a workbook in pieces. A document type could define entities without end, so it is rejected. */
import sax from 'sax'
import { BulkFault } from './bulk_fault.ts'

export interface XmlHandler {
  /** `name` is without its namespace prefix. */
  open(name: string, attribute: (name: string) => string | undefined): void
  close(name: string): void
  text(text: string): void
}

/** Elements inside each other. The parts of a workbook have fewer than ten. */
const MOST_DEPTH = 256

/** More characters than Excel allows in a cell, with every character escaped. */
const LONGEST_TOKEN = 512 * 1024

// The library has one limit for all its parsers, on names, attributes and comments.
Object.assign(sax, { MAX_BUFFER_LENGTH: LONGEST_TOKEN })

export async function readXml(pieces: AsyncIterable<string>, handler: XmlHandler): Promise<void> {
  for await (const _ of scanXml(pieces, handler));
}

/** Yields after each piece, so that the caller can pass on what the handler collected. */
export async function* scanXml(pieces: AsyncIterable<string>, handler: XmlHandler): AsyncIterable<void> {
  const parser = sax.parser(true, { strictEntities: true, position: false } as sax.SAXOptions)
  let chars = 0
  let depth = 0
  const takeText = (text: string) => {
    chars += text.length
    if (chars > LONGEST_TOKEN)
      throw new BulkFault('The workbook contains a value that is too long for a cell.')
    handler.text(text)
  }
  parser.ontext = takeText
  parser.oncdata = takeText
  parser.onopentag = ({ name, attributes }) => {
    chars = 0
    if (++depth > MOST_DEPTH)
      throw new BulkFault('The workbook contains elements that are nested too deeply.')
    handler.open(localName(name), (wanted) => attributeOf(attributes as sax.Tag['attributes'], wanted))
  }
  parser.onclosetag = (name) => {
    chars = 0
    depth--
    handler.close(localName(name))
  }
  parser.ondoctype = () => {
    throw new BulkFault('The workbook contains a document type declaration (DTD), which is not allowed.')
  }
  parser.onerror = ({ message }) => {
    throw new BulkFault(
      message.startsWith('Unclosed') || message.startsWith('Unexpected end')
        ? 'The workbook is damaged: its XML is not complete.'
        : 'The workbook is damaged: its XML is not valid.',
    )
  }
  for await (const piece of pieces) {
    parser.write(piece)
    yield
  }
  parser.close()
  yield
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

function attributeOf(attributes: Readonly<Record<string, string>>, wanted: string): string | undefined {
  if (attributes[wanted] !== undefined) return attributes[wanted]
  for (const name in attributes) if (name.endsWith(`:${wanted}`)) return attributes[name]
  return undefined
}
