/** Pages of a site whose script reports to the service: plain, under a strict policy, and inside a frame. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bundle } from '../../tools/build_browser.ts'

export interface ChallengePages {
  readonly url: string
  close(): void
}

/** Counts reads of a canvas. */
const COUNTER = `
  window.canvasReads = 0
  const { prototype } = CanvasRenderingContext2D
  const { getImageData } = prototype
  prototype.getImageData = function (...args) {
    window.canvasReads++
    return getImageData.apply(this, args)
  }`

export async function serveChallengePages(serviceUrl: string, siteKey: string): Promise<ChallengePages> {
  const code = await bundle({ entry: 'test/browser/fixtures/challenge_answers.ts', format: 'iife' })
  const tag = `<script src="${serviceUrl}/byhand.js" data-site-key="${siteKey}"></script>`
  const bodies: Readonly<Record<string, string>> = {
    '/plain': tag,
    '/strict': tag,
    '/framed': '<iframe src="/plain"></iframe>',
    '/counted': `<script>${COUNTER}</script>${tag}`,
    '/answers': `<script>${code}</script>`,
  }
  const server = createServer((request, response) => {
    const body = bodies[request.url ?? '']
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (request.url === '/strict') {
      response.setHeader(
        'content-security-policy',
        `default-src 'none'; script-src ${serviceUrl}; connect-src ${serviceUrl}; require-trusted-types-for 'script'`,
      )
    }
    response.writeHead(body === undefined ? 204 : 200).end(`<!doctype html><title>Page</title>${body ?? ''}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
