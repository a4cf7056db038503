import { open, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { DiskSpace } from '../../server/telemetry/free_disk.ts'
import { isPostgres } from '../../store/open.ts'
import { type DiskConfig, spaceOf } from '../disk_space.ts'
import type { Finding } from './finding.ts'

const MIB = 1024 * 1024
/** Below the first, the check fails; below the second, it warns. */
const CRITICAL_BYTES = 200 * MIB
const LOW_BYTES = 2048 * MIB

/** Other users of the machine must not read visitors' data. */
const OTHERS_BITS = 0o077

/** Writes, syncs and removes a small file in the data folder, or in its nearest existing parent. */
export async function checkDataFolder(folder: string): Promise<Finding> {
  const name = 'data folder'
  const path = resolve(folder)
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return checkParent(name, path)
  if (!found.isDirectory()) {
    return { name, state: 'broken', detail: `${path} is not a folder.`, mend: 'Set BYHAND_DATA to a folder.' }
  }
  const fault = await trySync(path)
  if (fault !== undefined) {
    return {
      name,
      state: 'broken',
      detail: `${path} cannot be written and synced (${fault}).`,
      mend: `Make this user the owner: chown -R $(id -u) ${path}. If the disk is read-only or full, fix the disk.`,
    }
  }
  if ((found.mode & OTHERS_BITS) !== 0) {
    return {
      name,
      state: 'warning',
      detail: `${path} is accessible to other users of this machine.`,
      mend: `chmod 700 ${path}`,
    }
  }
  return { name, state: 'ok', detail: `${path} can be written and synced.` }
}

async function checkParent(name: string, path: string): Promise<Finding> {
  let parent = dirname(path)
  while ((await stat(parent).catch(() => undefined)) === undefined) parent = dirname(parent)
  const fault = await trySync(parent)
  if (fault === undefined) return { name, state: 'ok', detail: `${path} will be created at the first start.` }
  return {
    name,
    state: 'broken',
    detail: `${path} does not exist and cannot be created (${fault}).`,
    mend: 'Set BYHAND_DATA to a folder that this user can write to.',
  }
}

async function trySync(folder: string): Promise<string | undefined> {
  const trial = join(folder, `.byhand-doctor-${process.pid}`)
  try {
    const file = await open(trial, 'wx', 0o600)
    try {
      await file.writeFile('disk test')
      await file.sync()
    } finally {
      await file.close()
    }
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  } finally {
    await rm(trial, { force: true }).catch(() => {})
  }
}

export async function checkDiskSpace(config: DiskConfig): Promise<Finding> {
  let path = resolve(config.dataFolder)
  while ((await stat(path).catch(() => undefined)) === undefined) path = dirname(path)
  const { files, ffree } = await statfs(path)
  // PostgreSQL has a disk of its own.
  const floor = isPostgres(config.store) ? 0 : config.minFreeDiskMiB
  const space = await spaceOf(path, { ...config, minFreeDiskMiB: floor })
  return spaceFinding(space, files > 0 ? ffree : Number.POSITIVE_INFINITY)
}

/** `space`: null if unknown. */
export function spaceFinding(space: DiskSpace | null, freeFiles: number): Finding {
  const name = 'disk space'
  if (space === null) return { name, state: 'ok', detail: 'The free space is not known on this file system.' }
  const { freeBytes, floorBytes } = space
  const detail = `${Math.round(freeBytes / MIB)} MiB is free.`
  const mend =
    'Free some space, or set BYHAND_DATA to a folder on a larger disk. A full disk does not damage stored data.'
  if (freeBytes < floorBytes) {
    const floor = `Below ${Math.round(floorBytes / MIB)} MiB (BYHAND_MIN_FREE_DISK), the service rejects new sessions.`
    return { name, state: 'broken', detail: `${detail} ${floor}`, mend }
  }
  if (freeBytes < CRITICAL_BYTES) return { name, state: 'broken', detail, mend }
  if (freeFiles < 1000)
    return { name, state: 'broken', detail: `Only ${freeFiles} more files can be created.`, mend }
  if (freeBytes < LOW_BYTES) return { name, state: 'warning', detail, mend }
  return { name, state: 'ok', detail }
}
