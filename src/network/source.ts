/** One source of data: reloaded when its file changes, and kept if the new file is invalid. */
import { readFileSync, statSync } from 'node:fs'
import { NetworkDataError } from './errors.ts'
import type { PackagedFile } from './packaged.ts'

export interface Source<Data> {
  /** The loaded data; null: none. */
  current(): Loaded<Data> | null
  /** Loads changed files. Returns whether other data is in use now. */
  refresh(): boolean
  /** Why an existing file is not in use; null: no problem. */
  problem(): string | null
}

export interface Loaded<Data> {
  readonly data: Data
  readonly from: 'folder' | 'package'
  /** The modification time of the file, in milliseconds since 1970. */
  readonly writtenAt: number
}

export interface Candidate<Data> {
  readonly from: 'folder' | 'package'
  readonly path: string
  /** Changes whenever the content does. */
  readonly stamp: string
  readonly writtenAt: number
  read(bytes: Buffer): Data
}

/** `candidates`: existing files, the preferred one first. */
export function sourceOf<Data>(candidates: () => readonly Candidate<Data>[]): Source<Data> {
  let loaded: (Loaded<Data> & { readonly stamp: string }) | null = null
  let problem: string | null = null
  /** Reasons by stamp of invalid files, so that each is tried once. */
  const refused = new Map<string, string>()

  return {
    current: () => loaded,
    problem: () => problem,
    refresh() {
      problem = null
      const found = candidates()
      for (const candidate of found) {
        if (candidate.stamp === loaded?.stamp) return false
        const why = refused.get(candidate.stamp)
        if (why === undefined) {
          try {
            const data = candidate.read(readFileSync(candidate.path))
            loaded = { data, from: candidate.from, stamp: candidate.stamp, writtenAt: candidate.writtenAt }
            refused.clear()
            return true
          } catch (error) {
            refused.set(candidate.stamp, `${candidate.path}: ${reasonOf(error)}`)
          }
        }
        problem ??= refused.get(candidate.stamp) ?? null
        if (loaded !== null) return false
      }
      const changed = loaded !== null && found.length === 0
      if (changed) loaded = null
      return changed
    },
  }
}

/** The file in the folder as a candidate; empty if it does not exist. */
export function folderCandidate<Data>(path: string, read: (bytes: Buffer) => Data): Candidate<Data>[] {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return []
  const stamp = `${path} ${stat.ino} ${stat.size} ${stat.mtimeMs}`
  return [{ from: 'folder', path, stamp, writtenAt: stat.mtimeMs, read }]
}

/** The file of a package as a candidate; empty if the package is not installed. */
export function packageCandidate<Data>(
  file: PackagedFile | null,
  writtenAt: (version: string) => number,
  read: (bytes: Buffer) => Data,
): Candidate<Data>[] {
  if (file === null) return []
  const stamp = `${file.path} ${file.version}`
  return [{ from: 'package', path: file.path, stamp, writtenAt: writtenAt(file.version), read }]
}

function reasonOf(error: unknown): string {
  if (error instanceof NetworkDataError) return error.message
  return `it cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`
}
