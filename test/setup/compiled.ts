/**
 * Compiles the files of the service once per run. Tests start hundreds of services, and two thirds of a start would be
 * spent on stripping types and compiling.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustStart, printedKeys } from '../faults/service_process.ts'

export { COMPILED } from '../faults/service_process.ts'

/** Set after the first run, because two projects use this file. */
const DONE = 'COMPILED_SERVICE'

/** Node writes its compile cache at a clean exit, which test processes rarely have. */
export async function setup(): Promise<void> {
  if (process.env[DONE] !== undefined) return
  process.env[DONE] = 'yes'
  const folder = mkdtempSync(join(tmpdir(), 'byhand-compiled-'))
  const service = await mustStart(folder)
  await printedKeys(service)
  await service.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}
