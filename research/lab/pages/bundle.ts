/** Bundles the other detectors from the lab's own packages. */
import { join } from 'node:path'
import { build } from 'vite'

export async function bundleOtherDetectors(): Promise<string> {
  const result = await build({
    configFile: false,
    root: join(import.meta.dirname, '..'),
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      minify: false,
      lib: {
        entry: join(import.meta.dirname, 'other_detectors.js'),
        formats: ['iife'],
        name: 'otherDetectors',
      },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error('the other detectors could not be bundled')
  return output.output[0].code
}
