/** One source of data: loaded when it changes, kept when its successor is bad. */
import { readFileSync, statSync } from 'node:fs'
import { NetworkDataError } from './errors.ts'
import type { PackagedFile } from './packaged.ts'

export interface Source<Data> {
  /** What is loaded now; null: nothing. */
  current(): Loaded<Data> | null
  /** Looks whether the files changed, and loads what is new. True if something else is in use now. */
  refresh(): boolean
  /** Why a file that is there is not in use; null: nothing is wrong. */
  problem(): string | null
}

export interface Loaded<Data> {
  readonly data: Data
  readonly from: 'folder' | 'package'
  /** Milliseconds since 1970, when the file was last written. */
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

/** `candidates`: files that are there now, the preferred first. */
export function sourceOf<Data>(candidates: () => readonly Candidate<Data>[]): Source<Data> {
  let loaded: (Loaded<Data> & { readonly stamp: string }) | null = null
  let problem: string | null = null
  /** Stamps of files that could not be used, so that each is tried once. */
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

/** The file of the folder as a candidate, or none if it is not there. */
export function folderCandidate<Data>(path: string, read: (bytes: Buffer) => Data): Candidate<Data>[] {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return []
  const stamp = `${path} ${stat.ino} ${stat.size} ${stat.mtimeMs}`
  return [{ from: 'folder', path, stamp, writtenAt: stat.mtimeMs, read }]
}

/** The file of a package as a candidate, or none if the package was left out. */
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
