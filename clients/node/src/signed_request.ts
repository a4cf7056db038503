/** The parts of a request that the signature of a declared agent (Web Bot Auth) can cover. */

export interface SignedRequest {
  readonly method: string
  /** Scheme and host as the client used them, path and query as received. */
  readonly url: string
  header(name: string): string | undefined
}

/** Whether a request claims to come from an agent. */
export const isSigned = ({ header }: SignedRequest): boolean =>
  header('signature-agent') !== undefined || header('signature-input')?.includes('web-bot-auth') === true

/** The headers of the signature and those that it covers; no other header leaves your server. */
export function signedHeaders({ header }: SignedRequest): Record<string, string> {
  const covered = header('signature-input')?.match(/"[a-z][a-z0-9-]{0,63}"/g) ?? []
  const names = new Set(['signature', 'signature-input', 'signature-agent'])
  for (const name of covered.slice(0, 50)) names.add(name.slice(1, -1))
  const found: Record<string, string> = {}
  for (const name of names) {
    const value = header(name)
    if (value !== undefined) found[name] = value
  }
  return found
}

/** From the headers of Node. */
export const headerOf =
  (headers: Readonly<Record<string, string | string[] | undefined>>) =>
  (name: string): string | undefined => {
    const value = headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }
