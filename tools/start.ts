/**
 * `npm start`: runs the bundled service in this process. Processes of their own build what is stale: what the service needs
 * before it starts, so that it does not keep the tools of the build in memory, and the rest once it runs.
 */
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isStale, NEEDED_TO_START, PARTS, type PartName } from './build_parts.ts'

const BUILD = join(import.meta.dirname, 'build.ts')

if (NEEDED_TO_START.some(isStale)) {
  console.error('Building the service. This takes a moment, and only after a change.')
  const { status } = spawnSync(process.execPath, [BUILD, 'start'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
await import(pathToFileURL(join(import.meta.dirname, '../dist/server/bundle/main.js')).href)
if ((Object.keys(PARTS) as PartName[]).some(isStale))
  spawn(process.execPath, [BUILD, 'rest'], { stdio: ['ignore', 'ignore', 'inherit'] }).unref()
