/** Compiles one of the C files in this folder into a library for LD_PRELOAD. */
import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Preload {
  readonly library: string
  remove(): Promise<void>
}

export async function buildPreload(name: 'powercut' | 'diskfault' | 'simulated_disk'): Promise<Preload> {
  const folder = await mkdtemp(join(tmpdir(), `byhand-${name}-`))
  // The database server runs as another user, who must be able to load it.
  await chmod(folder, 0o755)
  const library = join(folder, `${name}.so`)
  const source = join(import.meta.dirname, `${name}.c`)
  const { status, stderr } = spawnSync('gcc', [
    '-O2',
    '-shared',
    '-fPIC',
    '-o',
    library,
    source,
    '-ldl',
    '-lpthread',
  ])
  if (status !== 0) throw new Error(`gcc failed to build ${name}: ${stderr}`)
  return { library, remove: () => rm(folder, { recursive: true, force: true }) }
}
