/** Scans XML in pieces: elements, attributes and text of the parts of a workbook. Not for documents with a DTD. */
import { BulkFault } from './bulk_fault.ts'

export interface XmlHandler {
  /** `name` is without its namespace prefix. */
  open(name: string, attribute: (name: string) => string | undefined): void
  close(name: string): void
  text(text: string): void
}

export interface XmlScanner {
  push(text: string): void
  end(): void
}

/** More characters than Excel allows in a cell, with every character escaped. */
const LONGEST_TOKEN = 512 * 1024

export function openXmlScanner(handler: XmlHandler): XmlScanner {
  let rest = ''

  /** The end of the markup that begins at `at`, or -1 if it is not complete. */
  function endOfMarkup(text: string, at: number): number {
    if (text.startsWith('<!--', at)) return after(text, '-->', at)
    if (text.startsWith('<![CDATA[', at)) return after(text, ']]>', at)
    if (text.startsWith('<?', at)) return after(text, '?>', at)
    return endOfElement(text, at)
  }

  function handle(markup: string): void {
    if (markup.startsWith('<![CDATA[')) handler.text(markup.slice(9, -3))
    else if (markup.startsWith('<?') || markup.startsWith('<!--')) return
    else if (markup.startsWith('<!'))
      throw new BulkFault('The workbook contains a document type declaration (DTD), which is not allowed.')
    else if (markup.startsWith('</')) handler.close(localName(markup.slice(2, -1)))
    else handleElement(markup)
  }

  function handleElement(markup: string): void {
    const isEmpty = markup.endsWith('/>')
    const content = markup.slice(1, isEmpty ? -2 : -1)
    const nameEnd = content.search(/\s|$/)
    const name = localName(content.slice(0, nameEnd))
    handler.open(name, (wanted) => attributeOf(content, nameEnd, wanted))
    if (isEmpty) handler.close(name)
  }

  return {
    push(piece) {
      const text = rest + piece
      let at = 0
      for (;;) {
        const markup = text.indexOf('<', at)
        if (markup === -1) break
        // An unfinished comment may begin like an element.
        if (text.length - markup < 9 && text.startsWith('<!', markup)) break
        const end = endOfMarkup(text, markup)
        if (end === -1) break
        if (markup > at) handler.text(unescapeXml(text.slice(at, markup)))
        handle(text.slice(markup, end))
        at = end
      }
      rest = text.slice(at)
      if (rest.length > LONGEST_TOKEN)
        throw new BulkFault('The workbook contains a value that is too long for a cell.')
    },
    end() {
      if (rest.trim() !== '') throw new BulkFault('The workbook is damaged: its XML is not complete.')
    },
  }
}

/** After the first `>` outside of attribute values, or -1. */
function endOfElement(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (character === '>') return at + 1
    if (character !== '"' && character !== "'") continue
    at = text.indexOf(character, at + 1)
    if (at === -1) return -1
  }
  return -1
}

const after = (text: string, mark: string, from: number): number => {
  const at = text.indexOf(mark, from)
  return at === -1 ? -1 : at + mark.length
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).trim()

function attributeOf(content: string, from: number, wanted: string): string | undefined {
  for (let at = from; at < content.length; ) {
    const equals = content.indexOf('=', at)
    if (equals === -1) return undefined
    const name = content.slice(at, equals).trim()
    let open = equals + 1
    while (content[open] === ' ') open++
    const quote = content[open]
    const close = quote === '"' || quote === "'" ? content.indexOf(quote, open + 1) : -1
    if (close === -1) return undefined
    if (name === wanted || name.endsWith(`:${wanted}`)) return unescapeXml(content.slice(open + 1, close))
    at = close + 1
  }
  return undefined
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
