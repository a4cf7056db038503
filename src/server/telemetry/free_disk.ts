/**
 * Watches the free space of the data folder. Below the floor, the service accepts no new sessions, so that sessions in
 * progress, logins and erasures still work when the disk fills up.
 */
import { statfs } from 'node:fs/promises'
import { describeError, type Log } from './log.ts'

export interface FreeDisk {
  /** Null: unknown. */
  readonly freeBytes: number | null
  readonly isLow: boolean
  close(): void
}

export interface FreeDiskOptions {
  readonly folder: string
  /** 0: no floor. */
  readonly floorBytes: number
  readonly log: Log
  readonly intervalMs?: number
}

/** A node writes a few megabytes in this time. */
const INTERVAL_MS = 5_000

export async function watchFreeDisk(options: FreeDiskOptions): Promise<FreeDisk> {
  const { folder, floorBytes, log, intervalMs = INTERVAL_MS } = options
  let freeBytes: number | null = null
  let isLow = false

  async function read(): Promise<void> {
    try {
      const { bavail, blocks, bsize } = await statfs(folder)
      // Some network file systems do not know their size.
      if (blocks === 0) return
      freeBytes = bavail * bsize
    } catch (error) {
      log.warn('reading the free disk space failed', describeError(error))
      return
    }
    const wasLow = isLow
    isLow = freeBytes < floorBytes
    const fields = { free_bytes: freeBytes, floor_bytes: floorBytes }
    if (isLow && !wasLow) log.error('the disk is almost full: new sessions are rejected', fields)
    if (!isLow && wasLow) log.warn('the disk has space again: new sessions are accepted', fields)
  }

  await read()
  const timer = setInterval(read, intervalMs).unref()
  return {
    get freeBytes() {
      return freeBytes
    },
    get isLow() {
      return isLow
    },
    close: () => clearInterval(timer),
  }
}

/** For a database on another disk, which this process cannot see. */
export const UNWATCHED: FreeDisk = { freeBytes: null, isLow: false, close() {} }
