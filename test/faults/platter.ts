/** A disk that can lose its power under a PostgreSQL: see `platter.c` for what it remembers, and what it takes as given. */
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

/** What a disk writes whole; a page of PostgreSQL is two of them and may be torn. */
const SECTOR_BYTES = 4096

export interface Platter {
  /** An empty folder for the server's files. */
  readonly data: string
  readonly environment: Readonly<Record<string, string>>
  /** Takes everything as it is now for synced. */
  settle(): void
  /** Of what was not synced, keeps some and loses some. The server must be dead. */
  cut(chance: () => number): { readonly lost: number; readonly kept: number }
  remove(): Promise<void>
}

/** Copied whole at every cut: in memory where there is room, since what survives is decided here and not by a disk. */
const MEMORY = '/dev/shm'
const ROOM_BYTES = 2 * 1024 ** 3

function whereCopiesAreCheap(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM_BYTES ? MEMORY : tmpdir()
}

export async function makePlatter(): Promise<Platter> {
  const preload = await buildPreload('platter')
  const folder = await mkdtemp(join(whereCopiesAreCheap(), 'byhand-platter-'))
  const data = join(folder, 'data')
  const copy = join(folder, 'copy')
  mkdirSync(data, { mode: 0o700 })
  mkdirSync(copy)
  // The server runs as another user than the test, and both write here.
  chmodSync(folder, 0o755)
  chmodSync(copy, 0o777)
  return {
    data,
    environment: { LD_PRELOAD: preload.library, PLATTER_FOLDER: data, PLATTER_COPY: copy },
    settle() {
      execFileSync('rm', ['-rf', copy])
      execFileSync('cp', ['-a', data, copy])
    },
    cut(chance) {
      const toll = { lost: 0, kept: 0 }
      for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
        const file = join(data, name)
        if (statSync(file).isFile()) loseSome(file, join(copy, name), chance, toll)
      }
      return toll
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
  chance: () => number,
  toll: { lost: number; kept: number },
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
    if (chance() < 0.5) {
      toll.kept++
      end = Math.max(end, at + after.length)
    } else {
      toll.lost++
      left.fill(0, at, at + after.length)
      before.copy(left, at)
    }
  }
  writeFileSync(file, left.subarray(0, end))
}
