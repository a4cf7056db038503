/**
 * Watches the free space of the data folder. Below the floor, the service accepts no new sessions and no files of survey
 * responses, so that sessions in progress, logins and erasures still work when the disk fills up.
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

/** Of the disk, at most: a floor as large as the disk would reject everything. */
const MAX_FLOOR_SHARE = 1 / 4

export interface DiskSpace {
  readonly freeBytes: number
  readonly floorBytes: number
}

/** Null: unknown, as on some network file systems. */
export async function readDiskSpace(folder: string, floorBytes: number): Promise<DiskSpace | null> {
  const { bavail, blocks, bsize } = await statfs(folder)
  if (blocks === 0) return null
  return { freeBytes: bavail * bsize, floorBytes: Math.min(floorBytes, blocks * bsize * MAX_FLOOR_SHARE) }
}

export async function watchFreeDisk(options: FreeDiskOptions): Promise<FreeDisk> {
  const { folder, floorBytes, log, intervalMs = INTERVAL_MS } = options
  let freeBytes: number | null = null
  let isLow = false

  async function read(): Promise<void> {
    const space = await readDiskSpace(folder, floorBytes).catch((error) => {
      log.warn('reading the free disk space failed', describeError(error))
      return null
    })
    if (space === null) return
    const wasLow = isLow
    freeBytes = space.freeBytes
    isLow = freeBytes < space.floorBytes
    const fields = { free_bytes: freeBytes, floor_bytes: space.floorBytes }
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
