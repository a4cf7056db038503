/** Searches everything that a store keeps for words: the bytes of its files, and compressed data in them. */
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'

export type Word = string | Buffer

const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const MOST_BYTES = 64 * 1024 * 1024

/** Every file below a folder. Files that disappear during the search are ignored. */
export function filesIn(folder: string): { readonly name: string; readonly bytes: Buffer }[] {
  return globSync('**/*', { cwd: folder }).flatMap((name) => {
    try {
      const path = join(folder, name)
      return statSync(path).isFile() ? [{ name, bytes: readFileSync(path) }] : []
    } catch {
      return []
    }
  })
}

/** The words in these bytes, plain or compressed. */
export function wordsIn(words: readonly Word[], bytes: Buffer): Word[] {
  const layers = [bytes, ...unpacked(bytes)]
  return words.filter((word) => layers.some((layer) => layer.includes(word)))
}

/** For each word, the files that contain it. */
export function foundIn(
  files: readonly { readonly name: string; readonly bytes: Buffer }[],
  words: ReadonlyMap<string, Word>,
): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { name, bytes } of files) {
    const layers = [bytes, ...unpacked(bytes)]
    for (const [what, word] of words) {
      if (layers.some((layer) => layer.includes(word))) found.set(what, [...(found.get(what) ?? []), name])
    }
  }
  return found
}

/** Every complete zstd frame in these bytes. */
function unpacked(bytes: Buffer): Buffer[] {
  const contents: Buffer[] = []
  for (let at = bytes.indexOf(MAGIC); at !== -1; at = bytes.indexOf(MAGIC, at + 1)) {
    try {
      const end = frameEnd(bytes, at)
      contents.push(zstdDecompressSync(bytes.subarray(at, end), { maxOutputLength: MOST_BYTES }))
    } catch {
      // Other data with the same magic number, or a truncated frame.
    }
  }
  return contents
}

/** RFC 8878: a header with its length, blocks with their length, and an optional checksum. */
function frameEnd(bytes: Buffer, start: number): number {
  const descriptor = bytes.readUInt8(start + 4)
  const isSingle = (descriptor & 0x20) !== 0
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] as number
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] as number
  let at = start + 5 + (isSingle ? 0 : 1) + dictionaryBytes + sizeBytes
  for (;;) {
    const block = bytes.readUIntLE(at, 3)
    const isRepeated = ((block >> 1) & 3) === 1
    at += 3 + (isRepeated ? 1 : block >> 3)
    if ((block & 1) === 1) return at + ((descriptor & 4) !== 0 ? 4 : 0)
  }
}
