/** The script of the API explorer. Its package for Fastify carries the whole of it and few dependencies. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import scalar from '@scalar/fastify-api-reference'
import fastify from 'fastify'

export async function writeApiExplorer(folder: string): Promise<void> {
  const app = fastify()
  await app.register(scalar, { routePrefix: '/reference', configuration: { content: {} } })
  const { statusCode, body } = await app.inject('/reference/js/scalar.js')
  await app.close()
  if (statusCode !== 200)
    throw new Error(`building the API explorer failed: /reference/js/scalar.js returned status ${statusCode}`)
  mkdirSync(join(folder, 'api'), { recursive: true })
  writeFileSync(join(folder, 'api/scalar.js'), body.replace(/\/\/# sourceMappingURL=.*\s*$/, ''))
}
