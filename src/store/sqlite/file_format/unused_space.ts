/**
 * When SQLite splits a full page, copies of the moved rows stay in the unused space of the old page, even with
 * `secure_delete`: about one erased session in 500 stayed readable in the file. This module overwrites that space.
 *
 * It writes only zeros, and only to bytes that no row occupies, so a power cut half-way leaves a valid file.
 *
 * WARNING: this file parses SQLite's file format and writes to the database file past SQLite. It depends on the header of
 * b-tree pages (https://sqlite.org/fileformat2.html#b_tree_pages), which is stable in all versions 3.x.
 */
import { fdatasyncSync, fstatSync, readSync, writeSync } from 'node:fs'

/** The first byte of a b-tree page. */
const KIND = { indexInterior: 2, tableInterior: 5, indexLeaf: 10, tableLeaf: 13 } as const
const INTERIOR = new Set<number>([KIND.indexInterior, KIND.tableInterior])
const TREE = new Set<number>(Object.values(KIND))
/** Offset of the number of cells. */
const CELLS_AT = 3
/** Offset of the start of the cell content. */
const CONTENT_AT = 5
const LEAF_HEAD_BYTES = 8
const INTERIOR_HEAD_BYTES = 12

/**
 * Pages of other kinds begin with a page number. From this page on (137 GB), its first byte could be mistaken for the kind
 * of a b-tree page, so larger files are not touched.
 */
const MAX_PAGES = 2 * 2 ** 24

/** Page 1 holds the schema and no personal data. */
export const FIRST_PAGE = 2

/**
 * Clears pages `from` to `from + count - 1`; returns the next page, null at the end. The caller holds the write lock, and
 * neither the write-ahead log nor a connection's cache has newer versions of these pages.
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

/** The gap between the cell pointers and the cell content. Null when the page is no b-tree page or is invalid. */
function unusedSpace(page: Buffer): { from: number; to: number } | null {
  const kind = page[0] as number
  if (!TREE.has(kind)) return null
  const head = INTERIOR.has(kind) ? INTERIOR_HEAD_BYTES : LEAF_HEAD_BYTES
  const from = head + 2 * page.readUInt16BE(CELLS_AT)
  const to = page.readUInt16BE(CONTENT_AT)
  return from < to && to <= page.length ? { from, to } : null
}
