/** Builds the browser script, the dashboard and the demo data once per run if a source is newer. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

export function setup(): void {
  const root = join(import.meta.dirname, '..', '..')
  const { status } = spawnSync(process.execPath, ['tools/build.ts', 'stale'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error('Building the pages failed.')
}
