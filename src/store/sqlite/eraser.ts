/** Removes erased data from the files: from the write-ahead log, and from the unused space of pages. */
import { closeSync, openSync, statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { checkpoint, databaseFile } from './connection.ts'
import { clearUnusedSpace, FIRST_PAGE } from './file_format/unused_space.ts'

/** 8 MB, about 5 ms. A database of this size is clean when `erase` resolves, one of 1 GB some seconds later. */
const PAGES_PER_STEP = 2_048
const PAUSE_MS = 20
/** After a step that a backup or another process blocked. */
const RETRY_MS = 1_000

export class Eraser {
  readonly #folder: string
  /** Closing any handle of a file releases all POSIX locks of this process on it, so this one stays open to the end. */
  readonly #file: number
  #timer: NodeJS.Timeout | undefined

  constructor(folder: string) {
    this.#folder = folder
    this.#file = openSync(databaseFile(folder), 'r+')
  }

  /** Continues at the stored page, also when an earlier process stopped there. */
  run(db: Database): void {
    this.pause()
    const from = db.prepare<[], number>('SELECT uncleared FROM progress').pluck().get() ?? 0
    if (from === 0) return
    let waitMs = PAUSE_MS
    try {
      if (this.#step(db, from) === null) return
    } catch {
      waitMs = RETRY_MS
    }
    this.#timer = setTimeout(() => this.run(db), waitMs)
  }

  /** Before the connection is closed. */
  pause(): void {
    clearTimeout(this.#timer)
  }

  /** After every connection of this process is closed. */
  close(): void {
    closeSync(this.#file)
  }

  /** The commit also invalidates the page caches of other processes. */
  #step(db: Database, from: number): number | null {
    checkpoint(db)
    const next = db
      .transaction(() => {
        if (statSync(`${databaseFile(this.#folder)}-wal`).size > 0) return from
        const pageBytes = db.pragma('page_size', { simple: true }) as number
        const page = clearUnusedSpace(this.#file, pageBytes, from, PAGES_PER_STEP)
        db.prepare('UPDATE progress SET uncleared = ?').run(page ?? 0)
        return page
      })
      .immediate()
    // The page cache of this connection is outdated too.
    db.pragma('shrink_memory')
    return next
  }
}

/** The page to start at after an erasure. */
export const UNCLEARED = FIRST_PAGE
