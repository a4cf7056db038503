/**
 * When SQLite divides a full page between two, the rows that moved away stay behind in the first one's unused space,
 * `secure_delete` or not: about one erased session in five hundred could still be read in the file. This clears that space.
 *
 * Only bytes that no row occupies are written, and only zeros, so a power cut half-way leaves a sound file.
 */
import { fdatasyncSync, fstatSync, readSync, writeSync } from 'node:fs'

/** https://sqlite.org/fileformat2.html: a tree page's kind, its number of cells, and where their content begins. */
const KIND = { indexInterior: 2, tableInterior: 5, indexLeaf: 10, tableLeaf: 13 } as const
const INTERIOR = new Set<number>([KIND.indexInterior, KIND.tableInterior])
const TREE = new Set<number>(Object.values(KIND))
const CELLS_AT = 3
const CONTENT_AT = 5
const LEAF_HEAD_BYTES = 8
const INTERIOR_HEAD_BYTES = 12

/**
 * Pages of other kinds begin with a page number, whose first byte could be taken for a tree's kind from this page on
 * (137 GB). So large a file is left alone.
 */
const MAX_PAGES = 2 * 2 ** 24

/** The first page holds the schema, and nothing of anybody. */
export const FIRST_PAGE = 2

/**
 * Clears pages `from` to `from + count - 1`; gives the page to go on with, null at the end. Nobody else may write to the
 * file meanwhile, and no newer version of these pages may lie in the write-ahead log or in a writer's memory.
 */
export function clearUnusedSpace(
  file: number,
  pageBytes: number,
  from: number,
  count: number,
): number | null {
  const pages = Math.floor(fstatSync(file).size / pageBytes)
  if (pages >= MAX_PAGES) return null
  const last = Math.min(pages, from + count - 1)
  const page = Buffer.allocUnsafe(pageBytes)
  let cleared = false
  for (let number = from; number <= last; number++) {
    const offset = (number - 1) * pageBytes
    if (readSync(file, page, 0, pageBytes, offset) !== pageBytes) continue
    const gap = unusedSpace(page)
    if (!gap || page.subarray(gap.from, gap.to).every((byte) => byte === 0)) continue
    page.fill(0, gap.from, gap.to)
    writeSync(file, page, gap.from, gap.to - gap.from, offset + gap.from)
    cleared = true
  }
  if (cleared) fdatasyncSync(file)
  return last < pages ? last + 1 : null
}

/** Between the list of cells and their content. Null where the page is none of a tree, or makes no sense. */
function unusedSpace(page: Buffer): { from: number; to: number } | null {
  const kind = page[0] as number
  if (!TREE.has(kind)) return null
  const head = INTERIOR.has(kind) ? INTERIOR_HEAD_BYTES : LEAF_HEAD_BYTES
  const from = head + 2 * page.readUInt16BE(CELLS_AT)
  const to = page.readUInt16BE(CONTENT_AT)
  return from < to && to <= page.length ? { from, to } : null
}
