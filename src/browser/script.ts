/** The browser script as a file: reads its tag, starts, and exports the functions to `window`. */
import { INGEST_PATH } from '../contract/paths.ts'
import { doc, win } from './natives.ts'
import { pageApi } from './page_api.ts'

const globals = win as unknown as Record<string, unknown>

try {
  // Loading the script a second time has no effect.
  if (!globals.byhand) {
    globals.getServiceSessionId = pageApi.getServiceSessionId
    globals.byhand = pageApi
    const tag = (doc.currentScript ?? doc.querySelector('script[data-site-key]')) as HTMLScriptElement
    // The server replaces this path if an operator configured another one.
    const endpoint = new URL(INGEST_PATH, tag.src || win.location.href).href
    pageApi.start({ endpoint, ...tag.dataset } as never)
  }
} catch {}
