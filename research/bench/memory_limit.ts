/** Limits the memory of a process with cgroups, as a container does; Node reads the limit and adapts its heap. */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = '/sys/fs/cgroup'
/** cgroups v1 has one folder per controller, v2 one for all controllers. */
const OLDER = { parent: join(ROOT, 'memory'), limit: 'memory.limit_in_bytes' }
const NEWER = { parent: ROOT, limit: 'memory.max' }

export interface MemoryLimit {
  /** Program and first arguments that start a command under the limit. */
  readonly prefix: readonly string[]
  remove(): void
}

/** Throws if this user may not set a limit. */
export function limitMemory(mib: number): MemoryLimit {
  const { parent, limit } = existsSync(join(OLDER.parent, 'cgroup.procs')) ? OLDER : NEWER
  const folder = join(parent, `byhand-bench-${process.pid}`)
  mkdirSync(folder)
  writeFileSync(join(folder, limit), String(mib * 1024 * 1024))
  const enter = `echo $$ > ${folder}/cgroup.procs && exec "$0" "$@"`
  return { prefix: ['/bin/sh', '-c', enter], remove: () => rmdirSync(folder) }
}
