/** Packs every package into `clients/packages` once per run, after the pages are built. */
import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
export const PACKAGES = join(ROOT, 'clients/packages')
const { version } = (await import('../../package.json', { with: { type: 'json' } })).default

export function setup(): void {
  for (const words of [['tools/build.ts', 'server'], ['tools/pack.ts']]) {
    const { status } = spawnSync(process.execPath, words, { cwd: ROOT, stdio: 'inherit' })
    if (status !== 0) throw new Error('Packing failed.')
  }
}

/** The file that `npm pack` writes for a package. */
export const packed = (name: string): string =>
  join(PACKAGES, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)

/** Adds packages to the project in a folder. npm takes from its cache what it has. */
export async function npmInstall(
  folder: string,
  packages: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const words = ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages]
  await promisify(execFile)('npm', words, { cwd: folder, env })
}
