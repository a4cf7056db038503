/** One source of data: reloaded when its file changes, and kept if the new file is invalid. */
import { statSync } from 'node:fs'
import { reasonOf } from './errors.ts'
import type { IncludedFile } from './included.ts'
import { type Format, type Parsed, parseFile, type SourceFile } from './parse.ts'

export interface Source<Data> {
  /** The loaded data; null: none. */
  current(): Loaded<Data> | null
  /** Loads changed files. Returns whether other data is in use now. */
  refresh(): boolean
  /** The same with an asynchronous parser. Must not run twice at the same time. */
  refreshWith(parse: (file: SourceFile) => Promise<Parsed<Format>>): Promise<boolean>
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
  readonly file: SourceFile
  /** Changes whenever the content does. */
  readonly stamp: string
  readonly writtenAt: number
  open(parsed: Parsed<Format>): Data
}

/** `candidates`: existing files, the preferred one first. */
export function sourceOf<Data>(candidates: () => readonly Candidate<Data>[]): Source<Data> {
  let loaded: (Loaded<Data> & { readonly stamp: string }) | null = null
  let problem: string | null = null
  /** Reasons by stamp of invalid files, so that each is tried once. */
  const refused = new Map<string, string>()

  /** The file to load; null if the loaded data stays. */
  function due(): Candidate<Data> | null {
    problem = null
    for (const candidate of candidates()) {
      if (candidate.stamp === loaded?.stamp) return null
      const why = refused.get(candidate.stamp)
      if (why === undefined) return candidate
      problem ??= why
      if (loaded !== null) return null
    }
    return null
  }

  function accept({ from, stamp, writtenAt, open }: Candidate<Data>, parsed: Parsed<Format>): void {
    loaded = { data: open(parsed), from, stamp, writtenAt }
    refused.clear()
  }

  function refuse({ file, stamp }: Candidate<Data>, error: unknown): void {
    refused.set(stamp, `${file.path}: ${reasonOf(error)}`)
  }

  /** Drops the loaded data if its file and all others are gone. */
  function dropMissing(): boolean {
    if (loaded === null || candidates().length > 0) return false
    loaded = null
    return true
  }

  return {
    current: () => loaded,
    problem: () => problem,
    refresh() {
      for (let candidate = due(); candidate !== null; candidate = due()) {
        try {
          accept(candidate, parseFile(candidate.file))
          return true
        } catch (error) {
          refuse(candidate, error)
        }
      }
      return dropMissing()
    },
    async refreshWith(parse) {
      for (let candidate = due(); candidate !== null; candidate = due()) {
        try {
          accept(candidate, await parse(candidate.file))
          return true
        } catch (error) {
          refuse(candidate, error)
        }
      }
      return dropMissing()
    },
  }
}

/** The file in the folder as a candidate; empty if it does not exist. */
export function folderCandidate<Name extends Format, Data>(
  path: string,
  format: Name,
  open: (parsed: Parsed<Name>) => Data,
): Candidate<Data>[] {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return []
  const stamp = `${path} ${stat.ino} ${stat.size} ${stat.mtimeMs}`
  const file = { format, path }
  return [{ from: 'folder', file, stamp, writtenAt: stat.mtimeMs, open: open as Candidate<Data>['open'] }]
}

/** A file that comes with Byhand as a candidate. */
export function includedCandidate<Name extends Format, Data>(
  { path, version }: IncludedFile,
  writtenAt: (version: string) => number,
  format: Name,
  open: (parsed: Parsed<Name>) => Data,
): Candidate<Data>[] {
  return [
    {
      from: 'package',
      file: { format, path },
      stamp: `${path} ${version}`,
      writtenAt: writtenAt(version),
      open: open as Candidate<Data>['open'],
    },
  ]
}
