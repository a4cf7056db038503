/**
 * SQLite treats the first frame of the write-ahead log (WAL) with a wrong checksum as the end of the log, because a power
 * cut leaves such an end. A flipped bit further up looks the same, and SQLite would silently drop every later frame.
 *
 * WARNING: this file parses SQLite's file format. It depends on the layout of the WAL header and frames and on their
 * checksum (https://sqlite.org/fileformat2.html#the_write_ahead_log), which are stable in all versions 3.x.
 */
import { readFileSync } from 'node:fs'
import { endianness } from 'node:os'
import { elementAt } from '../../../contract/element_at.ts'
import { StoreDamaged } from '../../errors.ts'
import { databaseFile } from '../connection.ts'

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
/** The last bit of the magic number is the byte order of the checksums. */
const MAGIC = 0x377f_0682
const BIG_ENDIAN_BIT = 1

/** The last transaction is incomplete: because of a power cut, or because of a flipped bit. */
export const INCOMPLETE_TRANSACTION =
  'the write-ahead log ends in an incomplete transaction; this is normal after a power failure, and no client received an acknowledgment for it'

/**
 * Throws StoreDamaged when acknowledged writes are unreadable. At most one transaction is unsynced at a time, so a power
 * cut damages at most one: a second end of a transaction behind the first bad frame proves other damage.
 */
export function checkWal(folder: string, onNotice: (text: string) => void): void {
  const log = readLog(`${databaseFile(folder)}-wal`)
  if (log === null) return
  const header = readHeader(log)
  if (header === null) return
  const { frames, good } = countFrames(log, header)
  let ends = 0
  for (let number = good; number < frames; number++) if (endsTransaction(log, header, number)) ends++
  if (ends > 1)
    throw damaged(`the checksum of frame ${good + 1} of ${frames} is wrong, and valid frames follow it`)
  if (ends === 1) onNotice(INCOMPLETE_TRANSACTION)
}

function readLog(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

interface Header {
  readonly frameBytes: number
  readonly salts: Buffer
  readonly isBigEndian: boolean
  readonly sum: Sum
}

/** Two running 32-bit sums. */
type Sum = readonly [number, number]

/** Null when there is no log yet. The header is one write within one sector: it exists or it does not. */
function readHeader(log: Buffer): Header | null {
  if (log.length < HEADER_BYTES || log.subarray(0, HEADER_BYTES).every((byte) => byte === 0)) return null
  const magic = log.readUInt32BE(0)
  const isBigEndian = (magic & BIG_ENDIAN_BIT) === 1
  const sum = sumOf(log.subarray(0, HEADER_BYTES - 8), isBigEndian, [0, 0])
  if ((magic & ~BIG_ENDIAN_BIT) !== MAGIC || !isSum(log, HEADER_BYTES - 8, sum)) {
    throw damaged('the checksum of its header is wrong')
  }
  const frameBytes = FRAME_HEADER_BYTES + log.readUInt32BE(8)
  return { frameBytes, salts: log.subarray(16, 24), isBigEndian, sum }
}

/** The number of whole frames in the file, and of valid ones before the first invalid frame. */
function countFrames(log: Buffer, { frameBytes, salts, isBigEndian, sum }: Header) {
  const frames = Math.floor((log.length - HEADER_BYTES) / frameBytes)
  let running = sum
  let good = 0
  for (; good < frames; good++) {
    const at = HEADER_BYTES + good * frameBytes
    if (!log.subarray(at + 8, at + 16).equals(salts)) break
    running = sumOf(log.subarray(at, at + 8), isBigEndian, running)
    running = sumOf(log.subarray(at + FRAME_HEADER_BYTES, at + frameBytes), isBigEndian, running)
    if (!isSum(log, at + 16, running)) break
  }
  return { frames, good }
}

/** Frames left over from an earlier log have other salts. */
function endsTransaction(log: Buffer, { frameBytes, salts }: Header, number: number): boolean {
  const at = HEADER_BYTES + number * frameBytes
  return log.readUInt32BE(at + 4) !== 0 && log.subarray(at + 8, at + 16).equals(salts)
}

function isSum(log: Buffer, at: number, [first, second]: Sum): boolean {
  return log.readUInt32BE(at) === first && log.readUInt32BE(at + 4) === second
}

function sumOf(bytes: Buffer, isBigEndian: boolean, [first, second]: Sum): Sum {
  // A copy is aligned.
  const words = new Uint32Array(new Uint8Array(bytes).buffer)
  const isSwapped = isBigEndian !== (endianness() === 'BE')
  let a = first
  let b = second
  for (let at = 0; at < words.length; at += 2) {
    a = (a + word(elementAt(words, at), isSwapped) + b) >>> 0
    b = (b + word(elementAt(words, at + 1), isSwapped) + a) >>> 0
  }
  return [a, b]
}

function word(value: number, isSwapped: boolean): number {
  if (!isSwapped) return value
  return ((value & 0xff) << 24) | ((value & 0xff00) << 8) | ((value >>> 8) & 0xff00) | (value >>> 24)
}

function damaged(what: string): StoreDamaged {
  return new StoreDamaged(
    `The write-ahead log byhand.db-wal is damaged: ${what}. Restore a backup, or move that file to another location to continue without the latest writes.`,
  )
}
