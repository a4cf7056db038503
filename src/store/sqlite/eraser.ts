/** Sees to it that what was erased leaves the files too: the write-ahead log, and the unused space of the pages. */
import { closeSync, openSync, statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { databaseFile, writeBack } from './connection.ts'
import { clearUnusedSpace, FIRST_PAGE } from './unused_space.ts'

/** 8 MB, some 5 ms: a database of that size is clean when `erase` resolves, one of a gigabyte some seconds later. */
const PAGES_AT_ONCE = 2_048
const PAUSE_MS = 20
/** A backup, or another process, is in the way. */
const RETRY_MS = 1_000

export class Eraser {
  readonly #folder: string
  /** Closing any handle of a file gives up all locks this process holds on it: so one stays open to the very end. */
  readonly #file: number
  #timer: NodeJS.Timeout | undefined

  constructor(folder: string) {
    this.#folder = folder
    this.#file = openSync(databaseFile(folder), 'r+')
  }

  /** Clears from where the database says it is to be cleared, also when a process before this one left off there. */
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

  /** Its commit also tells other processes that the pages in their memory are old. */
  #step(db: Database, from: number): number | null {
    writeBack(db)
    const next = db
      .transaction(() => {
        if (statSync(`${databaseFile(this.#folder)}-wal`).size > 0) return from
        const pageBytes = db.pragma('page_size', { simple: true }) as number
        const page = clearUnusedSpace(this.#file, pageBytes, from, PAGES_AT_ONCE)
        db.prepare('UPDATE progress SET uncleared = ?').run(page ?? 0)
        return page
      })
      .immediate()
    // Pages in this connection's memory are old as well; the next change must start from what is on disk.
    db.pragma('shrink_memory')
    return next
  }
}

/** The place to clear from after an erasure. */
export const UNCLEARED = FIRST_PAGE
