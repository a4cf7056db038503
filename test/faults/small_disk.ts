/**
 * A disk small enough to fill: a tmpfs of a few megabytes. If the test is not allowed to mount one, the process gets
 * ENOSPC from `diskfault.c` instead.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPreload } from './preload.ts'

export interface SmallDisk {
  /** An empty folder on the disk. */
  readonly folder: string
  /** Environment of the process that uses the disk. */
  readonly env: Readonly<Record<string, string>>
  /** Fills the remaining space. */
  fill(): void
  free(): void
  remove(): Promise<void>
}

const PIECE = Buffer.alloc(64 * 1024)
/** The disk is smaller than the usual floor. */
const FILLED = { BYHAND_MIN_FREE_DISK: '0' }

export async function makeSmallDisk(megabytes: number): Promise<SmallDisk> {
  const mount = await mkdtemp(join(tmpdir(), 'byhand-disk-'))
  chmodSync(mount, 0o755)
  const folder = join(mount, 'data')
  const isMounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', mount]).status === 0
  mkdirSync(folder, { mode: 0o700 })
  if (!isMounted) return toldToBeFull(mount, folder)
  const ballast = join(mount, 'ballast')
  const disk = statSync(mount).dev
  return {
    folder,
    env: FILLED,
    fill: () => {
      // A test that has failed may still run after its disk was removed; the folder is then on the machine's own disk.
      if (statSync(mount).dev !== disk) throw new Error('the small disk was removed')
      fillUp(ballast)
    },
    free: () => rmSync(ballast),
    async remove() {
      spawnSync('umount', ['--lazy', mount])
      await rm(mount, { recursive: true, force: true })
    },
  }
}

function fillUp(ballast: string): void {
  const file = openSync(ballast, 'a')
  try {
    for (let size = PIECE.length; size >= 1; size = size / 2) {
      try {
        for (;;) if (writeSync(file, PIECE, 0, size) < size) break
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    }
  } finally {
    closeSync(file)
  }
}

async function toldToBeFull(mount: string, folder: string): Promise<SmallDisk> {
  const preload = await buildPreload('diskfault')
  const full = join(mount, 'full')
  return {
    folder,
    env: {
      ...FILLED,
      LD_PRELOAD: preload.library,
      DISKFAULT_FOLDER: folder,
      DISKFAULT_FULL: full,
      DISKFAULT_ERRNO: String(constants.errno.ENOSPC),
    },
    fill: () => {
      if (!existsSync(full)) writeFileSync(full, '')
    },
    free: () => rmSync(full),
    async remove() {
      await preload.remove()
      await rm(mount, { recursive: true, force: true })
    },
  }
}
