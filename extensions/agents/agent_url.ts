/** The URL that identifies an agent: the place where it publishes its keys. */

export const WELL_KNOWN = '/.well-known/http-message-signatures-directory'

/**
 * From a member of `Signature-Agent`, or null if it identifies nothing. Without query and fragment, so that an agent
 * cannot have any number of identities. `http` is for tests only.
 */
export function agentIdentity(text: string, type: string, allowHttp: boolean): string | null {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return null
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) return null
  const isOrigin = url.pathname === '/' && url.search === '' && url.hash === ''
  if (type === 'directory') return isOrigin ? url.origin + WELL_KNOWN : null
  return type === 'jwks_uri' || type === 'cimd' ? url.origin + url.pathname : null
}

/** From the URL in the settings: an origin stands for its directory. */
export const configuredIdentity = (text: string, allowHttp: boolean): string | null =>
  agentIdentity(text, URL.parse(text)?.pathname === '/' ? 'directory' : 'jwks_uri', allowHttp)
