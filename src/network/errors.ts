/** Unusable network data. The message gives the operator the reason. */
export class NetworkDataError extends Error {
  override readonly name = 'NetworkDataError'
}

/** The reason why a file cannot be used. */
export function reasonOf(error: unknown): string {
  if (error instanceof NetworkDataError) return error.message
  return `it cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`
}
