/**
 * The marks of a session as both engines store them, and the sessions that share them.
 *
 * A stored mark has 32 bits and depends on the workspace. Unrelated sessions share one by chance, but hardly ever several.
 */
import { crc32 } from 'node:zlib'
import type { SessionKey, SharedMarks } from './sessions.ts'

/** Counted sessions per mark: a mark that very many share comes from automation, and any session with it will do. */
export const SESSIONS_PER_MARK = 16

const MARK_BYTES = 4

/** One for each mark, in the same order. */
export function storedMarks(workspace: string, marks: readonly number[]): number[] {
  const seed = crc32(workspace)
  return marks.map((mark) => {
    const high = Math.floor(mark / 2 ** 32)
    const mixed = Math.imul((mark | 0) ^ seed ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b)
    return mixed ^ (mixed >>> 15)
  })
}

export function packMarks(marks: readonly number[]): Buffer {
  const packed = Buffer.alloc(marks.length * MARK_BYTES)
  for (const [index, mark] of marks.entries()) packed.writeInt32LE(mark, index * MARK_BYTES)
  return packed
}

export function unpackMarks(packed: Uint8Array): number[] {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  return Array.from({ length: bytes.length / MARK_BYTES }, (_, index) =>
    bytes.readInt32LE(index * MARK_BYTES),
  )
}

/** `holders`: for each of the marks, the ids of the sessions that have it, oldest first. */
export function sharedMarks(
  workspace: string,
  marks: readonly number[],
  holders: readonly (readonly string[])[],
  least: number,
  limit: number,
): SharedMarks {
  const counts = new Map<string, number>()
  for (const ids of holders) {
    for (const id of ids.slice(0, SESSIONS_PER_MARK)) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const sessions = [...counts]
    .filter(([, count]) => count >= least)
    .sort(([idA, a], [idB, b]) => b - a || (idA < idB ? -1 : 1))
    .slice(0, limit)
    .map(([sessionId]): SessionKey => ({ workspace, sessionId }))
  return { sessions, common: marks.filter((_, index) => (holders[index]?.length ?? 0) >= SESSIONS_PER_MARK) }
}
