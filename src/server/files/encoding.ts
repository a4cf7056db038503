/** Finds the encoding of a text file and decodes it. Bytes that the encoding does not have are an error. */
import { ENCODINGS } from '../../contract/dashboard/encodings.ts'
import { BulkFault, UndecidedEncoding } from './bulk_fault.ts'
import { type ByteSource, readBytes } from './bytes.ts'
import { openHighByteCounts } from './high_bytes.ts'

export interface TextEncoding {
  /** A label of the Encoding Standard, as `TextDecoder` takes it. */
  readonly label: string
  readonly hasByteOrderMark: boolean
}

const MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

/** A byte order mark decides. Otherwise the bytes must fit one encoding clearly. */
export async function findEncoding(source: ByteSource, given?: string): Promise<TextEncoding> {
  const head = await readBytes(source, 0, Math.min(4, source.size))
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => head[at] === byte))?.[0]
  if (given !== undefined) {
    const label = knownLabel(given)
    return { label, hasByteOrderMark: marked === label }
  }
  if (marked !== undefined) return { label: marked, hasByteOrderMark: true }
  return { label: await encodingWithoutMark(source), hasByteOrderMark: false }
}

async function encodingWithoutMark(source: ByteSource): Promise<string> {
  const zeros = await zeroBytes(source)
  if (zeros.even > 0 || zeros.odd > 0) return utf16Of(source, zeros)
  if (await isDecodable(source, 'utf-8')) return 'utf-8'
  const counts = openHighByteCounts()
  for await (const piece of source.stream()) counts.push(piece)
  // More valid than invalid sequences: UTF-8 with damage, whose row the decoder reports.
  if (counts.isMostlyUtf8()) return 'utf-8'
  if (counts.isWesternText()) return 'windows-1252'
  throw new UndecidedEncoding(`The encoding of ${source.name} cannot be determined.`, 'encoding')
}

/** In UTF-16, the characters of markup (line breaks, separators, digits) have one zero byte each, all on one side. */
async function utf16Of(source: ByteSource, zeros: { even: number; odd: number }): Promise<string> {
  const label = zeros.even === 0 ? 'utf-16le' : 'utf-16be'
  const isOneSided = zeros.even === 0 || zeros.odd === 0
  if (isOneSided && source.size % 2 === 0 && (await isDecodable(source, label))) return label
  throw new BulkFault(`${source.name} contains zero bytes, so it is not a text file.`)
}

async function zeroBytes(source: ByteSource): Promise<{ even: number; odd: number }> {
  const zeros = { even: 0, odd: 0 }
  let offset = 0
  for await (const piece of source.stream()) {
    for (let at = piece.indexOf(0); at !== -1; at = piece.indexOf(0, at + 1)) {
      if ((offset + at) % 2 === 0) zeros.even++
      else zeros.odd++
    }
    offset += piece.length
  }
  return zeros
}

async function isDecodable(source: ByteSource, label: string): Promise<boolean> {
  try {
    for await (const _ of decodedText(source, label));
    return true
  } catch (error) {
    if (error instanceof InvalidBytes) return false
    throw error
  }
}

/** The text has bytes that its encoding does not have. */
export class InvalidBytes extends Error {
  override readonly name = 'InvalidBytes'
}

/** Without the byte order mark. `replace`: invalid bytes become U+FFFD instead of an error. */
export async function* decodedText(
  source: ByteSource,
  label: string,
  replace = false,
): AsyncIterable<string> {
  const decoder = new TextDecoder(label, { fatal: !replace })
  for await (const piece of source.stream()) yield decode(decoder, piece)
  yield decode(decoder)
}

function decode(decoder: TextDecoder, piece?: Uint8Array): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true })
  } catch (error) {
    if (error instanceof TypeError) throw new InvalidBytes()
    throw error
  }
}

function knownLabel(given: string): string {
  try {
    return new TextDecoder(given).encoding
  } catch {
    throw new BulkFault(`${given} is not a known encoding. Known encodings include ${ENCODINGS.join(', ')}.`)
  }
}

const NAMES: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
}

export const encodingName = (label: string): string => NAMES[label] ?? label
