import { readFile } from 'node:fs/promises'
import type { Finding } from './finding.ts'

const NODE_MAJOR = 24

/** A connection and a file each; below this a busy hour runs out of them. */
const OPEN_FILES = 4_096

export function checkNode(version: string): Finding {
  const name = 'node'
  if (Number.parseInt(version, 10) >= NODE_MAJOR) return { name, state: 'ok', detail: `Node ${version}.` }
  return {
    name,
    state: 'broken',
    detail: `Node ${version} is too old.`,
    mend: `Install Node ${NODE_MAJOR} or later.`,
  }
}

/** Linux alone tells; elsewhere there is nothing to say. */
export async function checkOpenFiles(): Promise<Finding> {
  const name = 'open files'
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
  if (soft === undefined) return { name, state: 'ok', detail: 'This system sets no limit that can be read.' }
  if (Number(soft) >= OPEN_FILES) return { name, state: 'ok', detail: `A process may hold ${soft}.` }
  return {
    name,
    state: 'warning',
    detail: `A process may hold ${soft}, which is few for many connections.`,
    mend: `Raise it: ulimit -n ${OPEN_FILES}, or LimitNOFILE in the service's unit.`,
  }
}
