/** The API explorer: reads the OpenAPI document of the running service. Its script is loaded on this page only. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import scalar from '@scalar/fastify-api-reference'
import fastify from 'fastify'
import type { Page } from './page.ts'
import { BASE } from './source_pages.ts'

/** `client`: the URL of the script that starts the explorer. */
export const apiExplorerPage = (client: string): Page => ({
  title: 'API explorer',
  description: 'Every endpoint of the HTTP API, with examples and a request editor.',
  link: '/api/',
  html: `<div id="api-explorer"></div>
<noscript>The API explorer needs JavaScript. The same description is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<script defer src="${BASE}api/scalar.js"></script>
<script type="module" src="${client}"></script>`,
  headings: [],
  isWide: true,
})

/** Writes Scalar's script. The package for Fastify contains all of it, and has few dependencies. */
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
