import { readFile } from 'node:fs/promises'
import type { Finding } from './finding.ts'

const NODE_MAJOR = 24

/** Each connection takes a file descriptor; a busy service needs this many. */
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

/** The limit is readable on Linux only. */
export async function checkOpenFiles(): Promise<Finding> {
  const name = 'open files'
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
  if (soft === undefined) return { name, state: 'ok', detail: 'The limit cannot be read on this system.' }
  if (Number(soft) >= OPEN_FILES) return { name, state: 'ok', detail: `The limit is ${soft} per process.` }
  return {
    name,
    state: 'warning',
    detail: `The limit is ${soft} per process, which is low for many connections.`,
    mend: `Raise it with ulimit -n ${OPEN_FILES}, or with LimitNOFILE in the systemd unit.`,
  }
}
