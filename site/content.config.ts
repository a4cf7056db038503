/** The pages of the site, for Astro: loaded from docs/ as they are, without front matter. */
import { docsSchema } from '@astrojs/starlight/schema'
import { defineCollection } from 'astro/content/config'
import type { Loader } from 'astro/loaders'
import { readSourcePages } from './source_pages.ts'

const loader: Loader = {
  name: 'byhand-docs',
  async load({ store, parseData, renderMarkdown, generateDigest }) {
    store.clear()
    for (const { id, file, title, description, body } of readSourcePages().values()) {
      const data = await parseData({ id, data: { title, description }, filePath: file })
      store.set({
        id,
        data,
        body,
        filePath: file,
        digest: generateDigest(body),
        rendered: await renderMarkdown(body),
      })
    }
  },
}

export const collections = { docs: defineCollection({ loader, schema: docsSchema() }) }
