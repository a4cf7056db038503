/** A limit on a process's memory by the system's own means, as a container has it: Node reads it and makes do. */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = '/sys/fs/cgroup'
/** The older arrangement has a folder for each resource, the newer one holds all. */
const OLDER = { parent: join(ROOT, 'memory'), limit: 'memory.limit_in_bytes' }
const NEWER = { parent: ROOT, limit: 'memory.max' }

export interface MemoryLimit {
  /** Program and first arguments that start the rest under the limit. */
  readonly prefix: readonly string[]
  remove(): void
}

/** Throws where this user may not set one. */
export function limitMemory(mib: number): MemoryLimit {
  const { parent, limit } = existsSync(join(OLDER.parent, 'cgroup.procs')) ? OLDER : NEWER
  const folder = join(parent, `byhand-bench-${process.pid}`)
  mkdirSync(folder)
  writeFileSync(join(folder, limit), String(mib * 1024 * 1024))
  const enter = `echo $$ > ${folder}/cgroup.procs && exec "$0" "$@"`
  return { prefix: ['/bin/sh', '-c', enter], remove: () => rmdirSync(folder) }
}
