/**
 * Fault tests start the service a thousand times, and two thirds of a start from source is spent on loading files. They
 * run a bundle of their own, which no build replaces meanwhile.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundleServer } from '../../tools/build_server.ts'
import { BUNDLED_SERVICE, mustStart, printedKeys } from '../faults/service_process.ts'

const DIST = join(import.meta.dirname, '../../dist')

export async function setup(): Promise<() => void> {
  mkdirSync(DIST, { recursive: true })
  const home = mkdtempSync(join(DIST, '.faults-'))
  const folder = join(home, 'bundle')
  await bundleServer(folder)
  process.env[BUNDLED_SERVICE] = join(folder, 'main.js')
  // Node writes its compile cache at a clean exit, which test processes rarely have.
  const service = await mustStart(join(home, 'data'))
  await printedKeys(service)
  await service.kill('SIGTERM')
  return () => rmSync(home, { recursive: true, force: true })
}
