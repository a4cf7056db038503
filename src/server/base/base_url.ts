import type { FastifyInstance } from 'fastify'

/** A wildcard is an address to listen on, not one to call. */
export const reachable = (address: string): string =>
  address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')

/** An address to which paths are added, without the slashes it may end with. */
export const baseUrl = (url: string): string => url.replace(/(?<!\/)\/+$/, '')

/** Where the service listens, to be called. Remembered: one that is closing no longer knows, and still answers. */
export function listeningUrl(app: FastifyInstance): () => string {
  let url = ''
  app.addHook('onListen', async () => {
    url = reachable(app.listeningOrigin)
  })
  return () => url
}
