import type { FastifyInstance } from 'fastify'

/** Replaces a wildcard address, which clients cannot connect to, by loopback. */
export const reachable = (address: string): string =>
  address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')

/** A URL without trailing slashes, so that paths can be appended. */
export const baseUrl = (url: string): string => url.replace(/(?<!\/)\/+$/, '')

/** The URL at which the service listens. Kept, because a closing server still answers but no longer knows it. */
export function listeningUrl(app: FastifyInstance): () => string {
  let url = ''
  app.addHook('onListen', async () => {
    url = reachable(app.listeningOrigin)
  })
  return () => url
}
