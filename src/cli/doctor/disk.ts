import { open, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Finding } from './finding.ts'

const MIB = 1024 * 1024
/** Below the first the service will soon refuse batches; below the second it may do so today. */
const LOW_BYTES = 200 * MIB
const SCARCE_BYTES = 2048 * MIB

/** Others on this machine must not read what visitors did. */
const OTHERS_BITS = 0o077

/** Writes, syncs and removes a small file where the database lies or would lie. */
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
      mend: `Give this user the folder: chown -R $(id -u) ${path}; if it is read-only or full, mend the disk.`,
    }
  }
  if ((found.mode & OTHERS_BITS) !== 0) {
    return {
      name,
      state: 'warning',
      detail: `${path} can be entered by other users of this machine.`,
      mend: `chmod 700 ${path}`,
    }
  }
  return { name, state: 'ok', detail: `${path} can be written and synced.` }
}

async function checkParent(name: string, path: string): Promise<Finding> {
  let parent = dirname(path)
  while ((await stat(parent).catch(() => undefined)) === undefined) parent = dirname(parent)
  const fault = await trySync(parent)
  if (fault === undefined) return { name, state: 'ok', detail: `${path} will be made at the first start.` }
  return {
    name,
    state: 'broken',
    detail: `${path} does not exist and cannot be made (${fault}).`,
    mend: 'Set BYHAND_DATA to a folder this user may write.',
  }
}

async function trySync(folder: string): Promise<string | undefined> {
  const trial = join(folder, `.byhand-doctor-${process.pid}`)
  try {
    const file = await open(trial, 'wx', 0o600)
    try {
      await file.writeFile('a trial of the disk')
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

export async function checkDiskSpace(folder: string): Promise<Finding> {
  const name = 'disk space'
  let path = resolve(folder)
  while ((await stat(path).catch(() => undefined)) === undefined) path = dirname(path)
  const { bavail, bsize, files, ffree } = await statfs(path)
  return spaceFinding(name, bavail * bsize, files > 0 ? ffree : Number.POSITIVE_INFINITY)
}

export function spaceFinding(name: string, freeBytes: number, freeFiles: number): Finding {
  const detail = `${Math.round(freeBytes / MIB)} MiB are free.`
  const mend =
    'Free some space, or set BYHAND_DATA to a larger disk. Nothing stored is lost while it is full.'
  if (freeBytes < LOW_BYTES) return { name, state: 'broken', detail, mend }
  if (freeFiles < 1000)
    return { name, state: 'broken', detail: `Only ${freeFiles} files may still be made.`, mend }
  if (freeBytes < SCARCE_BYTES) return { name, state: 'warning', detail, mend }
  return { name, state: 'ok', detail }
}
