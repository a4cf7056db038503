/** Builds `deploy/Containerfile` as an operator does, with this machine's npm settings as a build secret. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BYHAND_IMAGE, deployFolder, podman } from './podman.ts'
import { mustRun } from './programs.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g

export async function buildByhandImage(): Promise<void> {
  const npmrc = join(deployFolder(), 'npmrc')
  writeFileSync(npmrc, await npmSettings(), { mode: 0o600 })
  await podman(
    ...['build', '--format', 'docker', '--tag', BYHAND_IMAGE, '--secret', `id=npmrc,src=${npmrc}`],
    ...['--file', join(ROOT, 'deploy/Containerfile'), ROOT],
  )
}

/** The registry, its credentials and the trusted certificates, without paths of this machine. */
async function npmSettings(): Promise<string> {
  const get = async (key: string) => (await mustRun('npm', ['config', 'get', key], { cwd: ROOT })).trim()
  const user = readOptional(await get('userconfig'))
    .split('\n')
    .filter((line) => !/^\s*(cafile|prefix|cache|nodedir)\s*=/.test(line))
  const cafile = await get('cafile')
  const bundle = cafile === 'null' ? process.env.NODE_EXTRA_CA_CERTS : cafile
  const certificates = bundle === undefined ? [] : (readFileSync(bundle, 'utf8').match(CERTIFICATE) ?? [])
  return [
    ...user,
    `registry=${await get('registry')}`,
    ...certificates.map((certificate) => `ca[]="${certificate.replaceAll('\n', '\\n')}"`),
    '',
  ].join('\n')
}

function readOptional(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
