/** Builds the images before the first test, and removes everything after the last one. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildBaseImages } from './base_images.ts'
import { buildByhandImage } from './byhand_image.ts'
import { FOLDER_VARIABLE, podman, tryPodman, writePodmanSettings } from './podman.ts'

export async function setup(): Promise<() => Promise<void>> {
  const given = process.env[FOLDER_VARIABLE]
  // Not under /tmp, which may be in memory: the images need several GB.
  const folder = given ?? mkdtempSync(join('/var/tmp', 'byhand-deploy-'))
  mkdirSync(folder, { recursive: true })
  process.env[FOLDER_VARIABLE] = folder
  writePodmanSettings()
  const steps = { 'base images': buildBaseImages, 'deploy/Containerfile': buildByhandImage }
  for (const [name, build] of Object.entries(steps)) {
    const start = performance.now()
    await build()
    console.log(`built ${name} in ${Math.round((performance.now() - start) / 1000)} s`)
  }
  return async () => {
    await podman('rm', '--all', '--force', '--time', '0')
    await podman('volume', 'prune', '--force')
    if (given !== undefined) return
    await podman('rmi', '--all', '--force')
    // Podman leaves its storage mounted.
    await tryPodman('unmount', '--all')
    rmSync(folder, { recursive: true, force: true })
  }
}
