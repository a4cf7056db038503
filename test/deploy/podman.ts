/** Podman with separate storage, networks and settings, so that the tests affect no other container on the machine. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Ended, mustRun, run } from './programs.ts'

export const NODE_IMAGE = 'docker.io/library/node:24-bookworm-slim'
export const POSTGRES_IMAGE = 'docker.io/library/postgres:17-trixie'
export const BYHAND_IMAGE = 'localhost/byhand'
/** Debian with systemd as its first process. */
export const SYSTEMD_IMAGE = 'localhost/debian-systemd'

/** The variable with the tests' folder. A folder given from outside is kept, and its base images are reused. */
export const FOLDER_VARIABLE = 'DEPLOY_FOLDER'

/** Upper bounds for the process limits that podman sets. */
const MOST_FILES = 1_048_576
const MOST_PROCESSES = 32_768

const HEALTH_LIMIT_MS = 60_000

export function deployFolder(): string {
  const folder = process.env[FOLDER_VARIABLE]
  if (folder === undefined) throw new Error(`${FOLDER_VARIABLE} is not set; run npm run test:deploy`)
  return folder
}

/** The variables by which podman and podman-compose find this storage. */
export function podmanEnvironment(): Record<string, string> {
  const folder = deployFolder()
  return {
    CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
    CONTAINERS_CONF: join(folder, 'containers.conf'),
  }
}

export function writePodmanSettings(): void {
  const folder = deployFolder()
  mkdirSync(join(folder, 'networks'), { recursive: true })
  writeFileSync(
    join(folder, 'storage.conf'),
    `[storage]
driver = "overlay"
graphroot = "${join(folder, 'images')}"
runroot = "${join(folder, 'run')}"
`,
  )
  const files = Math.min(hardLimit('Max open files'), MOST_FILES)
  const processes = Math.min(hardLimit('Max processes'), MOST_PROCESSES)
  writeFileSync(
    join(folder, 'containers.conf'),
    `[containers]
default_ulimits = ["nofile=${files}:${files}", "nproc=${processes}:${processes}"]
[network]
network_backend = "netavark"
network_config_dir = "${join(folder, 'networks')}"
[engine]
runtime = "runc"
events_logger = "file"
`,
  )
}

function hardLimit(name: string): number {
  const line = readFileSync('/proc/self/limits', 'utf8')
    .split('\n')
    .find((text) => text.startsWith(name))
  const value = Number(line?.slice(name.length).trim().split(/\s+/)[1])
  return Number.isNaN(value) ? Number.POSITIVE_INFINITY : value
}

export const podman = (...words: string[]): Promise<string> =>
  mustRun('podman', words, { env: podmanEnvironment() })

export const tryPodman = (...words: string[]): Promise<Ended> =>
  run('podman', words, { env: podmanEnvironment() })

export async function imageExists(name: string): Promise<boolean> {
  return (await tryPodman('image', 'exists', name)).code === 0
}

/** Size in bytes. */
export async function imageSize(name: string): Promise<number> {
  return Number(await podman('image', 'inspect', '--format', '{{.Size}}', name))
}

/** Milliseconds until `address` responds with success. */
export async function untilReady(address: string, limitMs: number): Promise<number> {
  const start = performance.now()
  for (;;) {
    const isReady = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    )
    const ms = performance.now() - start
    if (isReady) return ms
    if (ms > limitMs) throw new Error(`${address} was not ready after ${limitMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/**
 * Runs the health check of a container until it ends with `code`. A busy machine may exceed the time limit of a check,
 * which podman reports as 125; the check is then repeated.
 */
export async function untilHealthCheck(name: string, code: 0 | 1): Promise<void> {
  const deadline = performance.now() + HEALTH_LIMIT_MS
  for (;;) {
    const ended = await tryPodman('healthcheck', 'run', name)
    if (ended.code === code) return
    if (performance.now() > deadline) {
      throw new Error(`the health check of ${name} ended with ${ended.code}, not ${code}: ${ended.stderr}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
