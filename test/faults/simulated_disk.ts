/** A disk that can lose power under PostgreSQL: see `simulated_disk.c` for its model and assumptions. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPreload } from './preload.ts'

/** The unit that a disk writes atomically; a page of PostgreSQL has two and may be torn. */
const SECTOR_BYTES = 4096

export interface SimulatedDisk {
  /** An empty folder for the server's files. */
  readonly data: string
  readonly environment: Readonly<Record<string, string>>
  /** Marks the current content as synced. */
  markSynced(): void
  /** Reverts a random part of the unsynced writes. The server must not run. */
  cut(random: () => number): { readonly lost: number; readonly kept: number }
  remove(): Promise<void>
}

/**
 * Used if it has space, because each cut copies all files. Memory does not affect durability: this code decides which
 * writes survive.
 */
const MEMORY = '/dev/shm'
const NEEDED_BYTES = 2 * 1024 ** 3

function copyFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > NEEDED_BYTES ? MEMORY : tmpdir()
}

export async function makeSimulatedDisk(): Promise<SimulatedDisk> {
  const preload = await buildPreload('simulated_disk')
  const folder = await mkdtemp(join(copyFolder(), 'byhand-simulated-disk-'))
  const data = join(folder, 'data')
  const copy = join(folder, 'copy')
  mkdirSync(data, { mode: 0o700 })
  mkdirSync(copy)
  // The server and the test run as different users, and both write here.
  chmodSync(folder, 0o755)
  chmodSync(copy, 0o777)
  return {
    data,
    environment: { LD_PRELOAD: preload.library, SIMULATED_DISK_FOLDER: data, SIMULATED_DISK_SYNCED: copy },
    markSynced() {
      execFileSync('rm', ['-rf', copy])
      execFileSync('cp', ['-a', data, copy])
    },
    cut(random) {
      const losses = { lost: 0, kept: 0 }
      for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
        const file = join(data, name)
        if (statSync(file).isFile()) loseSome(file, join(copy, name), random, losses)
      }
      return losses
    },
    async remove() {
      await preload.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function loseSome(
  file: string,
  copied: string,
  random: () => number,
  losses: { lost: number; kept: number },
): void {
  const now = readFileSync(file)
  const safe = existsSync(copied) ? readFileSync(copied) : Buffer.alloc(0)
  if (now.equals(safe)) return
  const left = Buffer.from(now)
  let end = safe.length
  for (let at = 0; at < now.length; at += SECTOR_BYTES) {
    const before = safe.subarray(at, at + SECTOR_BYTES)
    const after = now.subarray(at, at + SECTOR_BYTES)
    if (before.equals(after)) continue
    if (random() < 0.5) {
      losses.kept++
      end = Math.max(end, at + after.length)
    } else {
      losses.lost++
      left.fill(0, at, at + after.length)
      before.copy(left, at)
    }
  }
  writeFileSync(file, left.subarray(0, end))
}
