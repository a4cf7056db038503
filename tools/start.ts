/**
 * `npm start`: runs the bundled service in this process. A process of its own builds first, if a source is newer, so that
 * the service does not keep the tools of the build in memory.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isStale, PARTS, type PartName } from './build_parts.ts'

if (Object.keys(PARTS).some((name) => isStale(name as PartName))) {
  const build = join(import.meta.dirname, 'build.ts')
  const { status } = spawnSync(process.execPath, [build, 'start'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
await import(pathToFileURL(join(import.meta.dirname, '../dist/server/bundle/main.js')).href)
