/** Serves the same page for every contender; only the script differs. */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { bundle } from '../../tools/build_browser.ts'
import { type Clocked, type Contender, clockCallbacks } from './browser_page.ts'

const RRWEB = join(import.meta.dirname, '../node_modules/@rrweb/record/dist/record.umd.min.cjs')

export interface ContenderPages {
  urlOf(contender: Contender): string
  /** Waits, then redirects to the address in the URL fragment. The browser is then warm, like a visitor's browser. */
  readonly waitUrl: string
  readonly scripts: Readonly<Record<'byhand' | 'rrweb', string>>
  close(): void
}

export interface Listeners {
  /** Timings that a page without a driver reports. */
  onClocked?(clocked: Clocked): void
  /** Bytes that a script sent. */
  onSent?(bytes: number): void
}

export async function serveContenders({ onClocked, onSent }: Listeners = {}): Promise<ContenderPages> {
  const byhand = await bundle({ entry: 'src/browser/script.ts', format: 'iife' })
  const rrweb = readFileSync(RRWEB, 'utf8')
  const server = createServer(async (request, response) => {
    const [path = '', query] = decodeURIComponent((request.url ?? '').slice(1)).split('?')
    if (request.method === 'POST') {
      const body = await bodyOf(request)
      if (path === 'clocked') onClocked?.(JSON.parse(body))
      else onSent?.(body.length)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"session_id":"x","token":"t","status":"stored"}')
      return
    }
    const isScript = path.endsWith('.js')
    // A cross-origin isolated page has a clock resolution of 5 us instead of 100.
    response.writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/html',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    })
    response.end(isScript ? (path === 'rrweb.js' ? rrweb : byhand) : pageFor(path, query === 'alone'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    urlOf: (contender) => `${origin}/${encodeURIComponent(contender)}`,
    waitUrl: `${origin}/wait`,
    scripts: { byhand, rrweb },
    close: () => server.close(),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}

/** Without a driver, the page reports its own timings. */
function pageFor(path: string, isAlone: boolean): string {
  const scripts: Readonly<Record<Contender, string>> = {
    'empty listener':
      '<script>for (const type of ["pointermove", "mousemove"]) addEventListener(type, () => {}, { capture: true, passive: true })</script>',
    byhand: '<script src="/byhand.js" data-site-key="bh_pk_bench"></script>',
    rrweb:
      '<script src="/rrweb.js"></script><script>window.kept = []; rrwebRecord.record({ emit: (event) => kept.push(event) })</script>',
  }
  if (path === 'wait') {
    return `<!doctype html><script>setTimeout(() => location.replace(location.hash.slice(1)), 5000)</script>`
  }
  const alone = `<script>(${clockCallbacks})()
    setTimeout(() => fetch('/clocked', { method: 'POST', body: JSON.stringify(clocked) }), 5000)</script>`
  return `<!doctype html><meta charset="utf-8"><title>Bench</title>${isAlone ? alone : ''}
    <form><textarea id="q1" data-byhand-question="q1"></textarea><input id="q2"><div style="height:4000px"></div></form>
    ${scripts[path as Contender] ?? ''}`
}
