/** Replaces a folder under dist atomically, because a service or a test may be reading the old one. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const DIST = join(import.meta.dirname, '..', 'dist')

/** Lets `fill` write a new folder, which replaces `dist/name` only if `fill` succeeds. */
export async function replaceFolder(name: string, fill: (folder: string) => Promise<void>): Promise<void> {
  mkdirSync(DIST, { recursive: true })
  const staged = mkdtempSync(join(DIST, `.${name}-`))
  try {
    await fill(staged)
    moveInto(staged, join(DIST, name))
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
}

function moveInto(staged: string, target: string): void {
  const old = `${staged}-old`
  // mkdtemp restricts the folder to this user; the service may run as another.
  chmodSync(staged, 0o755)
  try {
    if (existsSync(target)) renameSync(target, old)
    renameSync(staged, target)
  } catch (error) {
    // Another process has built the same sources at the same time.
    if (!existsSync(target)) throw error
  } finally {
    rmSync(old, { recursive: true, force: true })
  }
}
