/**
 * Tests start the service, its threads and the `byhand` command a thousand times, and two thirds of a start from source
 * is spent on loading files. They run one bundle of their own, which no build replaces meanwhile.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { bundleServer } from '../../tools/build_server.ts'
import { BUNDLE, mustStart, printedKeys } from '../faults/service_process.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** Inside the repository, so that packages are found, and outside `dist`, which tests pack. */
const CACHE = join(ROOT, 'node_modules', '.cache')

/** Several projects use this file: the first builds, and removes the bundle at the end. */
export async function setup(): Promise<(() => void) | undefined> {
  if (process.env[BUNDLE] !== undefined) return undefined
  mkdirSync(CACHE, { recursive: true })
  const home = mkdtempSync(join(CACHE, 'byhand-tests-'))
  // Sources look for package.json, pages and docs three folders up.
  const folder = join(home, 'bundled', 'server', 'bundle')
  copyFileSync(join(ROOT, 'package.json'), join(home, 'package.json'))
  for (const name of ['dist', 'docs', 'extensions']) symlinkSync(join(ROOT, name), join(home, name))
  await bundleServer(folder)
  process.env[BUNDLE] = folder
  // Node writes its compile cache at a clean exit, which test processes rarely have.
  const service = await mustStart(join(home, 'data'))
  await printedKeys(service)
  await service.kill('SIGTERM')
  return () => rmSync(home, { recursive: true, force: true })
}
