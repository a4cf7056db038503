/** Unusable network data. The message gives the operator the reason. */
export class NetworkDataError extends Error {
  override readonly name = 'NetworkDataError'
}
